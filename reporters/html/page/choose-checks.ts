// Which checks are listed, in which order and groups. Pure: from the document and what the reader chose.
import type { PageCheck } from '../page-document.js'

/** How a check ended. */
export type Status = PageCheck['status']

/** By what checks are put together. */
export type Grouping = 'none' | 'folder' | 'tag' | 'type' | 'status'

/** In which order they stand. */
export type Order = 'need' | 'duration' | 'cost' | 'name'

/** What the history says about a check. */
export type Movement = 'newly-failing' | 'newly-passing' | 'flaky'

/** What the reader chose. */
export interface Choice {
  /** Words that must all occur, in any case, in what is known of a check. */
  readonly text: string
  /** Empty: all. */
  readonly statuses: readonly Status[]
  /** Null: all. */
  readonly tag: string | null
  readonly type: string | null
  readonly movement: Movement | null
  readonly grouping: Grouping
  readonly order: Order
}

/** Everything, what needs a look first. */
export const everything: Choice = {
  text: '',
  statuses: [],
  tag: null,
  type: null,
  movement: null,
  grouping: 'none',
  order: 'need',
}

/** A check with what is computed of it once. */
export interface Entry {
  readonly index: number
  readonly check: PageCheck
  readonly folder: string
  /** Lower case: where words are looked for. */
  readonly words: string
}

/** Checks that stand together. */
export interface Group {
  /** Empty for the only group of an ungrouped list. */
  readonly title: string
  readonly entries: readonly Entry[]
}

const needOf: Readonly<Record<Status, number>> = { failed: 0, error: 1, passed: 2 }

/** The checks of a document, ready to be chosen from. */
export function indexChecks(checks: readonly PageCheck[]): readonly Entry[] {
  return checks.map((check, index) => ({
    index,
    check,
    folder: check.file.includes('/') ? check.file.slice(0, check.file.lastIndexOf('/')) : '.',
    words: [
      check.id,
      check.description,
      check.reason,
      check.error_code,
      check.type,
      check.file,
      ...check.tags,
    ]
      .join('\n')
      .toLowerCase(),
  }))
}

/** The entries that the choice leaves, ordered. */
export function chooseEntries(entries: readonly Entry[], choice: Choice): readonly Entry[] {
  const words = choice.text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries
    .filter(
      (entry) =>
        (choice.statuses.length === 0 || choice.statuses.includes(entry.check.status)) &&
        (choice.tag === null || entry.check.tags.includes(choice.tag)) &&
        (choice.type === null || entry.check.type === choice.type) &&
        hasMoved(entry.check, choice.movement) &&
        words.every((word) => entry.words.includes(word)),
    )
    .sort(comparing(choice.order))
}

/** True for a check with this history; for any when none is asked for. */
export function hasMoved(check: PageCheck, movement: Movement | null): boolean {
  if (movement === null) return true
  return movement === 'flaky' ? check.flaky : check.change === movement
}

function comparing(order: Order): (a: Entry, b: Entry) => number {
  switch (order) {
    case 'need':
      // What failed since the last run is new information; an old failure is known.
      return (a, b) =>
        needOf[a.check.status] - needOf[b.check.status] || newsOf(a) - newsOf(b) || a.index - b.index
    case 'duration':
      return (a, b) => b.check.duration_ms - a.check.duration_ms || a.index - b.index
    case 'cost':
      return (a, b) => (b.check.cost_usd ?? -1) - (a.check.cost_usd ?? -1) || a.index - b.index
    case 'name':
      return (a, b) => (a.check.id < b.check.id ? -1 : a.check.id > b.check.id ? 1 : a.index - b.index)
  }
}

function newsOf({ check }: Entry): number {
  return check.change === 'newly-failing' ? 0 : 1
}

/** The entries in groups, those with the most to look at first. A check with several tags stands in several groups. */
export function groupEntries(entries: readonly Entry[], grouping: Grouping): readonly Group[] {
  if (grouping === 'none') return [{ title: '', entries }]
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    for (const title of titlesOf(entry, grouping)) {
      const group = groups.get(title)
      if (group) group.push(entry)
      else groups.set(title, [entry])
    }
  }
  return [...groups]
    .map(([title, members]) => ({ title, entries: members }))
    .sort((a, b) => countOpen(b) - countOpen(a) || (a.title < b.title ? -1 : 1))
}

function titlesOf({ check, folder }: Entry, grouping: Exclude<Grouping, 'none'>): readonly string[] {
  switch (grouping) {
    case 'folder':
      return [folder]
    case 'tag':
      return check.tags.length === 0 ? ['no tag'] : [...new Set(check.tags.map((tag) => tag || 'empty tag'))]
    case 'type':
      return [check.type]
    case 'status':
      return [check.status]
  }
}

/** How many of a group are not passed. */
export function countOpen({ entries }: Group): number {
  return entries.filter(({ check }) => check.status !== 'passed').length
}
