// The list of checks: only the rows in sight exist, so that thousands scroll as ten do.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { countOpen, type Entry, type Group } from './choose-checks.js'
import { HEAD_HEIGHT, type Layout, layOutRows, ROW_HEIGHT, type Row, rowsInSight } from './lay-out-rows.js'
import { countOf, formatDuration, nameStatus, StatusSign } from './words.js'

interface CheckListProps {
  readonly groups: readonly Group[]
  /** The check whose details are shown. */
  readonly chosen: number | null
  readonly choose: (index: number) => void
  /** Called for Enter: on to the details. */
  readonly enter: () => void
}

/** See the file's head. A list box: arrows, Page, Home and End move, and the check that is reached is the chosen one. */
export function CheckList({ groups, chosen, choose, enter }: CheckListProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const layout = useMemo(() => layOutRows(groups, folded), [groups, folded])
  const { box, sight, onScroll } = useSight()
  const position = usePosition(layout, chosen)
  useEffect(() => {
    const row = layout.checks[position]
    if (box.current && row) bringIntoSight(box.current, row.top)
  }, [position, layout])

  const go = (to: number) => {
    const row = layout.checks[Math.max(0, Math.min(layout.checks.length - 1, to))]
    if (row) choose(row.entry.index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor(sight.height / ROW_HEIGHT) - 1)
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: position + 1,
      ArrowUp: position - 1,
      PageDown: position + page,
      PageUp: position - page,
      Home: 0,
      End: layout.checks.length - 1,
    }
    const target = targets[event.key]
    if (target !== undefined) go(target)
    else if (event.key === 'Enter') enter()
    else return
    event.preventDefault()
  }
  const fold = (title: string) => {
    const next = new Set(folded)
    if (!next.delete(title)) next.add(title)
    setFolded(next)
  }
  const active = layout.checks[position]
  return (
    <div
      ref={box}
      class="list"
      role="listbox"
      tabIndex={0}
      aria-label="Checks"
      aria-activedescendant={active && `check-${active.position}`}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div class="rows" role="presentation" style={{ height: `${layout.height}px` }}>
        {rowsInSight(layout, sight.top, sight.top + sight.height).map((row) =>
          row.kind === 'head' ? (
            <Head key={`head ${row.group.title}`} row={row} folded={folded} fold={fold} />
          ) : (
            <Check
              key={`${row.position} ${row.entry.index}`}
              row={row}
              total={layout.checks.length}
              chosen={row.position === position}
              choose={choose}
            />
          ),
        )}
      </div>
      {layout.rows.length === 0 && <p class="empty">No check is left. Choose less narrowly.</p>}
    </div>
  )
}

/** What part of the list is in sight. */
function useSight() {
  const box = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState({ top: 0, height: 800 })
  const read = () => {
    const { current } = box
    if (current) setSight({ top: current.scrollTop, height: current.clientHeight })
  }
  useEffect(() => {
    read()
    const observer = new ResizeObserver(read)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return { box, sight, onScroll: read }
}

// A check with several tags stands in several groups: of its rows, the first is the chosen one.
function usePosition({ checks }: Layout, chosen: number | null): number {
  return useMemo(() => checks.findIndex(({ entry }) => entry.index === chosen), [checks, chosen])
}

function bringIntoSight(box: HTMLElement, top: number): void {
  if (top < box.scrollTop) box.scrollTop = Math.max(0, top - HEAD_HEIGHT)
  else if (top + ROW_HEIGHT > box.scrollTop + box.clientHeight)
    box.scrollTop = top + ROW_HEIGHT - box.clientHeight
}

interface HeadProps {
  readonly row: Extract<Row, { kind: 'head' }>
  readonly folded: ReadonlySet<string>
  readonly fold: (title: string) => void
}

function Head({ row: { top, group }, folded, fold }: HeadProps) {
  const open = countOpen(group)
  return (
    <div class="row head" role="presentation" style={{ top: `${top}px` }}>
      <button type="button" aria-expanded={!folded.has(group.title)} onClick={() => fold(group.title)}>
        <span class="name">{group.title}</span>
        {open > 0 && <span class="open">{open} not passed</span>}
        <span class="muted">{countOf(group.entries.length, 'check')}</span>
      </button>
    </div>
  )
}

interface CheckProps {
  readonly row: Extract<Row, { kind: 'check' }>
  readonly total: number
  readonly chosen: boolean
  readonly choose: (index: number) => void
}

function Check({ row: { top, entry, position }, total, chosen, choose }: CheckProps) {
  const { check, index } = entry
  const line = firstLine(entry)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names its active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box takes the keys.
    <div
      class={`row check ${check.status}`}
      role="option"
      id={`check-${position}`}
      aria-selected={chosen}
      aria-setsize={total}
      aria-posinset={position + 1}
      aria-label={`${nameStatus(check.status)}: ${check.id}. ${line}. ${formatDuration(check.duration_ms)}`}
      style={{ top: `${top}px` }}
      onClick={() => choose(index)}
    >
      <StatusSign status={check.status} />
      <span class="id">{check.id}</span>
      {check.change !== null && (
        <span class={`news ${check.change}`}>{check.change === 'newly-failing' ? 'new' : 'mended'}</span>
      )}
      {check.flaky && <span class="news flaky">flaky</span>}
      <span class="duration">{formatDuration(check.duration_ms)}</span>
      <span class="why">{line}</span>
    </div>
  )
}

function firstLine({ check }: Entry): string {
  const text = check.status === 'passed' ? check.description : (check.reason ?? check.description)
  return text.trim().slice(0, 300).split('\n', 1)[0] ?? ''
}
