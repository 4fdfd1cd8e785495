// What a GitHub job is told.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { workflowCommand } from '../../../reporters/github/commands.js'
import { githubReporter } from '../../../reporters/github/index.js'
import type { GithubOptions } from '../../../reporters/github/options.js'
import type { CheckResult } from '../../../src/contracts/check-result.js'
import type { RunHeader } from '../../../src/contracts/eval-report.js'
import type { ReporterContext, RunEnd } from '../../../src/contracts/reporter.js'
import { makeRunEnd } from '../../support/run-ends.js'
import { loadError, makeFolder, makeHeader, makeResult } from '../../support/runs.js'

interface Setting {
  readonly options?: GithubOptions
  readonly context?: Partial<ReporterContext>
  readonly environment?: Record<string, string>
}

/** What the reporter writes about a run. */
function tell(run: RunEnd, { options = {}, context = {}, environment = {} }: Setting = {}) {
  const file = join(makeFolder(), 'summary.md')
  const commands: string[] = []
  const shown: string[] = []
  writeFileSync(file, 'before')
  githubReporter(options, {
    terminal: { write: (text) => shown.push(text), colors: false },
    command: (text) => commands.push(text),
    environment: { GITHUB_WORKSPACE: '/project', GITHUB_STEP_SUMMARY: file, ...environment },
    annotated: false,
    ...context,
  }).onRunEnd?.(run)
  const lines = commands
    .join('')
    .split('\n')
    .filter((line) => line !== '')
  return { lines, summary: readFileSync(file, 'utf8'), shown: shown.join('') }
}

function runOf(results: readonly CheckResult[], changes: Partial<RunHeader> = {}): RunEnd {
  return makeRunEnd(
    makeHeader(
      results.map(({ check_id }) => check_id),
      changes,
    ),
    results,
  )
}

const bad = makeResult('bad', 'failed')
const broken = makeResult('broken', 'error')

describe('annotations', () => {
  test('name the line that is known, in files as the repository has them, and tell errors from failures', () => {
    const run = {
      ...runOf([bad, broken]),
      locate: (id: string) => ({ file: `/project/a/${id}.py`, line: 7, column: 3 }),
    }
    expect(tell(run).lines).toEqual([
      '::error file=a/broken.py,line=7,col=3,title=Check could not be judged%3A broken::What broken asks for%0A[not-started] broken could not be started',
      '::error file=a/bad.py,line=7,col=3,title=Check failed%3A bad::What bad asks for%0Abad failed for a reason',
    ])
  })

  test('point at the start of the file when nobody knows more, and at nothing outside of the repository', () => {
    expect(tell(runOf([bad])).lines[0]).toContain('::error file=eval_checks/bad.yaml,line=1,title=')
    const outside = { ...bad, source_path: '/elsewhere/bad.yaml' }
    expect(tell(runOf([outside])).lines[0]).toMatch(/^::error title=Check failed%3A bad::/)
  })

  test('start at the folder that holds .git when there is no workspace', () => {
    const root = makeFolder()
    mkdirSync(join(root, '.git'))
    mkdirSync(join(root, 'app/eval_checks'), { recursive: true })
    const result = { ...bad, source_path: join(root, 'app/eval_checks/bad.yaml') }
    writeFileSync(result.source_path, '')
    const { lines } = tell(runOf([result], { project_root: join(root, 'app') }), {
      environment: { GITHUB_WORKSPACE: '' },
    })
    expect(lines[0]).toContain('file=app/eval_checks/bad.yaml,')
  })

  test('cover broken check files', () => {
    const { lines } = tell(runOf([], { load_errors: [loadError] }))
    expect(lines).toEqual([
      '::error file=eval_checks/bad.yaml,line=3,col=1,title=Broken check file::descripton: Extra inputs are not permitted [unknown-field]',
    ])
  })

  test('of failures that the threshold forgives are warnings', () => {
    const run = runOf([bad, makeResult('good', 'passed')], { pass_threshold: 0.5 })
    expect(tell(run).lines).toEqual([expect.stringMatching(/^::warning /)])
  })

  test('are ten of a level at the most, errors before failures, and say how many there are besides', () => {
    const failures = Array.from({ length: 12 }, (_, i) => makeResult(`bad${i}`, 'failed'))
    const { lines, summary } = tell(runOf([...failures, broken]))
    expect(lines).toHaveLength(11)
    expect(lines[0]).toContain('could not be judged')
    expect(lines.at(-1)).toMatch(/^::notice title=Eval checks::3 more/)
    expect(summary).toContain('`bad11`')
  })

  test('are none where Vitest annotates, unless they are asked for, and none when they are not wanted', () => {
    const context = { annotated: true }
    expect(tell(runOf([bad]), { context }).lines).toEqual([])
    expect(tell(runOf([bad]), { context, options: { annotations: true } }).lines).toHaveLength(1)
    expect(tell(runOf([bad]), { options: { annotations: false } }).lines).toEqual([])
  })

  test('are none for a passed run', () => {
    expect(tell(runOf([makeResult('good', 'passed')])).lines).toEqual([])
  })
})

describe('a workflow command', () => {
  /** Reads a command as the runner of GitHub Actions does (ActionCommand.TryParseV2). */
  function read(line: string) {
    const end = line.indexOf('::', 2)
    const [level, ...rest] = line.slice(2, end).split(' ')
    const readEscapes = (text: string, all: boolean) =>
      [
        ...(all
          ? [
              ['%3A', ':'],
              ['%2C', ','],
            ]
          : []),
        ['%0D', '\r'],
        ['%0A', '\n'],
        ['%25', '%'],
      ].reduce((sum, [from = '', to = '']) => sum.replaceAll(from, to), text)
    const properties = rest
      .join(' ')
      .split(',')
      .map((pair) => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at), readEscapes(pair.slice(at + 1), true)]
      })
    return { level, ...Object.fromEntries(properties), message: readEscapes(line.slice(end + 2), false) }
  }

  test('is one line from which everything is read as it was, whatever it is', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('%', ':', ',', '\n', '\r', '=', ' ', '2', '5', '3', 'A', 'x') }),
      fc.constantFrom('%0A', '::error::x', 'a\r\n::warning::b', '%25', 'file=x,line=3'),
    )
    fc.assert(
      fc.property(text, text, text, (file, title, message) => {
        const line = workflowCommand({ level: 'error', file, line: 3, title, message })
        expect(line).not.toMatch(/[\r\n]/)
        expect(read(line)).toEqual({ level: 'error', file, line: '3', title, message })
      }),
    )
  })
})

describe('the summary of the job', () => {
  test('follows what is there: verdict, pass rate, failures, errors and broken files', () => {
    const run = {
      ...runOf([bad, broken, makeResult('good', 'passed')], { load_errors: [loadError] }),
      locate: (id: string) => ({ file: `/project/eval_checks/${id}.yaml`, line: 2 }),
    }
    const environment = {
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_SHA: 'abc',
    }
    expect(tell(run, { environment }).summary).toMatchInlineSnapshot(`
      "before
      ## Eval checks

      **1 of 3 checks passed (33.3%), 1 could not be judged, 1 load error, the threshold is 100%: not passed**

      Pass rate: 1/2 decided (50.0%), Wilson 95% interval 9.5% to 90.5%, n = 2; not counted: 1 error

      ### Failed (1)

      | Check | Reason | Place |
      | - | - | - |
      | \`bad\` | bad failed for a reason | [\`eval_checks/bad.yaml:2\`](https://github.com/o/r/blob/abc/eval_checks/bad.yaml#L2) |

      ### Errors (1)

      | Check | Cause | Place |
      | - | - | - |
      | \`broken\` | \`not-started\` broken could not be started | [\`eval_checks/broken.yaml:2\`](https://github.com/o/r/blob/abc/eval_checks/broken.yaml#L2) |

      ### Load errors (1)

      | Field | Fault | Place |
      | - | - | - |
      | descripton | Extra inputs are not permitted \`unknown-field\` | [\`eval_checks/bad.yaml:3\`](https://github.com/o/r/blob/abc/eval_checks/bad.yaml#L3) |

      "
    `)
  })

  test('says which shard it is about', () => {
    expect(tell(runOf([bad], { shard: '2/3' })).summary).toContain('## Eval checks, shard 2/3\n')
  })

  test('says what the judges have cost, and never that an unknown cost is none', () => {
    const unsaid = { agent_version: null, model: null, requested_model: null, reasoning_effort: null }
    const vote = {
      ...unsaid,
      agent_type: 'claude',
      replicate: 1,
      prompt_sha256: '',
      status: 'passed',
      reason: null,
      session_id: null,
      isolation: null,
      attempts: [{}],
      replayed_from: null,
    }
    const judged = (cost_usd: number | null) =>
      runOf([
        makeResult('judge', 'passed', {
          check_type: 'harness_judge',
          details: {
            votes: [
              { ...vote, cost_usd, usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } },
            ],
          },
        }),
      ])
    expect(tell(judged(0.25)).summary).toContain('Judges: 1 call, 0.2500 USD')
    expect(tell(judged(null)).summary).toContain('Judges: 1 call, cost unknown, at least 0.0000 USD')
    expect(tell(runOf([bad])).summary).not.toContain('Judges')
  })

  test('stays small for large runs', () => {
    const many = Array.from({ length: 500 }, (_, i) =>
      makeResult(`bad${i}`, 'failed', { reason: 'long '.repeat(2000) }),
    )
    const { summary } = tell(runOf(many))
    expect(summary.length).toBeLessThan(200_000)
    expect(summary).toContain('and 400 more, see the report of the run')
  })

  test('is not written without a place for it, or when it is not wanted', () => {
    expect(tell(runOf([bad]), { options: { summary: false } }).summary).toBe('before')
    expect(tell(runOf([bad]), { environment: { GITHUB_STEP_SUMMARY: '' } }).summary).toBe('before')
  })

  test('that cannot be written is named and fails nothing', () => {
    const folder = makeFolder()
    expect(tell(runOf([bad]), { environment: { GITHUB_STEP_SUMMARY: folder } }).shown).toContain(
      'the summary of the job could not be written: EISDIR',
    )
  })
})
