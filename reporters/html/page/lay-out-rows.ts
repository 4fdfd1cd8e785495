// Where each row of the list stands, so that only those in sight are made. Pure.
import type { Entry, Group } from './choose-checks.js'

/** Heights in CSS pixels; the styles agree with them. */
export const ROW_HEIGHT = 60
/** See {@link ROW_HEIGHT}. */
export const HEAD_HEIGHT = 38

/** A line of the list: the head of a group, or a check. */
export type Row =
  | { readonly kind: 'head'; readonly top: number; readonly group: Group }
  | {
      readonly kind: 'check'
      readonly top: number
      readonly entry: Entry
      /** Counts from 0 among the checks of the list. */
      readonly position: number
    }

/** All rows and their height together. */
export interface Layout {
  readonly rows: readonly Row[]
  /** The rows that are checks. */
  readonly checks: readonly Extract<Row, { kind: 'check' }>[]
  readonly height: number
}

/** Lays out groups; of a folded one only the head. */
export function layOutRows(groups: readonly Group[], folded: ReadonlySet<string>): Layout {
  const rows: Row[] = []
  const checks: Extract<Row, { kind: 'check' }>[] = []
  let top = 0
  for (const group of groups) {
    if (group.title !== '') {
      rows.push({ kind: 'head', top, group })
      top += HEAD_HEIGHT
      if (folded.has(group.title)) continue
    }
    for (const entry of group.entries) {
      const row = { kind: 'check', top, entry, position: checks.length } as const
      rows.push(row)
      checks.push(row)
      top += ROW_HEIGHT
    }
  }
  return { rows, checks, height: top }
}

/** The rows between two heights, and a few more on both sides. */
export function rowsInSight({ rows }: Layout, from: number, to: number, margin = 6): readonly Row[] {
  const first = Math.max(0, findRow(rows, from) - margin)
  return rows.slice(first, findRow(rows, to) + 1 + margin)
}

/** Index of the last row that starts at or above `height`. */
function findRow(rows: readonly Row[], height: number): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((rows[middle]?.top ?? 0) <= height) low = middle
    else high = middle - 1
  }
  return low
}
