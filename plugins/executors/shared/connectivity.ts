// Whether a server answers at all. Nothing is asked of a model, so nothing is spent.
import { EvalChecksError } from '../../../src/contracts/errors.js'

/** Milliseconds that a server may take. */
export const CONNECTIVITY_LIMIT_MS = 15_000

/** What is asked of whom. */
export interface Question {
  readonly url: string
  /** May hold a key: neither shown nor kept. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the answer has to be a success. Otherwise any answer shows that the server is there. */
  readonly mustSucceed: boolean
  readonly signal: AbortSignal
}

/** Null: the server answered. No address with credentials, key or body gets into the error. */
export async function checkServer({
  url,
  headers = {},
  mustSucceed,
  signal,
}: Question): Promise<EvalChecksError | null> {
  if (!URL.canParse(url)) return failed('the base URL is no URL', 'correct the base URL in the environment')
  const address = new URL(url)
  const shown = address.origin
  try {
    const response = await fetch(address, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECTIVITY_LIMIT_MS)]),
    })
    await response.body?.cancel()
    if (!mustSucceed || response.ok) return null
    if (response.status === 401 || response.status === 403)
      return new EvalChecksError('not-logged-in', `${shown} refused the key (${response.status})`, {
        fix: 'set a key that is valid there',
      })
    return failed(
      `${shown} answered with status ${response.status}`,
      'check the base URL, or try again later',
    )
  } catch {
    signal.throwIfAborted()
    return failed(`${shown} does not answer`, 'check the network, proxies and the base URL')
  }
}

function failed(message: string, fix: string): EvalChecksError {
  return new EvalChecksError('preflight', message, { fix })
}
