// One check as the page shows it. Pure.
import type { PastOfCheck } from '../../src/analyze/checks/compare-with-past.js'
import type { CheckResult, CheckStatus } from '../../src/contracts/check-result.js'
import { votesOf } from '../../src/contracts/vote-record.js'
import { cutText, explainResult, headLines, oneLine, tailLines } from '../shared/display.js'
import { describeJudge } from '../shared/judging.js'
import { pathFrom } from '../shared/paths.js'
import type { Gathered } from './gather.js'
import { rerunOf } from './next-steps.js'
import type { PageCheck, PageLink, PageVote } from './page-document.js'

const LONGEST_REASON = 20_000
const LONGEST_STREAM = 16_384
/** Nobody has to look into a check that passed. */
const LONGEST_STREAM_PASSED = 2_000
const MOST_TAGS = 50
const MOST_VOTES = 50
const MOST_LINKS = 100

const letters: Readonly<Record<CheckStatus, string>> = { passed: 'p', failed: 'f', error: 'e' }

/** How many UTF-16 units of long texts a page may still hold; shared by all of its checks. */
export class Allowance {
  #left: number
  /** Checks that got less than they have. */
  denied = 0

  constructor(units: number) {
    this.#left = units
  }

  /** True when there is room for so much; it is then taken. */
  take(units: number): boolean {
    if (units > this.#left) {
      this.denied += 1
      return false
    }
    this.#left -= units
    return true
  }
}

/** See the file's head. Prompts and lines of files are asked for only where somebody has to look. */
export function describeCheck(
  result: CheckResult,
  projectRoot: string,
  past: PastOfCheck | undefined,
  gathered: Gathered,
  allowance: Allowance,
): PageCheck {
  const votes = votesOf(result)
  const long = longTexts(result, gathered, votes.length > 0, allowance)
  return {
    id: cutText(oneLine(result.check_id), 300),
    type: cutText(oneLine(result.check_type), 100),
    description: headLines(result.description, 40, 2000),
    file: cutText(oneLine(pathFrom(projectRoot, result.source_path)), 500),
    tags: result.tags.slice(0, MOST_TAGS).map((tag) => cutText(oneLine(tag), 100)),
    status: result.status,
    started_at: result.started_at,
    duration_ms: result.duration_ms,
    reason: reasonOf(result),
    error_code: result.error_code === null ? null : cutText(oneLine(result.error_code), 100),
    exit_code: result.exit_code,
    ...long,
    judge: votes.length === 0 ? null : cutText(describeJudge(result).join(', '), 2000),
    votes: votes.slice(0, MOST_VOTES).map(describeVote),
    judged: votes.length > 0,
    cost_usd: costOf(result),
    evidence: gathered.evidenceOf(result.check_id).slice(0, MOST_LINKS).map(linkTo),
    rerun: rerunOf(result.check_id),
    past: (past?.statuses ?? []).map((status) => (status === null ? '-' : letters[status])).join(''),
    change: past?.change ?? null,
    definition_changed: past?.definitionChanged ?? null,
    flaky: past?.flaky ?? false,
  }
}

function reasonOf(result: CheckResult): string | null {
  const text = result.status === 'passed' ? result.reason : explainResult(result)
  return text === null ? null : headLines(text, 400, LONGEST_REASON)
}

function longTexts(
  result: CheckResult,
  { promptOf, frameOf }: Gathered,
  judged: boolean,
  allowance: Allowance,
): Pick<PageCheck, 'stderr' | 'stdout' | 'prompt' | 'frame'> {
  const passed = result.status === 'passed'
  const tail = (text: string) => tailLines(text, 400, passed ? LONGEST_STREAM_PASSED : LONGEST_STREAM)
  const stderr = tail(result.stderr)
  // What a judge says in full is in its own file; its reason stands on the page.
  const stdout = tail(result.stdout)
  const prompt = passed || !judged ? null : promptOf(result.check_id)
  const frame = passed ? null : frameOf(result)
  return allowance.take(stderr.length + stdout.length + (prompt?.length ?? 0))
    ? { stderr, stdout, prompt, frame }
    : { stderr: '', stdout: '', prompt: null, frame }
}

function describeVote(vote: ReturnType<typeof votesOf>[number]): PageVote {
  return {
    agent: cutText(oneLine(vote.agent_type), 80),
    model: vote.model === null ? null : cutText(oneLine(vote.model), 80),
    status: vote.status,
    reason: vote.reason === null ? null : headLines(vote.reason, 40, 4000),
    cost_usd: vote.cost_usd,
    replayed: vote.replayed_from !== null,
  }
}

function costOf({ details }: CheckResult): number | null {
  const cost = details.cost_usd
  return typeof cost === 'number' && cost >= 0 ? cost : null
}

/** Every part of the path is encoded, so that it stays a path below the page, whatever it is called. */
function linkTo(path: string): PageLink {
  const name = path.replace(/^checks\//, '')
  const label = name.endsWith('/') ? 'evidence folder' : (/\.(.*)$/.exec(name)?.[1] ?? name)
  return { label, href: path.split('/').map(encodeURIComponent).join('/') }
}
