// Says a decision in one sentence of plain words.
import type { Tally } from '../../analyze/checks/tally.js'
import type { Decision } from '../../contracts/decision.js'
import type { RunHeader } from '../../contracts/eval-report.js'

/** A number with its noun: `1 check`, `2 checks`. */
export function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The sentence of a decision: what was counted, what stands in the way, the threshold, the outcome. */
export function writeSentence(
  tally: Tally,
  header: RunHeader,
  decided: Pick<Decision, 'status' | 'reasons'>,
): string {
  const { total, points, errored } = tally
  const stopped = decided.reasons.find((reason) => reason === 'interrupted' || reason === 'bailed')
  const facts = [
    total === 0
      ? 'no check was run'
      : `${points} of ${countNoun(total, 'check')} passed (${writePercent(tally, header.pass_threshold)}%)`,
    ...(errored > 0 ? [`${errored} could not be judged`] : []),
    ...(header.load_errors.length > 0 ? [countNoun(header.load_errors.length, 'load error')] : []),
    ...(stopped ? [writeStop(stopped, tally.notRun.length)] : []),
    ...(total > 0 ? [`the threshold is ${toPercent(header.pass_threshold)}%`] : []),
  ]
  const shard = header.shard === undefined ? '' : `shard ${header.shard}: `
  return `${shard}${facts.join(', ')}: ${writeOutcome(tally, decided)}`
}

function writeStop(stopped: 'interrupted' | 'bailed', notRun: number): string {
  const how = stopped === 'bailed' ? 'the run stopped early' : 'the run was interrupted'
  return notRun === 0 ? how : `${how} before ${countNoun(notRun, 'check')} finished`
}

function writeOutcome(
  { failed, total }: Tally,
  { status, reasons }: Pick<Decision, 'status' | 'reasons'>,
): string {
  if (status === 'undecided') {
    return reasons.length === 1
      ? 'undecided until all shards are merged'
      : 'the merge of all shards cannot pass'
  }
  if (status === 'passed') {
    return failed === 0 ? 'passed' : `passed, the threshold forgives ${countNoun(failed, 'failed check')}`
  }
  return total > 0 && !reasons.includes('below-threshold')
    ? 'not passed, although the threshold is met'
    : 'not passed'
}

// 0.57 * 100 is 56.99999999999999 as a double; twelve digits are more than anybody writes.
function toPercent(ratio: number): number {
  return Number((ratio * 100).toPrecision(12))
}

// One decimal, or as many as it takes not to contradict the decision: 2999 of 3000 is not 100.0%.
function writePercent({ points, total }: Tally, threshold: number): string {
  const ratio = points / total
  const isTrue = (shown: number) =>
    shown >= toPercent(threshold) === ratio >= threshold && (shown === 100) === (points === total)
  for (let decimals = 1; decimals < 12; decimals++) {
    const text = (ratio * 100).toFixed(decimals)
    if (isTrue(Number(text))) return text
  }
  return String(ratio * 100)
}
