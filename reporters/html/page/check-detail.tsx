// Everything about one check: why it ended so first, then where to look, then what was printed and asked.
import type { ComponentChildren, Ref } from 'preact'
import type { PageCheck, PageFrame, PageVote } from '../page-document.js'
import { Command } from './copy-button.js'
import { formatDollars, formatDuration, formatMoment, nameStatus, StatusSign } from './words.js'

interface CheckDetailProps {
  readonly check: PageCheck | null
  readonly heading: Ref<HTMLHeadingElement>
}

/** See the file's head. */
export function CheckDetail({ check, heading }: CheckDetailProps) {
  if (check === null) {
    return (
      <article class="detail" aria-label="Check">
        <p class="empty">Choose a check.</p>
      </article>
    )
  }
  return (
    <article class="detail" aria-labelledby="detail-heading">
      <header>
        <StatusSign status={check.status} />
        <h3 id="detail-heading" tabIndex={-1} ref={heading}>
          {check.id}
        </h3>
      </header>
      <Facts check={check} />
      {check.description !== '' && <p class="description">{check.description}</p>}
      {check.reason !== null && (
        <div class={`reason ${check.status}`}>
          <p class="label">
            {nameStatus(check.status)}
            {check.error_code !== null && <code>{check.error_code}</code>}
          </p>
          <p class="text">{check.reason}</p>
        </div>
      )}
      {check.rerun !== null && check.status !== 'passed' && (
        <p class="again">
          <span class="label">Run again</span> <Command text={check.rerun} />
        </p>
      )}
      {check.frame !== null && <Frame frame={check.frame} />}
      {check.judge !== null && (
        <Part title="Judge">
          <p>{check.judge}</p>
          {check.votes.length > 1 && <Votes votes={check.votes} />}
        </Part>
      )}
      {check.stderr.trim() !== '' && (
        <Part title="End of stderr">
          <pre>{check.stderr}</pre>
        </Part>
      )}
      {check.stdout.trim() !== '' && (
        <Folded title="End of stdout" open={check.status !== 'passed' && check.stderr.trim() === ''}>
          <pre>{check.stdout}</pre>
        </Folded>
      )}
      {check.prompt !== null && (
        <Folded title="What the judge was asked">
          <pre>{check.prompt}</pre>
        </Folded>
      )}
      {check.evidence.length > 0 && (
        <Part title="Evidence">
          <ul class="links">
            {check.evidence.map(({ label, href }) => (
              <li key={href}>
                <a href={href} target="_blank" rel="noreferrer">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </article>
  )
}

function Facts({ check }: { readonly check: PageCheck }) {
  const { type, file, duration_ms, started_at, exit_code, tags, past } = check
  return (
    <dl class="facts">
      <Fact name="File">{file}</Fact>
      <Fact name="Type">{type}</Fact>
      <Fact name="Took">{formatDuration(duration_ms)}</Fact>
      <Fact name="Started">{formatMoment(started_at)}</Fact>
      {exit_code !== null && <Fact name="Exit code">{exit_code}</Fact>}
      {check.judged && (
        <Fact name="Cost">{check.cost_usd === null ? 'unknown' : formatDollars(check.cost_usd)}</Fact>
      )}
      {tags.length > 0 && (
        <Fact name="Tags">
          {tags.map((tag) => (
            <span key={tag} class="tag">
              {tag}
            </span>
          ))}
        </Fact>
      )}
      {/[pfe]/.test(past) && (
        <Fact name="Runs">
          <Past check={check} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const pastNames: Readonly<Record<string, string>> = { p: 'passed', f: 'failed', e: 'error', '-': 'absent' }

/** How it ended before, oldest first, and now. */
function Past({ check }: { readonly check: PageCheck }) {
  const names = [...[...check.past].map((letter) => pastNames[letter] ?? 'absent'), check.status]
  const news = [
    ...(check.change === null ? [] : [check.change.replace('-', ' ')]),
    ...(check.definition_changed ? ['the check itself changed too'] : []),
    ...(check.flaky ? ['flaky: the verdict changed at least twice, the check did not'] : []),
  ]
  return (
    <>
      <svg
        class="past"
        viewBox={`0 0 ${names.length * 10} 14`}
        width={names.length * 10}
        height="14"
        role="img"
        aria-label={`Oldest run first: ${names.join(', ')}`}
      >
        {names.map((name, index) => (
          <rect key={index} class={name} {...pastShape(name, index)} rx="1.5" />
        ))}
      </svg>
      {news.length > 0 && <span class="muted">{news.join('; ')}</span>}
    </>
  )
}

/** Height tells what colour tells: full passed, half failed, in between an error, a dash for none. */
function pastShape(name: string, index: number) {
  const height = { passed: 14, failed: 7, error: 10, absent: 2 }[name] ?? 2
  return { x: index * 10 + 1, y: 14 - height, width: 7, height }
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="part">
      <h4>{title}</h4>
      {children}
    </section>
  )
}

interface FoldedProps {
  readonly title: string
  readonly open?: boolean
  readonly children: ComponentChildren
}

function Folded({ title, open = false, children }: FoldedProps) {
  return (
    <details class="part" open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

function Frame({ frame: { file, line, first, lines } }: { readonly frame: PageFrame }) {
  return (
    <section class="part">
      <h4>
        Where <code>{`${file}:${line}`}</code>
      </h4>
      <pre class="frame">
        {lines.map((text, index) => (
          <span key={first + index} class={first + index === line ? 'line meant' : 'line'}>
            <span class="number">{first + index}</span>
            {`${text}\n`}
          </span>
        ))}
      </pre>
    </section>
  )
}

function Votes({ votes }: { readonly votes: readonly PageVote[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Vote</th>
          <th scope="col">Judge</th>
          <th scope="col">Cost</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {votes.map((vote, index) => (
          <tr key={index}>
            <td>
              <StatusSign status={vote.status} /> {nameStatus(vote.status)}
            </td>
            <td>
              {vote.agent}
              {vote.model !== null && <span class="muted"> {vote.model}</span>}
            </td>
            <td>
              {vote.replayed ? 'replayed' : vote.cost_usd === null ? 'unknown' : formatDollars(vote.cost_usd)}
            </td>
            <td>{vote.reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
