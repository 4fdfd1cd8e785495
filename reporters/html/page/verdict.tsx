// The top of the page: the verdict in one sentence, what to do, the rate and how much it says.
import type { PageDocument, PageRun } from '../page-document.js'
import { type Choice, everything, hasMoved, type Movement, type Status } from './choose-checks.js'
import { Command } from './copy-button.js'
import { countOf, formatCount, formatShare } from './words.js'

const verdicts = { passed: 'Passed', 'not-passed': 'Not passed', undecided: 'Undecided' } as const

interface VerdictProps {
  readonly document: PageDocument
  /** Shows the chosen checks. */
  readonly show: (choice: Choice) => void
}

/** See the file's head. */
export function Verdict({ document, show }: VerdictProps) {
  const { run, steps } = document
  return (
    <section class={`card verdict ${run.decision}`} aria-label="Verdict">
      <div class="said">
        <p class="badge">{verdicts[run.decision]}</p>
        <h1>{`${run.sentence.charAt(0).toUpperCase()}${run.sentence.slice(1)}`}</h1>
        <Proportions document={document} show={show} />
        <h2>What to do</h2>
        <ol class="steps">
          {steps.map(({ text, command }) => (
            <li key={text}>
              <span>{text}</span>
              {command !== null && <Command text={command} />}
            </li>
          ))}
        </ol>
      </div>
      <div class="aside">
        <Rate document={document} />
        <Movements document={document} show={show} />
      </div>
    </section>
  )
}

/** One bar for all checks, and a button for each part. */
function Proportions({ document: { totals }, show }: VerdictProps) {
  const statuses: readonly [Status, number, string][] = [
    ['failed', totals.failed, 'failed'],
    ['error', totals.errored, totals.errored === 1 ? 'error' : 'errors'],
    ['passed', totals.passed, 'passed'],
  ]
  const rest: readonly [string, number][] = [
    ['not run', totals.not_run],
    ['skipped', totals.skipped],
    [totals.load_errors === 1 ? 'broken file' : 'broken files', totals.load_errors],
  ]
  return (
    <div class="proportions">
      <svg class="bar" viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">
        {barParts([
          ...statuses.map(([status, count]) => [status, count] as const),
          ['unrun', totals.not_run],
        ])}
      </svg>
      <div class="counts">
        {statuses.map(([status, count, name]) => (
          <button
            key={status}
            type="button"
            class={`count ${status}`}
            disabled={count === 0}
            onClick={() => show({ ...everything, statuses: [status] })}
          >
            <b>{formatCount(count)}</b> {name}
          </button>
        ))}
        {rest
          .filter(([, count]) => count > 0)
          .map(([name, count]) => (
            <span key={name} class="count">
              <b>{formatCount(count)}</b> {name}
            </span>
          ))}
      </div>
    </div>
  )
}

function barParts(parts: readonly (readonly [string, number])[]) {
  const total = parts.reduce((sum, [, count]) => sum + count, 0)
  let x = 0
  return parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => {
      const width = (1000 * count) / total
      x += width
      return <rect key={name} class={name} x={x - width} width={Math.max(0, width - 2)} height="12" />
    })
}

const movements: readonly [Movement, string][] = [
  ['newly-failing', 'newly failing'],
  ['newly-passing', 'newly passing'],
  ['flaky', 'flaky'],
]

/** What changed, and the last runs in small. */
function Movements({ document: { checks, history }, show }: VerdictProps) {
  if (history.length < 2) return null
  const counted = movements.map(
    ([movement, name]) =>
      [movement, name, checks.filter((check) => hasMoved(check, movement)).length] as const,
  )
  return (
    <div class="movements">
      <h2>
        <a href="#history-heading">Last {countOf(history.length, 'run')}</a>
      </h2>
      <LastRuns history={history} />
      <p>
        {counted.map(([movement, name, count]) => (
          <button
            key={movement}
            type="button"
            class={`chip ${movement}`}
            disabled={count === 0}
            onClick={() => show({ ...everything, movement })}
          >
            {formatCount(count)} {name}
          </button>
        ))}
      </p>
    </div>
  )
}

/** A column for each run, as high as its pass rate, coloured by its verdict. */
function LastRuns({ history }: { readonly history: readonly PageRun[] }) {
  const rates = history.map(({ interval }) => (interval.kind === 'interval' ? interval.estimate : null))
  const words = rates.map((rate) => (rate === null ? 'none' : formatShare(rate)))
  const width = 320 / Math.max(12, history.length)
  return (
    <svg
      class="runs"
      viewBox="0 0 320 48"
      role="img"
      aria-label={`Pass rates, oldest first: ${words.join(', ')}`}
    >
      {history.map(({ run_id, run_passed }, index) => {
        const height = Math.max(2, 46 * (rates[index] ?? 0))
        return (
          <rect
            key={run_id}
            class={run_passed === true ? 'passed' : run_passed === false ? 'failed' : 'unrun'}
            x={index * width + 1}
            y={47 - height}
            width={width - 3}
            height={height}
            rx="2"
          />
        )
      })}
    </svg>
  )
}

/** The pass rate, its interval as a strip, and the threshold on it. */
function Rate({ document: { pass_rate, pass_rate_words, run } }: { readonly document: PageDocument }) {
  const { interval, passed, decided } = pass_rate
  if (interval.kind === 'undefined') {
    return (
      <div class="rate">
        <h2>Pass rate</h2>
        <p class="figure none">none</p>
        <p class="muted">No check was decided.</p>
      </div>
    )
  }
  const left = pass_rate_words.split('; not counted: ')[1]
  return (
    <div class="rate">
      <h2>Pass rate</h2>
      <p class="figure">{formatShare(interval.estimate)}</p>
      <p>
        {formatCount(passed)} of {formatCount(decided)} decided
      </p>
      <svg
        class="strip"
        viewBox="0 0 320 46"
        role="img"
        aria-label={`Wilson 95% interval ${formatShare(interval.lower)} to ${formatShare(interval.upper)}, threshold ${formatShare(run.threshold)}`}
      >
        <line class="axis" x1="10" x2="310" y1="20" y2="20" />
        <line
          class="interval"
          x1={at(interval.lower)}
          x2={Math.max(at(interval.upper), at(interval.lower) + 1)}
          y1="20"
          y2="20"
        />
        <line class="threshold" x1={at(run.threshold)} x2={at(run.threshold)} y1="6" y2="34" />
        <circle class="estimate" cx={at(interval.estimate)} cy="20" r="6" />
        <text x="10" y="44">
          0%
        </text>
        <text x="310" y="44" text-anchor="end">
          100%
        </text>
      </svg>
      <p class="muted">
        95% interval (Wilson) {formatShare(interval.lower)} to {formatShare(interval.upper)}
        <br />
        Threshold {formatShare(run.threshold)}, the thin line
        {left !== undefined && (
          <>
            <br />
            Not counted: {left}
          </>
        )}
      </p>
    </div>
  )
}

function at(share: number): number {
  return 10 + 300 * share
}
