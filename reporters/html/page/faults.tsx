// Check files that could not be read, and checks without a result.
import type { PageDocument } from '../page-document.js'
import { countOf } from './words.js'

/** The faults of check files: no check of theirs ran. */
export function LoadErrors({ document: { load_errors } }: { readonly document: PageDocument }) {
  if (load_errors.length === 0) return null
  return (
    <section class="card faults" aria-labelledby="faults-heading">
      <h2 id="faults-heading">Broken check files</h2>
      <Faults faults={load_errors.slice(0, 5)} />
      {load_errors.length > 5 && (
        <details>
          <summary>{countOf(load_errors.length - 5, 'more fault')}</summary>
          <Faults faults={load_errors.slice(5, 1000)} />
        </details>
      )}
    </section>
  )
}

function Faults({ faults }: { readonly faults: PageDocument['load_errors'] }) {
  return (
    <ul>
      {faults.map(({ place, field, message, code }, index) => (
        <li key={index}>
          <code>{place}</code>
          <p>
            <b>{field}</b> {message} <code class="muted">{code}</code>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** What was chosen and did not run, and what was left out on purpose. */
export function WithoutResult({ document: { not_run, skipped } }: { readonly document: PageDocument }) {
  if (not_run.length + skipped.length === 0) return null
  return (
    <section class="card" aria-labelledby="without-heading">
      <h2 id="without-heading">Without a result</h2>
      {not_run.length > 0 && (
        <details open={not_run.length <= 20}>
          <summary>{countOf(not_run.length, 'check')} did not run</summary>
          <p class="ids">
            {not_run.slice(0, 1000).map((id) => (
              <code key={id}>{id}</code>
            ))}
          </p>
        </details>
      )}
      {skipped.length > 0 && (
        <details open={skipped.length <= 20}>
          <summary>{countOf(skipped.length, 'check')} skipped</summary>
          <dl class="skipped">
            {skipped.slice(0, 1000).map(({ id, reason }) => (
              <div key={id}>
                <dt>
                  <code>{id}</code>
                </dt>
                <dd>{reason}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}
