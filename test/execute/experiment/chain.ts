// The way of an experiment from its text to the last question before a run, stage by stage, with a change between any two.
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../../../plugins/executors/command/index.js'
import { compileExperiment } from '../../../src/compile/experiment/compile-experiment.js'
import { EvalChecksError, EvalChecksErrors } from '../../../src/contracts/errors.js'
import type { Executor } from '../../../src/contracts/executor.js'
import type { CompiledExperiment } from '../../../src/contracts/experiment/compiled.js'
import type { PreflightReport } from '../../../src/contracts/experiment/preflight-report.js'
import type { ResolvedInput } from '../../../src/contracts/experiment/resolved-input.js'
import type { RunPlan } from '../../../src/contracts/run-plan.js'
import type { RuntimeIdentity } from '../../../src/contracts/runtime-identity.js'
import { parseEvaluationRequest } from '../../../src/parse/experiment/index.js'
import { readExperimentFile } from '../../../src/parse/experiment-file/index.js'
import { preflightExperiment } from '../../../src/preflight/experiment/preflight-experiment.js'
import { openSealedPlan, preparePlan } from '../../../src/prepare/prepare-plan.js'
import { identifyImplementations } from '../../../src/resolve/experiment/identities.js'
import { resolveExperiment } from '../../../src/resolve/experiment/resolve-experiment.js'
import { write } from '../../process/git-trees.js'
import { makeFolder } from '../../process/programs.js'

/** The stages, in their order. */
export type Stage = 'read' | 'parse' | 'resolve' | 'compile' | 'prepare' | 'preflight'

/** What a test changes on the way. */
export interface ChainChanges {
  readonly files?: Readonly<Record<string, string>>
  /** Lines added to the experiment file. */
  readonly more?: string
  readonly flags?: Readonly<Record<string, unknown>>
  readonly resolved?: (input: ResolvedInput) => ResolvedInput
  readonly compiled?: (experiment: CompiledExperiment) => CompiledExperiment
  readonly identity?: (identity: RuntimeIdentity) => RuntimeIdentity
  readonly executors?: readonly Executor[]
  readonly environment?: Readonly<Record<string, string>>
}

/** How far an experiment came. */
export interface Passage {
  /** Codes of the errors that stopped it, with `coreCode` where one lies behind; none when it came through. */
  readonly codes: readonly string[]
  readonly messages: string
  /** The last stage that was entered. */
  readonly stage: Stage
  /** Whether anything was frozen on disk: resolving was at work. */
  readonly hasFrozen: boolean
  /** How many questions executors were asked: preflight was at work. */
  readonly asked: number
  readonly plan: RunPlan | null
  readonly preflight: PreflightReport | null
}

const FILES = {
  'eval.yaml': `samples: samples.yaml
executor: ./agent
model: m
noJudge: true
variants:
  - { name: control, role: control, artifact: baseline }
  - { name: new, role: treatment, artifact: ./new.md }
`,
  'samples.yaml': '- { sample_id: a, prompt: Say a., assertions: [{ type: contains, value: a }] }\n',
  'new.md': 'Say it.\n',
}

/** Walks an experiment as far as it comes. */
export async function walk(changes: ChainChanges = {}): Promise<Passage> {
  const project = makeFolder()
  const files = { ...FILES, ...changes.files }
  write(project, { ...files, 'eval.yaml': files['eval.yaml'] + (changes.more ?? '') })
  write(project, { agent: '#!/bin/sh\ntouch "$0.was-started"\n' })
  chmodSync(join(project, 'agent'), 0o755)
  const contentRoot = join(makeFolder(), 'runs')
  let stage: Stage = 'read'
  let asked = 0
  let plan: RunPlan | null = null
  let preflight: PreflightReport | null = null
  const executors = (changes.executors ?? [command]).map((executor) => counting(executor, () => asked++))
  const end = (codes: readonly string[], messages = ''): Passage => {
    const hasFrozen = existsSync(join(contentRoot, 'content'))
    if (existsSync(join(project, 'agent.was-started'))) throw new Error('the executor was started')
    return { codes, messages, stage, hasFrozen, asked, plan, preflight }
  }
  const environment = { PATH: process.env.PATH ?? '', ...changes.environment }
  const { signal } = new AbortController()
  try {
    const file = join(project, 'eval.yaml')
    const bytes = Buffer.from(files['eval.yaml'] + (changes.more ?? ''))
    const { config, faults, positionOf } = readExperimentFile({ file, bytes, explicit: true })
    if (config === null)
      return end(
        faults.map(({ code }) => code),
        faults.map(({ message }) => message).join('\n'),
      )
    stage = 'parse'
    const request = parseEvaluationRequest({
      flags: changes.flags ?? {},
      config,
      configLocator: file,
      locate: positionOf,
      defaults: {
        executors: [],
        executor: null,
        model: null,
        judgeModels: null,
        outputDirectory: {
          project: { value: join(project, 'out'), source: 'test' },
          global: { value: join(project, 'out'), source: 'test' },
        },
        language: { value: 'en', source: 'test' },
        serve: null,
      },
    })
    stage = 'resolve'
    const resolved = await resolveExperiment(request, {
      workingFolder: project,
      contentRoot,
      environment,
      seriesInstanceId: 'series',
      signal,
    })
    stage = 'compile'
    const compiled = compileExperiment(changes.resolved?.(resolved) ?? resolved)
    stage = 'prepare'
    const changed = changes.compiled?.(compiled) ?? compiled
    const identities = identifyImplementations(changed, { executors, others: [] })
    const sealed = preparePlan({
      definition: changed.definition,
      policy: changed.policy,
      runtimeBinding: changed.runtimeBinding,
      identities: identities.map((identity) => changes.identity?.(identity) ?? identity),
    })
    plan = openSealedPlan(sealed)
    stage = 'preflight'
    const { executorCommand } = request.values.targetRuntime
    preflight = await preflightExperiment({
      compiled: changed,
      executors,
      environment,
      workingFolder: project,
      ...(executorCommand === undefined ? {} : { command: executorCommand }),
      signal,
    })
    return end(preflight.outcomes.flatMap(({ problem }) => problem?.code ?? []))
  } catch (error) {
    const errors = error instanceof EvalChecksErrors ? error.errors : [error]
    return end(errors.flatMap(codesOf), errors.map(String).join('\n'))
  }
}

function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof EvalChecksError)) throw error
  const details: unknown = 'details' in error ? error.details : undefined
  const core =
    typeof details === 'object' && details !== null && 'coreCode' in details ? details.coreCode : null
  return typeof core === 'string' ? [error.code, core] : [error.code]
}

/** The same executor; every question of it is counted. */
function counting(executor: Executor, count: () => void): Executor {
  return {
    ...executor,
    preflight: executor.preflight.map((declaration) =>
      declaration.disposition === 'check'
        ? {
            ...declaration,
            check: (surroundings) => {
              count()
              return declaration.check(surroundings)
            },
          }
        : declaration,
    ),
  }
}
