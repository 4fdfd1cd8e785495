// A run as a JUnit document: a suite for each folder of check files, in it a test case for each check.
import type { CheckResult } from '../../src/contracts/check-result.js'
import type { ReportedFault } from '../../src/contracts/eval-report.js'
import type { RunEnd } from '../../src/contracts/reporter.js'
import { explainResult, oneLine, tailLines } from '../shared/display.js'
import { pathFrom } from '../shared/paths.js'
import type { XmlElement } from './xml.js'

interface TestCase {
  /** From the project root; null for a check whose file nobody knows any more. */
  readonly file: string | null
  readonly name: string
  readonly milliseconds: number
  readonly outcome: 'passed' | 'failed' | 'errored' | 'skipped'
  readonly content: readonly XmlElement[]
}

/** The root element of the document about a run. Its times are seconds. */
export function describeRun(run: RunEnd): XmlElement {
  const { report, decision } = run
  const cases = [
    ...report.checks.map((result) => caseOfResult(run, result)),
    ...report.load_errors.map((fault) => caseOfFault(run, fault)),
    ...report.skipped.map(({ id, reason }) => caseWithoutResult(run, id, reason)),
    ...report.not_run.map((id) => caseWithoutResult(run, id, `not run, the run is ${report.run_status}`)),
  ]
  const suites = new Map<string, TestCase[]>()
  for (const each of cases) {
    const suite = suiteOf(each)
    const others = suites.get(suite)
    if (others) others.push(each)
    else suites.set(suite, [each])
  }
  return {
    name: 'testsuites',
    attributes: { name: 'eval checks', ...count(cases), time: seconds(report.duration_ms) },
    content: [...suites].map(([name, members]) => ({
      name: 'testsuite',
      attributes: {
        name,
        timestamp: report.started_at,
        ...count(members),
        time: seconds(members.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
      },
      content: [
        properties({
          run_id: report.run_id,
          plan_sha256: report.plan_sha256,
          decision: decision.sentence,
          shard: report.shard,
        }),
        ...members.map(testCase),
      ],
    })),
  }
}

/** The folder of a check's file. */
function suiteOf({ file }: TestCase): string {
  const folder = file?.split('/').slice(0, -1).join('/')
  return folder || 'eval checks'
}

function testCase({ file, name, milliseconds, content }: TestCase): XmlElement {
  return {
    name: 'testcase',
    attributes: {
      classname: file ?? 'eval checks',
      name,
      file: file ?? undefined,
      time: seconds(milliseconds),
    },
    content,
  }
}

function caseOfResult({ header }: RunEnd, result: CheckResult): TestCase {
  const { agent_type: agent, model, cost_usd: cost } = result.details
  const described = properties({
    // An error is no zero.
    score: result.status === 'error' ? undefined : result.score,
    type: result.check_type,
    check_definition_sha256: result.check_definition_sha256,
    description: result.description,
    tags: result.tags.length === 0 ? undefined : result.tags.join(', '),
    agent: typeof agent === 'string' ? agent : undefined,
    model: typeof model === 'string' ? model : undefined,
    cost_usd: typeof cost === 'number' ? cost : undefined,
    reason: result.status === 'passed' ? (result.reason ?? undefined) : undefined,
    error_code: result.error_code ?? undefined,
  })
  const said = [
    ...(result.stdout === '' ? [] : [{ name: 'system-out', content: result.stdout }]),
    ...(result.stderr === '' ? [] : [{ name: 'system-err', content: result.stderr }]),
  ]
  return {
    file: pathFrom(header.project_root, result.source_path),
    name: result.check_id,
    milliseconds: result.duration_ms,
    outcome: result.status === 'error' ? 'errored' : result.status,
    content: [described, ...troubleOf(result), ...said],
  }
}

function troubleOf(result: CheckResult): XmlElement[] {
  if (result.status === 'passed') return []
  const explanation = explainResult(result)
  const output = tailLines(result.stderr, 20, 4000)
  const text = output === '' || explanation.includes(output) ? explanation : `${explanation}\n\n${output}`
  return [
    {
      name: result.status === 'failed' ? 'failure' : 'error',
      attributes: {
        message: oneLine(explanation),
        type: result.status === 'failed' ? 'CheckFailed' : (result.error_code ?? 'CheckError'),
      },
      content: text,
    },
  ]
}

function caseOfFault({ header }: RunEnd, fault: ReportedFault): TestCase {
  const file = pathFrom(header.project_root, fault.file)
  const message = `${fault.field}: ${fault.message}`
  return {
    file,
    name: `${file}:${fault.line}:${fault.column}`,
    milliseconds: 0,
    outcome: 'errored',
    content: [
      {
        name: 'error',
        attributes: { message: oneLine(message), type: fault.code },
        content: `${file}:${fault.line}:${fault.column}\n${message}`,
      },
    ],
  }
}

function caseWithoutResult({ header, locate }: RunEnd, id: string, reason: string): TestCase {
  const place = locate?.(id) ?? null
  return {
    file: place && pathFrom(header.project_root, place.file),
    name: id,
    milliseconds: 0,
    outcome: 'skipped',
    content: [{ name: 'skipped', attributes: { message: oneLine(reason) } }],
  }
}

function properties(values: Readonly<Record<string, string | number | undefined>>): XmlElement {
  const known = Object.entries(values).filter(([, value]) => value !== undefined)
  return {
    name: 'properties',
    content: known.map(([name, value]) => ({ name: 'property', attributes: { name, value } })),
  }
}

function count(cases: readonly TestCase[]): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const having = (outcome: TestCase['outcome']) => cases.filter((each) => each.outcome === outcome).length
  return {
    tests: cases.length,
    failures: having('failed'),
    errors: having('errored'),
    skipped: having('skipped'),
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
