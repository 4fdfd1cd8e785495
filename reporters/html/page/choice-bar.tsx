// What the reader can choose: text, status, tag, type, history, groups and order.
import type { Ref } from 'preact'
import type { PageCheck } from '../page-document.js'
import { type Choice, everything, type Grouping, type Order, type Status } from './choose-checks.js'
import { countOf, formatCount, nameStatus } from './words.js'

interface ChoiceBarProps {
  readonly choice: Choice
  readonly checks: readonly PageCheck[]
  /** How many are left. */
  readonly shown: number
  readonly change: (choice: Choice) => void
  readonly search: Ref<HTMLInputElement>
}

const statuses: readonly Status[] = ['failed', 'error', 'passed']
const groupings: readonly [Grouping, string][] = [
  ['none', 'no groups'],
  ['folder', 'by folder'],
  ['tag', 'by tag'],
  ['type', 'by type'],
  ['status', 'by status'],
]
const orders: readonly [Order, string][] = [
  ['need', 'needs a look first'],
  ['duration', 'slowest first'],
  ['cost', 'most expensive first'],
  ['name', 'by name'],
]

/** See the file's head. */
export function ChoiceBar({ choice, checks, shown, change, search }: ChoiceBarProps) {
  const set = (part: Partial<Choice>) => change({ ...choice, ...part })
  const narrowed = JSON.stringify({ ...choice, grouping: 0, order: 0 }) !== everythingNarrowed
  return (
    <search class="choice">
      <input
        ref={search}
        type="search"
        placeholder="Search checks  ( / )"
        aria-label="Search in ids, descriptions, reasons, tags and files"
        value={choice.text}
        onInput={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <fieldset>
        <legend class="unseen">Status</legend>
        {statuses.map((status) => (
          <StatusToggle key={status} status={status} choice={choice} checks={checks} set={set} />
        ))}
      </fieldset>
      <Select
        label="Type"
        value={choice.type ?? ''}
        options={[['', 'all types'], ...valuesOf(checks, ({ type }) => [type])]}
        set={(type) => set({ type: type === '' ? null : type })}
      />
      <Select
        label="Tag"
        value={choice.tag ?? ''}
        options={[['', 'all tags'], ...valuesOf(checks, ({ tags }) => tags)]}
        set={(tag) => set({ tag: tag === '' ? null : tag })}
      />
      <Select
        label="Groups"
        value={choice.grouping}
        options={groupings}
        set={(value) => set({ grouping: groupings.find(([name]) => name === value)?.[0] ?? 'none' })}
      />
      <Select
        label="Order"
        value={choice.order}
        options={orders}
        set={(value) => set({ order: orders.find(([name]) => name === value)?.[0] ?? 'need' })}
      />
      <output class="shown">
        {shown === checks.length
          ? countOf(shown, 'check')
          : `${formatCount(shown)} of ${countOf(checks.length, 'check')}`}
        {choice.movement !== null && `, ${choice.movement.replace('-', ' ')}`}
      </output>
      {narrowed && (
        <button
          type="button"
          class="quiet"
          onClick={() => change({ ...everything, grouping: choice.grouping, order: choice.order })}
        >
          show all
        </button>
      )}
    </search>
  )
}

const everythingNarrowed = JSON.stringify({ ...everything, grouping: 0, order: 0 })

interface StatusToggleProps {
  readonly status: Status
  readonly choice: Choice
  readonly checks: readonly PageCheck[]
  readonly set: (part: Partial<Choice>) => void
}

function StatusToggle({ status, choice: { statuses: chosen }, checks, set }: StatusToggleProps) {
  const pressed = chosen.includes(status)
  const count = checks.filter((check) => check.status === status).length
  return (
    <button
      type="button"
      class={`toggle ${status}`}
      aria-pressed={pressed}
      onClick={() =>
        set({ statuses: pressed ? chosen.filter((other) => other !== status) : [...chosen, status] })
      }
    >
      {nameStatus(status)} <span>{formatCount(count)}</span>
    </button>
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [string, string])[]
  readonly set: (value: string) => void
}

function Select({ label, value, options, set }: SelectProps) {
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}

const MOST_VALUES = 500

/** Values with their counts, the most frequent first. */
function valuesOf(
  checks: readonly PageCheck[],
  read: (check: PageCheck) => readonly string[],
): [string, string][] {
  const counts = new Map<string, number>()
  for (const check of checks) for (const value of read(check)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MOST_VALUES)
    .map(([value, count]) => [value, `${value} (${formatCount(count)})`])
}
