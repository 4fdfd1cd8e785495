// Runs with checks of every kind, and their history in an output folder: for tests of pages.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { htmlReporter } from '../../reporters/html/index.js'
import { resultsReporter } from '../../reporters/results/index.js'
import type { CheckResult } from '../../src/contracts/check-result.js'
import type { RunEnd } from '../../src/contracts/reporter.js'
import { checkStem } from '../../src/contracts/stem.js'
import { buildReport } from '../../src/decide/checks/build-report.js'
import { makeJudged, makeVoteRecord } from './judged.js'
import { loadError, makeHeader, makeResult } from './results.js'
import { makeRunEnd } from './run-ends.js'

const folders = ['answers', 'reports/monthly', 'retrieval', 'tone']
const subjects = [
  'names_every_region',
  'cites_a_source',
  'stays_short',
  'keeps_the_currency',
  'is_polite',
  'adds_up',
]
const tags = ['smoke', 'nightly', 'language', 'numbers', 'safety']

/** Numbers between 0 and 1 that are the same in every run of a test. */
function makeChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Results of `count` checks: of ten about one fails and every twentieth is an error; every third asks a judge. */
export function makeVariedResults(count: number, seed = 7): CheckResult[] {
  return Array.from({ length: count }, (_, index) =>
    makeVariedResult(index, seed, makeChance(seed * 1000 + index * 7919)),
  )
}

function makeVariedResult(index: number, seed: number, chance: () => number): CheckResult {
  chance()
  const folder = folders[index % folders.length] ?? ''
  const id = `${subjects[index % subjects.length]}_${String(index).padStart(2, '0')}`
  const roll = chance()
  const prone = index % 17 === 2 || index % 23 === 5
  const status =
    index % 20 === 13
      ? 'error'
      : roll < (prone ? 0.5 : index % 10 === 4 ? 0.97 - seed * 0.04 : 0.01)
        ? 'failed'
        : 'passed'
  const changes: Partial<CheckResult> = {
    description: 'The monthly report names every region with its total, in the order of the ledger.',
    source_path: `/project/eval_checks/${folder}/${id}.yaml`,
    tags: tags.filter((_, at) => (index + at) % 3 === 0),
    duration_ms: Math.round(10 ** (1 + 3.2 * chance())),
    ...(status === 'error'
      ? {
          error_code: index % 40 === 13 ? 'timed-out' : 'PYTHON_NOT_FOUND',
          error_detail:
            'the script was still running after 30 s and was ended: raise timeout_seconds, or make it faster',
        }
      : {}),
    ...(status === 'failed'
      ? {
          reason: `AssertionError: total is -${index}, expected at least 0`,
          stderr: `Traceback (most recent call last):\n  File "check.py", line 14, in <module>\n    assert report["total"] >= 0\nAssertionError: total is -${index}, expected at least 0\n`,
          stdout: 'reading output/report.json\n12 rows\n',
        }
      : {}),
  }
  if (index % 3 !== 0) return makeResult(id, status, changes)
  const vote = status === 'error' ? 'error' : status
  const cost = Math.round(chance() * 400) / 10_000
  const votes = [1, 2, 3].map((replicate) =>
    makeVoteRecord({
      replicate,
      status: replicate === 3 && index % 9 === 0 ? 'failed' : vote,
      reason: 'The answer leaves out the west, which the ledger has with 1,204 orders.',
      cost_usd: cost,
    }),
  )
  const judged = makeJudged(id, status, index % 2 ? votes : votes.slice(0, 1))
  return { ...judged, ...changes, stderr: '', reason: status === 'error' ? null : (votes[0]?.reason ?? null) }
}

/** A run in `outputDir/<run_id>`, with everything that a reporter of pages reads; not yet reported. */
export function storeVariedRun(outputDir: string, runId: string, results: readonly CheckResult[]): RunEnd {
  const folder = join(outputDir, runId)
  mkdirSync(join(folder, 'checks'), { recursive: true })
  const [, month = '01', day = '02'] = /^\d{4}(\d\d)(\d\d)/.exec(runId) ?? []
  const ids = results.map(({ check_id }) => check_id)
  const header = makeHeader([...ids, 'was_not_run'], {
    run_id: runId,
    project_root: '/project',
    output_dir: folder,
    started_at: `2026-${month}-${day}T09:30:00.000Z`,
    pass_threshold: 0.9,
    skipped: [{ id: 'needs_a_licence', reason: 'the licence server is down' }],
    load_errors: [loadError],
  })
  for (const { check_id, check_type, status, stderr } of results) {
    const stem = join(folder, 'checks', checkStem(check_id))
    if (stderr !== '') writeFileSync(`${stem}.stderr.txt`, stderr)
    if (check_type === 'harness_judge' && status !== 'passed')
      writeFileSync(
        `${stem}.prompt.txt`,
        'You judge one answer.\n\n## Instructions\n\nIs every region named?\n',
      )
  }
  return {
    ...makeRunEnd(header, results, { folder }),
    report: buildReport(header, results, {
      completedAt: new Date(Date.parse(header.started_at) + 41_300).toISOString(),
      runStatus: 'complete',
    }),
    redact: (text) => text,
    // Every check is said to stand in one file.
    locate: () => ({ file: join(outputDir, 'check.yaml'), line: 5, column: 3 }),
  }
}

/** Stores and reports a run and `earlier` ones before it; returns the path of its page. */
export async function makePage(outputDir: string, count: number, earlier: number): Promise<string> {
  writeFileSync(
    join(outputDir, 'check.yaml'),
    'schema_version: 1\nid: names_every_region\ntype: deterministic\ndescription: The monthly report names every region.\nscript: |\n  import json\n\n  with open("output/report.json") as file:\n      report = json.load(file)\n  assert report["total"] >= 0, f"total is {report[\'total\']}"\n',
  )
  let page = ''
  for (let at = 0; at <= earlier; at++) {
    const runId = `202601${String(at + 1).padStart(2, '0')}_093000_0a1b2c3d`
    const run = storeVariedRun(outputDir, runId, makeVariedResults(count, at + 1))
    await resultsReporter().onRunEnd?.(run)
    if (at === earlier || at === 0) await htmlReporter().onRunEnd?.(run)
    page = join(run.places.folder, 'report.html')
  }
  return page
}
