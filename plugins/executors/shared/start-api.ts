// `start` of an executor that asks a service by its SDK: what is the same for all of them.
import type { Executor } from '../../../src/contracts/executor.js'
import type { ExecutorCall, ExecutorOutcome } from '../../../src/contracts/experiment/executor-call.js'
import type { Usage } from '../../../src/contracts/experiment/record-parts.js'
import { explainFailure, failed } from './api-failure.js'
import { lendFetch } from './lent-fetch.js'
import { loadSdk, type OptionalSdk } from './load-sdk.js'

/** Options of a client, the same in both SDKs. Retries belong to execution, and so does the time that a call may take. */
export interface ClientSettings {
  readonly apiKey: string
  readonly baseURL: string
  readonly fetch: typeof fetch
  readonly maxRetries: 0
  /** Milliseconds; the largest that a timer takes. */
  readonly timeout: number
  /** An SDK prints what it cannot read, and that may be content. */
  readonly logLevel: 'off'
}

/** A service, as far as it is found. */
export interface Service {
  readonly sdk: OptionalSdk<unknown>
  /** Variable with the key. */
  readonly keyName: string
  /** Variable with the base URL. */
  readonly baseUrlName: string
  readonly defaultBaseUrl: string
  readonly keyHeaders: (key: string) => Readonly<Record<string, string>>
}

/** A service, as far as it is asked. */
export interface AskedService<Module> extends Service {
  readonly sdk: OptionalSdk<Module>
  /** Asks once. May throw whatever the SDK throws. */
  readonly ask: (
    sdk: Module,
    settings: ClientSettings,
    call: ExecutorCall,
    signal: AbortSignal,
  ) => Promise<ExecutorOutcome>
}

/** `start` of a service. Key and base URL come from the environment of the call alone. */
export function startApi<Module>(service: AskedService<Module>): NonNullable<Executor['start']> {
  const { sdk, keyName, baseUrlName, keyHeaders } = service
  return async (call, services) => {
    const apiKey = (call.environment[keyName] ?? '').trim()
    if (!/^[\x21-\x7e]+$/.test(apiKey)) {
      const why = apiKey === '' ? 'is not set' : 'holds characters that no key has'
      return failed('not-logged-in', 'configuration', `${keyName} ${why}.`)
    }
    const baseURL = baseUrlOf(service, call.environment)
    if (!isServer(baseURL))
      return failed('request-refused', 'configuration', `${baseUrlName} is no address of a server.`)
    const { signal } = services
    const lent = lendFetch(services.fetch, keyHeaders(apiKey), signal)
    try {
      const module = await loadSdk(sdk)
      signal.throwIfAborted()
      const outcome = await service.ask(
        module,
        { apiKey, baseURL, fetch: lent.fetch, maxRetries: 0, timeout: 2 ** 31 - 1, logLevel: 'off' },
        call,
        signal,
      )
      // A stream that was aborted ends as if it had been complete.
      signal.throwIfAborted()
      return outcome
    } catch (thrown) {
      return explainFailure(thrown, lent.seen, signal)
    } finally {
      await lent.end()
    }
  }
}

/** The base URL that an environment names, else the service's own; no slash at its end. */
export function baseUrlOf(
  { baseUrlName, defaultBaseUrl }: Service,
  environment: Readonly<Record<string, string>>,
): string {
  return (environment[baseUrlName]?.trim() || defaultBaseUrl).replace(/\/+$/, '')
}

/** A completed call. A model that said nothing has no output. */
export function answered(text: string, usage: Usage | undefined): ExecutorOutcome {
  return {
    status: 'completed',
    ...(text === ''
      ? {}
      : { output: { value: text, classification: 'sensitive', mediaType: 'text/plain' } as const }),
    ...(usage ? { usage } : {}),
  }
}

function isServer(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
