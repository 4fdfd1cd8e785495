// The page: what is chosen lives here, everything else shows it.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PageDocument } from '../page-document.js'
import { CheckDetail } from './check-detail.js'
import { CheckList } from './check-list.js'
import { ChoiceBar } from './choice-bar.js'
import { type Choice, chooseEntries, everything, groupEntries, indexChecks } from './choose-checks.js'
import { LoadErrors, WithoutResult } from './faults.js'
import { History } from './history.js'
import { ThemeButton } from './theme-button.js'
import { TimeAndCost } from './time-and-cost.js'
import { Verdict } from './verdict.js'
import { countOf, formatDuration, formatMoment } from './words.js'

/** See the file's head. */
export function App({ report }: { readonly report: PageDocument }) {
  const { checks, run } = report
  const [choice, setChoice] = useState<Choice>(everything)
  const entries = useMemo(() => indexChecks(checks), [checks])
  const left = useMemo(() => chooseEntries(entries, choice), [entries, choice])
  const groups = useMemo(() => groupEntries(left, choice.grouping), [left, choice.grouping])
  const [asked, setAsked] = useState<number | null>(() => readPlace(report))
  // A check that is filtered away is not shown any more: the first of the list is.
  const first = groups[0]?.entries[0]?.index ?? null
  const chosen = asked !== null && left.some(({ index }) => index === asked) ? asked : first
  const search = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useRef<HTMLElement>(null)

  const choose = (index: number) => {
    setAsked(index)
    const id = checks[index]?.id
    if (id !== undefined) history.replaceState(null, '', `#check=${encodeURIComponent(id)}`)
  }
  const jump = (index: number) => {
    if (!left.some((entry) => entry.index === index)) setChoice({ ...everything, grouping: choice.grouping })
    choose(index)
    section.current?.scrollIntoView({ block: 'start' })
  }
  const show = (next: Choice) => {
    setChoice({ ...next, grouping: choice.grouping, order: choice.order })
    section.current?.scrollIntoView({ block: 'start' })
  }
  const step = (by: number) => {
    const ordered = groups.flatMap((group) => group.entries)
    const at = ordered.findIndex(({ index }) => index === chosen)
    const next = ordered[at + by]
    if (next) choose(next.index)
  }
  useKeys({
    '/': () => search.current?.focus(),
    j: () => step(1),
    k: () => step(-1),
    Enter: () => heading.current?.focus(),
  })
  return (
    <>
      <header class="top-bar">
        <p>
          <b>{run.project}</b> <span class="muted">eval checks</span>
        </p>
        <p class="muted">
          {formatMoment(run.started_at)}, took {formatDuration(run.duration_ms)}
          {run.shard !== null && `, shard ${run.shard}`}
          {run.watch && ', watch session'}
        </p>
        <ThemeButton />
      </header>
      <main>
        <Verdict document={report} show={show} />
        <LoadErrors document={report} />
        {checks.length > 0 && (
          <section class="card checks" ref={section} aria-label="Checks">
            <ChoiceBar
              choice={choice}
              checks={checks}
              shown={left.length}
              change={setChoice}
              search={search}
            />
            <div class="panes">
              <CheckList
                groups={groups}
                chosen={chosen}
                choose={choose}
                enter={() => heading.current?.focus()}
              />
              <CheckDetail check={chosen === null ? null : (checks[chosen] ?? null)} heading={heading} />
            </div>
            <p class="keys muted">
              <kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next, previous <kbd>Enter</kbd> details
              {report.left_out > 0 &&
                `. The output of ${countOf(report.left_out, 'check')} is left out, as the page would be too large: follow the links of evidence.`}
            </p>
          </section>
        )}
        <History document={report} />
        <TimeAndCost document={report} choose={jump} />
        <WithoutResult document={report} />
      </main>
      <footer class="muted">
        Run {run.run_id}. Plan <code>{run.plan_sha256}</code>. Beside this page:{' '}
        <a href="report.md">report.md</a>, <a href="report.json">report.json</a>,{' '}
        <a href="plan.json">plan.json</a>.
      </footer>
    </>
  )
}

/** Keys that work anywhere but where text is typed or something is pressed. */
function useKeys(actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const { target } = event
      if (target instanceof Element && target.closest('input, select, textarea')) {
        if (event.key === 'Escape' && target instanceof HTMLElement) target.blur()
        return
      }
      if (event.key === 'Enter' && target instanceof Element && target.closest('button, a, summary')) return
      const action = actions[event.key]
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
}

/** The check that the address names. */
function readPlace({ checks }: PageDocument): number | null {
  const named = /^#check=(.*)$/.exec(location.hash)?.[1]
  if (named === undefined) return null
  const found = checks.findIndex(({ id }) => encodeURIComponent(id) === named)
  return found < 0 ? null : found
}
