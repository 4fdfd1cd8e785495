// The fetch that an SDK is given: one request, of bounded size, to one server, with nothing that the call did not give it.
import { gatherEvents } from './gather-events.js'

/** Bytes that an answer may have, after decompression. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024

/** Headers that an SDK may set. Others would come from variables of the process, which it reads by itself. */
const PASSED =
  /^(?:accept|content-type|user-agent|x-stainless-.*|anthropic-version|anthropic-beta|openai-(?:organization|project))$/

/** What was seen of the request; more certain than what an SDK makes of it. */
export interface RequestSeen {
  /** Null: nothing was answered yet. */
  status: number | null
  retryAfterSeconds: number | null
  /** `connection`: there was none, or it broke. */
  trouble: 'connection' | 'too-large' | null
}

/** See {@link lendFetch}. */
export interface LentFetch {
  readonly fetch: typeof fetch
  readonly seen: Readonly<RequestSeen>
  /** Aborts what is still under way; settles when nothing is. */
  readonly end: () => Promise<void>
}

/**
 * Lends `lent` out for one call. `headers` (the key) are set whatever the SDK would send; redirects are not followed, since the
 * key would go with them.
 */
export function lendFetch(
  lent: typeof fetch,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): LentFetch {
  const seen: RequestSeen = { status: null, retryAfterSeconds: null, trouble: null }
  const ended = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const closing: (() => Promise<void>)[] = []

  const ask: typeof fetch = async (input, init = {}) => {
    const signals = [signal, ended.signal, ...(init.signal ? [init.signal] : [])]
    const sent = new Headers(init.headers)
    for (const name of [...sent.keys()]) if (!PASSED.test(name)) sent.delete(name)
    for (const [name, value] of Object.entries(headers)) sent.set(name, value)
    const asked = lent(input, {
      ...init,
      headers: sent,
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    })
    underWay.add(asked.catch(() => {}))
    let response: Response
    try {
      response = await asked
    } catch (cause) {
      seen.trouble = 'connection'
      throw cause
    }
    seen.status = response.status
    seen.retryAfterSeconds = readRetryAfter(response.headers)
    if (response.body === null) return response
    const bounded = boundBody(response.body, (trouble) => {
      seen.trouble ??= trouble
    })
    closing.push(bounded.close)
    const { status, statusText } = response
    return new Response(bounded.body, { status, statusText, headers: response.headers })
  }

  return {
    fetch: ask,
    seen,
    end: async () => {
      ended.abort()
      await Promise.all(underWay)
      await Promise.all(closing.map((close) => close()))
    },
  }
}

/** Seconds that the server wants to be left alone; null when it does not say. */
export function readRetryAfter(headers: Headers): number | null {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (milliseconds >= 0 && Number.isFinite(milliseconds)) return milliseconds / 1000
  const told = headers.get('retry-after')
  if (told === null) return null
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(told)) return Number(told)
  const seconds = (Date.parse(told) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null
}

function boundBody(
  source: ReadableStream<Uint8Array>,
  tell: (trouble: 'connection' | 'too-large') => void,
): { readonly body: ReadableStream<Uint8Array>; readonly close: () => Promise<void> } {
  const reader = source.getReader()
  const close = () => reader.cancel().catch(() => {})
  const events = gatherEvents()
  let bytes = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            const { done, value } = await reader.read()
            if (done) {
              controller.enqueue(events.rest())
              return controller.close()
            }
            bytes += value.byteLength
            if (bytes > MAX_ANSWER_BYTES) {
              tell('too-large')
              await close()
              return controller.error(new Error('the answer is too large'))
            }
            const ready = events.add(value)
            for (const each of ready) controller.enqueue(each)
            if (ready.length > 0) return
          }
        } catch (cause) {
          tell('connection')
          controller.error(cause)
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
  return { body, close }
}
