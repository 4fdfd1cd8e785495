// A stored run of a real experiment is verified; whichever of its files is changed, and however well, is found.
import { appendFileSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { verifyStoredRun } from '../../src/conduct/verify-run.js'
import { digestBytes, digestDocument } from '../../src/contracts/digest.js'
import { isRecord } from '../../src/contracts/is-json.js'
import { readStoredRun } from '../../src/store/experiment/stored-run.js'
import { RunProject } from './support/real-run.js'
import { at, type Change, change, list, put } from './support/tamper.js'

let project: RunProject
let folder: string
let copies = 0

beforeAll(async () => {
  project = new RunProject({ a: 'say a', b: 'costly', c: 'broken', d: 'once' })
  folder = (await project.run({ more: 'concurrency: 4\n' })).folder
}, 60_000)
afterAll(() => project.remove())

/** The run in a place of its own, under its own name. */
function copyRun(): string {
  const copy = path.join(project.folder, `copy-${++copies}`, path.basename(folder))
  cpSync(folder, copy, { recursive: true })
  return copy
}

function readJson(run: string, file: string): Record<string, unknown> {
  const value: unknown = JSON.parse(readFileSync(path.join(run, file), 'utf8'))
  if (!isRecord(value)) throw new Error(`${file} is no object`)
  return { ...value }
}

const OWN_DIGEST: Readonly<Record<string, string>> = {
  'execution-bundle.json': 'bundleDigest',
  'evaluation-bundle.json': 'bundleDigest',
  'analysis-bundle.json': 'bundleDigest',
  'report.json': 'reportDigest',
}

/** Changes a document, computes its own digest again, and brings the manifest in line: all that a forger of one file can do. */
function forge(run: string, file: string, ...changes: readonly Change[]): void {
  const changed = change(readJson(run, file), ...changes)
  const digest = OWN_DIGEST[file]
  if (digest !== undefined) {
    delete changed[digest]
    changed[digest] = digestDocument(changed)
  }
  const bytes = `${JSON.stringify(changed)}\n`
  writeFileSync(path.join(run, file), bytes)
  const manifest = readJson(run, 'manifest.json')
  delete manifest.manifestDigest
  const documents = manifest.documents
  if (!Array.isArray(documents)) throw new Error('no documents')
  for (const document of documents)
    if (document.fileName === file) {
      document.documentDigest = digestBytes(bytes)
      if (digest !== undefined) document.identityDigest = changed[digest]
    }
  writeManifest(run, manifest)
}

function writeManifest(run: string, manifest: Record<string, unknown>): void {
  const { manifestDigest: _, ...rest } = manifest
  const whole = { ...rest, manifestDigest: digestDocument(rest) }
  writeFileSync(path.join(run, 'manifest.json'), `${JSON.stringify(whole, null, 2)}\n`)
}

async function faultsOf(run: string): Promise<readonly string[]> {
  const { status, faults } = await verifyStoredRun(run)
  expect(status).toBe(faults.length === 0 ? 'verified' : 'refused')
  return faults.map((fault) => `${fault.code} ${fault.file}`)
}

test('a run with failures and lost costs is verified, also in another place', async () => {
  expect(await verifyStoredRun(copyRun())).toMatchObject({ status: 'verified', faults: [] })
  expect(await verifyStoredRun(folder)).toMatchObject({ status: 'verified', faults: [] })
})

describe('runs of every end are verified', () => {
  const verified = async (run: { readonly folder: string }) =>
    expect(await verifyStoredRun(run.folder)).toMatchObject({ status: 'verified', faults: [] })

  test('one whose budget was exhausted', async () => {
    const run = await project.run({
      resolved: (input) => ({ ...input, policy: { ...input.policy, budget: { runMaxInvocations: 3 } } }),
    })
    expect(run.report.status.runStatus).toBe('budget-exhausted')
    await verified(run)
  })

  test('one of which samples were chosen', async () => {
    const run = await project.run({ request: { chosenSamples: new Set(['a']) } })
    expect(run.report.coverage.execution).toMatchObject({ planned: 8, started: 2, notStarted: 6 })
    await verified(run)
  })

  test('one that was cancelled, and the one that resumes it', async () => {
    const stop = new AbortController()
    const first = await project.run({
      request: { stopAdmissions: stop.signal, onRecord: () => stop.abort() },
    })
    expect(first.report.status.runStatus).toBe('cancelled')
    await verified(first)
    const resumed = await project.run({ request: { resume: readStoredRun(project.output, first.runId) } })
    expect(resumed.report.coverage.execution.notStarted).toBe(0)
    await verified(resumed)
  })

  test('one that was cancelled in the middle of a call', async () => {
    const slow = new RunProject({ a: 'slow', b: 'b' })
    onTestFinished(() => slow.remove())
    const stop = new AbortController()
    const run = await slow.run({
      request: {
        signal: stop.signal,
        onStart: () => {
          const look = setInterval(() => {
            if (!slow.calls.some((call) => call.includes('slow'))) return
            clearInterval(look)
            stop.abort()
          }, 10)
        },
      },
    })
    expect(run.report.status.runStatus).toBe('cancelled')
    await verified(run)
  })
})

const DOCUMENTS = [
  'run-plan.json',
  'execution-bundle.json',
  'evaluation-bundle.json',
  'analysis-bundle.json',
  'report.json',
]

describe.each([...DOCUMENTS, 'manifest.json', 'journal.jsonl'])('%s', (file) => {
  test('a byte that is changed is found', async () => {
    const run = copyRun()
    const text = readFileSync(path.join(run, file), 'utf8')
    writeFileSync(
      path.join(run, file),
      text.replace(/(?<=sha256:)./, (digit) => (digit === '0' ? '1' : '0')),
    )
    const faults = await faultsOf(run)
    expect(faults).toContain(`STORED_DIGEST_MISMATCH ${file}`)
  })

  test('its absence is found', async () => {
    const run = copyRun()
    rmSync(path.join(run, file))
    expect(await faultsOf(run)).toContain(
      file === 'manifest.json' ? 'STORED_RUN_PARTIAL manifest.json' : `STORED_FILE_MISSING ${file}`,
    )
  })

  test('what is no JSON is found', async () => {
    const run = copyRun()
    writeFileSync(path.join(run, file), '{')
    const code = 'STORED_DOCUMENT_INVALID'
    expect(await faultsOf(run)).toContain(`${code} ${file}`)
  })
})

test.each([...DOCUMENTS, 'manifest.json'])('another version of %s is refused', async (file) => {
  const run = copyRun()
  const document = { ...readJson(run, file), schemaVersion: 'eval-checks.other/v9' }
  writeFileSync(path.join(run, file), `${JSON.stringify(document, null, file === 'manifest.json' ? 2 : 0)}\n`)
  expect(await faultsOf(run)).toContain(`STORED_VERSION_UNKNOWN ${file}`)
})

test('a name that stands twice in a document is found', async () => {
  const run = copyRun()
  const file = path.join(run, 'report.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('{', '{"runId":"other",'))
  expect(await faultsOf(run)).toContain('STORED_DOCUMENT_REWRITTEN report.json')
})

const OTHER = `sha256:${'0'.repeat(64)}`

describe('a document that was forged with all digests over it', () => {
  const cases: Readonly<Record<string, readonly [expected: string, file: string, ...Change[]]>> = {
    'a plan with another threshold': [
      'STORED_PLAN_DIFFERENT run-plan.json',
      'run-plan.json',
      put('measurementPolicy.retry.maxAttempts', 9),
    ],
    'a plan with another stage digest': [
      'STORED_PLAN_DIFFERENT run-plan.json',
      'run-plan.json',
      put('digests.analysisPlan', OTHER),
    ],
    'an execution with another answer': [
      'EVALUATION_BUNDLE_SOURCE_MISMATCH evaluation-bundle.json',
      'execution-bundle.json',
      put('records.0.output.value', 'better'),
    ],
    'an execution that is not the parent any more': [
      'STORED_PARENT_MISMATCH evaluation-bundle.json',
      'execution-bundle.json',
      put('records.0.output.value', 'better'),
    ],
    'an execution without a failure': [
      'EXECUTION_BUNDLE_COVERAGE_INVALID execution-bundle.json',
      'execution-bundle.json',
      list('records', (all) => all.filter((record) => Reflect.get(record, 'executionStatus') !== 'failed')),
    ],
    'an execution that the journal does not know': [
      'STORED_JOURNAL_DIFFERENT journal.jsonl',
      'execution-bundle.json',
      put('records.0.timing.durationMs', 1),
    ],
    'an evaluation with another reading': [
      'STORED_ANALYSIS_DIFFERENT analysis-bundle.json',
      'evaluation-bundle.json',
      at('records.0.observations.0.value', (value) => value !== true),
    ],
    'an analysis with another evidence': [
      'STORED_ANALYSIS_DIFFERENT analysis-bundle.json',
      'analysis-bundle.json',
      put('evidence.evidenceStatus', 'complete'),
    ],
    'an analysis of another evaluation': [
      'STORED_PARENT_MISMATCH analysis-bundle.json',
      'analysis-bundle.json',
      put('evaluationBundleDigest', OTHER),
    ],
    'a report with an open gate': [
      'STORED_REPORT_DIFFERENT report.json',
      'report.json',
      put('gate', { gateStatus: 'passed', exitCode: 0, reasonCodes: ['release-gates-passed'] }),
    ],
    'a report without what broke': ['STORED_REPORT_DIFFERENT report.json', 'report.json', put('broken', [])],
    'a report of another run': [
      'STORED_IDENTITY_MISMATCH manifest.json',
      'report.json',
      put('runId', 'other'),
    ],
    'a report of another analysis': [
      'STORED_PARENT_MISMATCH report.json',
      'report.json',
      put('bundles.2.bundleDigest', OTHER),
    ],
  }
  test.each(Object.entries(cases))('%s', async (_, [expected, file, ...changes]) => {
    const run = copyRun()
    forge(run, file, ...changes)
    expect(await faultsOf(run)).toContain(expected)
  })
})

describe('a manifest that was forged with its digest', () => {
  const cases: Readonly<Record<string, Change>> = {
    'another status': put('status', 'cancelled'),
    'another generation': put('generation', 1),
    'another predecessor': put('resumedFrom', 'other'),
    'another contract': put('runContractDigest', OTHER),
    'another replayability': put('replayability.execution', 'self-contained'),
    'another start': put('createdAt', '2020-01-01T00:00:00.000Z'),
    'another identity of a document': put('documents.1.identityDigest', OTHER),
  }
  test.each(Object.entries(cases))('%s', async (_, one) => {
    const run = copyRun()
    const manifest = readJson(run, 'manifest.json')
    one(manifest)
    writeManifest(run, manifest)
    const faults = await faultsOf(run)
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.every((fault) => fault.includes('_MISMATCH') || fault.includes('EXECUTION_BUNDLE'))).toBe(
      true,
    )
  })

  test('one document fewer', async () => {
    const run = copyRun()
    const manifest = readJson(run, 'manifest.json')
    list('documents', (all) => all.slice(0, -1))(manifest)
    writeManifest(run, manifest)
    expect(await faultsOf(run)).toContain('STORED_DOCUMENT_INVALID manifest.json')
  })
})

describe('what records and report refer to', () => {
  test('a content that was changed is found', async () => {
    const run = copyRun()
    const [content = ''] = readdirSync(path.join(run, 'content'))
    appendFileSync(path.join(run, 'content', content), ' ')
    expect(await faultsOf(run)).toContain('STORED_CONTENT_INVALID execution-bundle.json')
  })

  test('a content that is gone is found', async () => {
    const run = copyRun()
    rmSync(path.join(run, 'content'), { recursive: true })
    expect(await faultsOf(run)).toContain('STORED_CONTENT_INVALID execution-bundle.json')
  })

  test('a log that is gone is found', async () => {
    const run = copyRun()
    rmSync(path.join(run, 'logs'), { recursive: true })
    expect(await faultsOf(run)).toEqual([
      'STORED_FILE_MISSING report.json',
      'STORED_FILE_MISSING report.json',
    ])
  })
})

test('a folder under another name is another run', async () => {
  const run = copyRun()
  renameSync(run, `${run}x`)
  expect(await faultsOf(`${run}x`)).toEqual(['STORED_IDENTITY_MISMATCH manifest.json'])
})

test('all faults of all files are told at once', async () => {
  const run = copyRun()
  forge(run, 'report.json', put('broken', []))
  appendFileSync(path.join(run, 'execution-bundle.json'), '\n')
  const faults = await faultsOf(run)
  expect(faults).toContain('STORED_REPORT_DIFFERENT report.json')
  expect(faults).toContain('STORED_DOCUMENT_REWRITTEN execution-bundle.json')
})
