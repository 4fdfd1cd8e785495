// Small words, numbers and signs that all parts of the page use.
import { formatDuration } from '../../shared/display.js'
import type { Status } from './choose-checks.js'

export { formatDuration }

const names: Readonly<Record<Status, string>> = { passed: 'Passed', failed: 'Failed', error: 'Error' }

/** The word for a status. */
export function nameStatus(status: Status): string {
  return names[status]
}

/** `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en')
}

/** `1 check`, `2 checks`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `85.0 %`, with one decimal. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

/** `$0.0123`; small sums keep their first digits. */
export function formatDollars(amount: number): string {
  if (amount === 0) return '$0'
  return `$${amount >= 0.01 ? amount.toFixed(amount >= 10 ? 2 : 4) : Number(amount.toPrecision(2)).toString()}`
}

/** Date and time in the reader's own zone; as it stands when it is none. */
export function formatMoment(iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return iso
  return moment.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}

/** The sign of a status: its shape differs as well as its colour. */
export function StatusSign({ status }: { readonly status: Status }) {
  return (
    <svg class={`sign ${status}`} viewBox="0 0 20 20" aria-hidden="true">
      {status === 'error' ? <path d="M10 1.6 19 18.2H1z" /> : <circle cx="10" cy="10" r="9" />}
      {status === 'passed' && <path class="mark" d="m5.8 10.4 2.9 2.9 5.6-6.3" />}
      {status === 'failed' && <path class="mark" d="m6.7 6.7 6.6 6.6m0-6.6-6.6 6.6" />}
      {status === 'error' && <path class="mark" d="M10 7.6v4.6m0 2.9v.1" />}
    </svg>
  )
}
