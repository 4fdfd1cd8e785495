// Fetches one address as text: over http or https alone, not without end, and not for ever.
import { EvalInputError } from '../../../contracts/experiment/input-error.js'
import { resolutionError } from '../faults.js'
import { redactUrl } from '../git/redact-url.js'

/** Bytes that a page may have. */
export const LONGEST_PAGE = 5 * 1024 * 1024
/** Milliseconds that a page may take, redirects included. */
export const PAGE_LIMIT_MS = 30_000
const MOST_REDIRECTS = 5

/** How to fetch. */
export interface FetchWay {
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
}

/**
 * The bytes of a page, which are UTF-8.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` for whatever stands in the way; shows no credentials
 */
export async function fetchAddress(url: string, way: FetchWay): Promise<Uint8Array> {
  const deadline = AbortSignal.timeout(PAGE_LIMIT_MS)
  try {
    const response = await follow(new URL(url), { ...way, signal: AbortSignal.any([way.signal, deadline]) })
    const bytes = await readBody(response, url)
    if (!isText(bytes)) throw refuse(url, 'its content is not UTF-8 text')
    return bytes
  } catch (cause) {
    way.signal.throwIfAborted()
    if (cause instanceof EvalInputError) throw cause
    throw refuse(url, deadline.aborted ? `it took more than ${PAGE_LIMIT_MS / 1000} s` : describe(cause))
  }
}

async function follow(start: URL, way: FetchWay): Promise<Response> {
  let url = start
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    if (url.username !== '' || url.password !== '') throw refuse(start.href, 'it holds credentials')
    const response = await way.fetch(url, { redirect: 'manual', signal: way.signal })
    const target = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (target === null) {
      if (response.ok) return response
      await response.body?.cancel()
      throw refuse(start.href, `the server answers ${response.status}`)
    }
    await response.body?.cancel()
    const next = URL.canParse(target, url.href) ? new URL(target, url) : null
    if (next === null || !(next.protocol === url.protocol || next.protocol === 'https:'))
      throw refuse(start.href, 'it leads to another scheme')
    url = next
  }
  throw refuse(start.href, `it leads on more than ${MOST_REDIRECTS} times`)
}

async function readBody(response: Response, url: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > LONGEST_PAGE) throw refuse(url, `it has more than ${LONGEST_PAGE / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** `fetch` says little itself and more in its cause. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.name : 'it cannot be had'
}

function refuse(url: string, why: string): EvalInputError {
  return resolutionError(`the address ${redactUrl(url)} cannot be fetched: ${why}`, {
    expected: 'an address that answers with text, or none: domains such as example.com stay as they are',
    fix: 'put the text itself into the sample',
  })
}
