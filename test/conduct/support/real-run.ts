// Runs small experiments with a real program as executor, which notes every call of it in a file of its own.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { builtInEvaluators, builtInExecutors } from '../../../src/builtins.js'
import { compileExperiment } from '../../../src/compile/experiment/compile-experiment.js'
import { openRunHost } from '../../../src/conduct/open-host.js'
import { type FinishedRun, runExperiment } from '../../../src/conduct/run-experiment.js'
import type { RunRequest } from '../../../src/conduct/run-request.js'
import type { EvaluationBundle } from '../../../src/contracts/experiment/evaluation-bundle.js'
import type { ExecutionBundle } from '../../../src/contracts/experiment/execution-bundle.js'
import type { ResolvedInput } from '../../../src/contracts/experiment/resolved-input.js'
import { sealMembers } from '../../../src/execute/seal-experiment.js'
import { parseEvaluationRequest } from '../../../src/parse/experiment/index.js'
import { readExperimentFile } from '../../../src/parse/experiment-file/index.js'
import { resolveExperiment } from '../../../src/resolve/experiment/resolve-experiment.js'

/**
 * Repeats its prompt; adds `?` to its log file's name where its instructions say so. `costly` in a prompt: it says what it
 * cost; `once` fails at the first call, `broken` at every call, `slow` answers only after a minute.
 */
const AGENT = `import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
const { system, prompt } = JSON.parse(readFileSync(0, 'utf8'))
const here = new URL('./calls.txt', import.meta.url)
const who = system ? 'new' : 'old'
appendFileSync(here, who + ' ' + prompt + '\\n')
const mark = new URL('./mark-' + who + encodeURIComponent(prompt), import.meta.url)
if (prompt.includes('once') && !existsSync(mark)) { writeFileSync(mark, ''); console.error('not yet'); process.exit(3) }
if (prompt.includes('broken')) process.exit(3)
const answer = { output: prompt, toolCalls: [], inputTokens: 3 }
if (prompt.includes('costly')) answer.costUSD = 0.25
setTimeout(() => process.stdout.write(JSON.stringify(answer)), prompt.includes('slow') ? 60000 : 0)
`

/** What a run differs in. */
export interface RunChanges {
  /** Lines added to the experiment file. */
  readonly more?: string
  readonly resolved?: (input: ResolvedInput) => ResolvedInput
  readonly request?: Partial<RunRequest>
}

/** A project in a folder of its own. */
export class RunProject {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'real-run-'))
  readonly output = path.join(this.folder, 'runs')

  /** @param samples sample id to prompt; each is asserted to come back */
  constructor(samples: Readonly<Record<string, string>>) {
    const rows = Object.entries(samples).map(([id, prompt]) =>
      JSON.stringify({ sample_id: id, prompt, assertions: [{ type: 'contains', value: prompt }] }),
    )
    writeFileSync(path.join(this.folder, 'samples.json'), `[${rows.join(',')}]`)
    writeFileSync(path.join(this.folder, 'agent.mjs'), AGENT)
    writeFileSync(path.join(this.folder, 'new.md'), 'Say it.\n')
    mkdirSync(path.join(this.folder, 'frozen'))
  }

  /** One run, to its end. */
  async run(changes: RunChanges = {}): Promise<FinishedRun> {
    const { sealed, member, executors, evaluators, environment } = await this.seal(changes)
    const host = await openRunHost()
    try {
      return await runExperiment({
        sealed,
        member,
        executors,
        evaluators,
        output: this.output,
        workingFolder: this.folder,
        environment,
        host,
        signal: new AbortController().signal,
        ...changes.request,
      })
    } finally {
      await host.close()
    }
  }

  /** Everything that a run is given. */
  async seal({ more = '', resolved: change }: RunChanges = {}) {
    const file = path.join(this.folder, 'eval.yaml')
    const text = `samples: samples.json
executor: { command: [${process.execPath}, agent.mjs], protocol: v0 }
model: m
noJudge: true
variants:
  - { name: old, role: control, artifact: baseline }
  - { name: new, role: treatment, artifact: ./new.md }
${more}`
    const { config, faults, positionOf } = readExperimentFile({
      file,
      bytes: Buffer.from(text),
      explicit: true,
    })
    if (config === null) throw new Error(faults.map(({ message }) => message).join('\n'))
    const request = parseEvaluationRequest({
      flags: {},
      config,
      configLocator: file,
      locate: positionOf,
      defaults: {
        executors: [],
        executor: null,
        model: null,
        judgeModels: null,
        outputDirectory: {
          project: { value: this.output, source: 'test' },
          global: { value: this.output, source: 'test' },
        },
        language: { value: 'en', source: 'test' },
        serve: null,
      },
    })
    const environment = { PATH: process.env.PATH ?? '' }
    const first = await resolveExperiment(request, {
      workingFolder: this.folder,
      contentRoot: path.join(this.folder, 'frozen'),
      environment,
      seriesInstanceId: 'series',
      signal: new AbortController().signal,
    })
    const resolved = change?.(first) ?? first
    const compiled = compileExperiment(resolved)
    const [executors, evaluators] = await Promise.all([builtInExecutors(), builtInEvaluators()])
    const members = sealMembers(compiled, { executors, others: evaluators })
    const [member] = members
    if (!member) throw new Error('no member')
    return { sealed: { request, resolved, compiled, members }, member, executors, evaluators, environment }
  }

  /** What the program noted of its calls, in code-unit order. */
  get calls(): readonly string[] {
    const log = path.join(this.folder, 'calls.txt')
    return existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').sort() : []
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The stored bundles of a run. */
export function readBundles(folder: string): { execution: ExecutionBundle; evaluation: EvaluationBundle } {
  const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
  return { execution: read('execution-bundle.json'), evaluation: read('evaluation-bundle.json') }
}
