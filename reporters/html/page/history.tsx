// The last runs in the output folder: the pass rate of each with its interval, and a table of the same.
import { dot, line, plot, pointerX, ruleX, ruleY, tip } from '@observablehq/plot'
import { useMemo } from 'preact/hooks'
import type { PageDocument, PageRun } from '../page-document.js'
import { Figure } from './figure.js'
import { countOf, formatDollars, formatDuration, formatMoment, formatShare } from './words.js'

/** See the file's head. */
export function History({ document: { history, run } }: { readonly document: PageDocument }) {
  const drawn = useMemo(() => history.flatMap(pointOf), [history])
  const draw = useMemo(
    () => (width: number) => drawHistory(drawn, run.threshold, width),
    [drawn, run.threshold],
  )
  if (history.length < 2) {
    return (
      <section class="card" aria-labelledby="history-heading">
        <h2 id="history-heading">History</h2>
        <p class="muted">No earlier run lies beside this one.</p>
      </section>
    )
  }
  return (
    <section class="card" aria-labelledby="history-heading">
      <h2 id="history-heading">History</h2>
      <Figure
        title={`Pass rate of the last ${countOf(history.length, 'run')}, with 95% intervals (Wilson)`}
        label={`Pass rates, oldest first: ${drawn.map(({ estimate }) => formatShare(estimate)).join(', ')}.`}
        draw={draw}
        note="Dashed: the threshold of this run. Runs may have chosen other checks: compare n in the table."
      />
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              {['Run', 'Started', 'Verdict', 'Pass rate', 'Interval', 'n', 'Errors', 'Took', 'Cost'].map(
                (name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>{history.toReversed().map((each) => Line(each))}</tbody>
        </table>
      </details>
    </section>
  )
}

function Line(run: PageRun) {
  const { interval } = run
  return (
    <tr key={run.run_id}>
      <td>{run.href === null ? run.run_id : <a href={run.href}>{run.run_id}</a>}</td>
      <td>{formatMoment(run.started_at)}</td>
      <td>{run.run_passed === null ? 'undecided' : run.run_passed ? 'passed' : 'not passed'}</td>
      <td>{interval.kind === 'interval' ? formatShare(interval.estimate) : 'none'}</td>
      <td>
        {interval.kind === 'interval'
          ? `${formatShare(interval.lower)} to ${formatShare(interval.upper)}`
          : 'none'}
      </td>
      <td>{interval.n}</td>
      <td>{run.errored}</td>
      <td>{formatDuration(run.duration_ms)}</td>
      <td>{run.judged ? (run.cost_usd === null ? 'unknown' : formatDollars(run.cost_usd)) : ''}</td>
    </tr>
  )
}

/** A run that has a rate. */
interface Point {
  readonly at: number
  readonly started: string
  readonly passed: boolean | null
  readonly estimate: number
  readonly lower: number
  readonly upper: number
  readonly n: number
}

function pointOf({ interval, started_at, run_passed }: PageRun, at: number): Point[] {
  if (interval.kind === 'undefined') return []
  const { estimate, lower, upper, n } = interval
  return [{ at, started: formatMoment(started_at), passed: run_passed, estimate, lower, upper, n }]
}

function drawHistory(points: readonly Point[], threshold: number, width: number): Element {
  const last = Math.max(1, points.at(-1)?.at ?? 1)
  const every = Math.max(1, Math.ceil((last + 1) / Math.max(2, Math.floor(width / 120))))
  const started = new Map(points.map((point) => [point.at, point.started.replace(/,.*/, '')]))
  // Intervals and dots need no zero; room for what lies lowest is enough.
  const lowest = points.reduce((low, { lower }) => Math.min(low, lower), threshold)
  const floor = Math.max(0, Math.floor((lowest - 0.02) * 5) / 5)
  return plot({
    className: 'plot',
    width,
    height: 260,
    marginLeft: 48,
    marginRight: 20,
    marginBottom: 32,
    x: {
      domain: [-0.5, last + 0.5],
      ticks: points.map(({ at }) => at).filter((at) => (last - at) % every === 0),
      tickFormat: (at: number) => started.get(at) ?? '',
      label: null,
    },
    y: {
      domain: [floor, 1],
      grid: true,
      ticks: 5,
      tickFormat: (share: number) => `${Math.round(share * 100)}%`,
      label: null,
    },
    color: {
      domain: ['passed', 'not passed', 'undecided'],
      range: ['var(--passed)', 'var(--failed)', 'var(--muted)'],
    },
    marks: [
      ruleY([threshold], { stroke: 'currentColor', strokeOpacity: 0.6, strokeDasharray: '5,4' }),
      ruleX(points, {
        x: 'at',
        y1: 'lower',
        y2: 'upper',
        stroke: 'var(--accent)',
        strokeOpacity: 0.28,
        strokeWidth: 9,
        strokeLinecap: 'round',
      }),
      line(points, { x: 'at', y: 'estimate', stroke: 'var(--accent)', strokeWidth: 1.5 }),
      dot(points, {
        x: 'at',
        y: 'estimate',
        r: 5,
        fill: ({ passed }: Point) => (passed === null ? 'undecided' : passed ? 'passed' : 'not passed'),
        symbol: ({ passed }: Point) => (passed === true ? 'circle' : 'diamond'),
        stroke: 'var(--card)',
        strokeWidth: 1.5,
      }),
      tip(
        points,
        pointerX({
          x: 'at',
          y: 'estimate',
          title: ({ started: when, estimate, lower, upper, n, passed }: Point) =>
            `${when}\n${formatShare(estimate)} (${formatShare(lower)} to ${formatShare(upper)}), n = ${n}\n${passed === null ? 'undecided' : passed ? 'passed' : 'not passed'}`,
        }),
      ),
    ],
  })
}
