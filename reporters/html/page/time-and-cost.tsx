// How long checks took and what judges cost: the spread of both, and the checks at the top.
import { binX, plot, type RectYOptions, rectY, ruleY } from '@observablehq/plot'
import { useMemo } from 'preact/hooks'
import type { PageCheck, PageDocument } from '../page-document.js'
import { Figure } from './figure.js'
import { countOf, formatDollars, formatDuration, nameStatus, StatusSign } from './words.js'

const MOST_LISTED = 8

interface TimeAndCostProps {
  readonly document: PageDocument
  readonly choose: (index: number) => void
}

/** See the file's head. */
export function TimeAndCost({ document, choose }: TimeAndCostProps) {
  const { checks, judging_words } = document
  const durations = useMemo(() => measure(checks, ({ duration_ms }) => Math.max(1, duration_ms)), [checks])
  const costs = useMemo(() => measure(checks, ({ judged, cost_usd }) => (judged ? cost_usd : null)), [checks])
  const unknown = checks.filter(({ judged, cost_usd }) => judged && cost_usd === null).length
  if (durations.length === 0) return null
  return (
    <section class="card" aria-labelledby="time-heading">
      <div class="heading">
        <h2 id="time-heading">Time and cost</h2>
        <p class="key muted" aria-hidden="true">
          {(['passed', 'error', 'failed'] as const).map((status) => (
            <span key={status} class={status}>
              {nameStatus(status)}
            </span>
          ))}
        </p>
      </div>
      <div class="columns">
        <Spread title="How long checks took" measured={durations} format={formatDuration} />
        <Top title="Slowest" measured={durations} format={formatDuration} choose={choose} />
      </div>
      {judging_words.length > 0 && (
        <>
          <h3>Judges</h3>
          {judging_words.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {costs.some(({ value }) => value > 0) && (
            <div class="columns">
              <Spread
                title="What judge checks cost"
                measured={costs}
                format={formatDollars}
                {...(unknown === 0
                  ? {}
                  : { note: `Not drawn: ${countOf(unknown, 'check')} whose cost nobody knows.` })}
              />
              <Top title="Most expensive" measured={costs} format={formatDollars} choose={choose} />
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** A check with its number. */
interface Measured {
  readonly index: number
  readonly check: PageCheck
  readonly value: number
}

function measure(
  checks: readonly PageCheck[],
  read: (check: PageCheck) => number | null,
): readonly Measured[] {
  return checks.flatMap((check, index) => {
    const value = read(check)
    return value === null ? [] : [{ index, check, value }]
  })
}

interface SpreadProps {
  readonly title: string
  readonly measured: readonly Measured[]
  readonly format: (value: number) => string
  readonly note?: string
}

function Spread({ title, measured, format, note }: SpreadProps) {
  const shown = useMemo(() => measured.filter(({ value }) => value > 0), [measured])
  const draw = useMemo(() => (width: number) => drawSpread(shown, format, width), [shown, format])
  const sorted = useMemo(() => shown.map(({ value }) => value).sort((a, b) => a - b), [shown])
  const middle = format(sorted[Math.floor(sorted.length / 2)] ?? 0)
  return (
    <Figure
      title={`${title}, median ${middle}`}
      label={`${title}: ${countOf(sorted.length, 'check')} from ${format(sorted[0] ?? 0)} to ${format(sorted.at(-1) ?? 0)}, median ${middle}.`}
      draw={draw}
      {...(note === undefined ? {} : { note })}
    />
  )
}

// Both spread over several powers of ten, so the axis is logarithmic; bins are a fifth of a power.
function drawSpread(
  measured: readonly Measured[],
  format: (value: number) => string,
  width: number,
): Element {
  const logarithms = measured.map(({ value }) => Math.log10(value))
  const from = Math.floor(Math.min(...spreadOf(logarithms)) * 5) / 5
  const to = Math.max(Math.ceil(Math.max(...spreadOf(logarithms)) * 5 + 0.001) / 5, from + 0.4)
  return plot({
    className: 'plot',
    width,
    height: 220,
    marginLeft: 44,
    marginBottom: 32,
    x: {
      domain: [from, to],
      ticks: ticksBetween(from, to, width / 90),
      tickFormat: (power: number) => format(10 ** power),
      label: null,
    },
    y: {
      grid: true,
      label: 'checks',
      tickFormat: (count: number) => (Number.isInteger(count) ? String(count) : ''),
    },
    color: {
      domain: ['failed', 'error', 'passed'],
      range: ['var(--failed)', 'var(--error)', 'var(--passed)'],
    },
    marks: [
      rectY(
        measured,
        binX<RectYOptions>(
          { y: 'count' },
          {
            x: { value: ({ value }: Measured) => Math.log10(value), interval: 0.2 },
            fill: ({ check }: Measured) => check.status,
            order: ['passed', 'error', 'failed'],
            inset: 0.75,
          },
        ),
      ),
      ruleY([0]),
    ],
  })
}

/** Logarithms of 1, 3, 10, 30 and so on; without the threes where there is no room for them. */
function ticksBetween(from: number, to: number, most: number): number[] {
  const powers = Array.from(
    { length: Math.floor(to) - Math.ceil(from) + 2 },
    (_, at) => Math.floor(from) + at,
  )
  const all = powers.flatMap((power) => [power, power + Math.log10(3)])
  const inside = (ticks: readonly number[]) => ticks.filter((tick) => tick >= from && tick <= to)
  return inside(all).length <= most ? inside(all) : inside(powers)
}

/** Smallest and largest, without spreading thousands of arguments. */
function spreadOf(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

interface TopProps {
  readonly title: string
  readonly measured: readonly Measured[]
  readonly format: (value: number) => string
  readonly choose: (index: number) => void
}

function Top({ title, measured, format, choose }: TopProps) {
  const top = useMemo(() => [...measured].sort((a, b) => b.value - a.value).slice(0, MOST_LISTED), [measured])
  const longest = top[0]?.value ?? 1
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <ol class="top">
        {top.map(({ index, check, value }) => (
          <li key={index}>
            <button type="button" onClick={() => choose(index)}>
              <StatusSign status={check.status} />
              <span class="name">{check.id}</span>
              <span class="value">{format(value)}</span>
              <span class="length" style={{ width: `${(100 * value) / longest}%` }} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ol>
    </figure>
  )
}
