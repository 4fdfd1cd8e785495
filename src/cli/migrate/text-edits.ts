// Changes to a text by offset, and the unified diff that shows them.

/** Replaces what stands from `start` up to `end`; offsets are UTF-16 units of the text before any change. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const CONTEXT = 3

/** Applies edits that do not overlap, in any order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text: replacement } of inOrder(edits)) {
    result += text.slice(at, start) + replacement
    at = end
  }
  return result + text.slice(at)
}

/** The edits as a unified diff with three lines of context. Empty when nothing changes. */
export function unifiedDiff(text: string, edits: readonly TextEdit[], label: string): string {
  const lines = splitLines(text)
  const hunks = groupChanges(findChanges(text, lines, inOrder(edits)))
  if (hunks.length === 0) return ''
  let shift = 0
  const shown = hunks.flatMap((changes) => {
    const [first, last] = [changes[0], changes.at(-1)]
    if (!first || !last) return []
    const from = Math.max(0, first.from - CONTEXT)
    const to = Math.min(lines.length, last.to + CONTEXT)
    const body = writeHunk(lines, changes, from, to)
    const added = changes.reduce((sum, { to, from, lines: put }) => sum + put.length - (to - from), 0)
    const head = `@@ -${range(from, to - from)} +${range(from + shift, to - from + added)} @@`
    shift += added
    return [head, ...body]
  })
  return [`--- a/${label}`, `+++ b/${label}`, ...shown].join('\n')
}

/** Lines `from` up to `to`, counted from 0, are replaced. */
interface LineChange {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
}

function findChanges(
  text: string,
  lines: readonly string[],
  edits: readonly TextEdit[],
): readonly LineChange[] {
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length)
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset)
  const blocks: { from: number; to: number; edits: TextEdit[] }[] = []
  for (const edit of edits) {
    const from = Math.min(lineAt(edit.start), lines.length)
    const endsAtLine = edit.end > edit.start && starts[lineAt(edit.end)] === edit.end
    const to = Math.min(lines.length, endsAtLine ? lineAt(edit.end) : lineAt(edit.end) + 1)
    const last = blocks.at(-1)
    if (last && from < last.to) {
      last.to = Math.max(last.to, to)
      last.edits.push(edit)
    } else blocks.push({ from, to, edits: [edit] })
  }
  return blocks.flatMap(({ from, to, edits: inside }) => {
    const start = starts[from] ?? text.length
    const before = text.slice(start, starts[to] ?? text.length)
    const moved = inside.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }))
    return trim({ from, to, lines: splitLines(applyEdits(before, moved)) }, lines)
  })
}

/** Leaves out lines that are the same before and after. */
function trim({ from, to, lines }: LineChange, old: readonly string[]): LineChange[] {
  let [start, end, first, last] = [from, to, 0, lines.length]
  while (start < end && first < last && old[start] === lines[first]) [start, first] = [start + 1, first + 1]
  while (start < end && first < last && old[end - 1] === lines[last - 1]) [end, last] = [end - 1, last - 1]
  return start === end && first === last ? [] : [{ from: start, to: end, lines: lines.slice(first, last) }]
}

/** Changes whose context would touch share a hunk. */
function groupChanges(changes: readonly LineChange[]): LineChange[][] {
  const hunks: LineChange[][] = []
  for (const change of changes) {
    const before = hunks.at(-1)?.at(-1)
    if (before && change.from - before.to <= 2 * CONTEXT) hunks.at(-1)?.push(change)
    else hunks.push([change])
  }
  return hunks
}

function writeHunk(
  lines: readonly string[],
  changes: readonly LineChange[],
  from: number,
  to: number,
): string[] {
  const mark = (sign: string, line: string) =>
    `${sign}${line.replace(/\r?\n$/, '')}${line.endsWith('\n') ? '' : '\n\\ No newline at end of file'}`
  const shown: string[] = []
  let at = from
  for (const change of changes) {
    shown.push(...lines.slice(at, change.from).map((line) => mark(' ', line)))
    shown.push(...lines.slice(change.from, change.to).map((line) => mark('-', line)))
    shown.push(...change.lines.map((line) => mark('+', line)))
    at = change.to
  }
  return [...shown, ...lines.slice(at, to).map((line) => mark(' ', line))]
}

function range(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`
}

/** Lines with their ends. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end)
}
