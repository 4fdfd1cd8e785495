// From what went wrong between us and a service to an error of a record. No words of the server, of the SDK or of the
// request get into it: they may hold the key or the sample.
import { EvalChecksError } from '../../../src/contracts/errors.js'
import type { ExecutorOutcome } from '../../../src/contracts/experiment/executor-call.js'
import type { RecordError, Usage } from '../../../src/contracts/experiment/record-parts.js'
import type { RequestSeen } from './lent-fetch.js'

/** An outcome that is a failure. */
export type Failure = Extract<ExecutorOutcome, { status: 'failed' }>

/** A failure; `infrastructure` when nobody could answer, `execution` when the model's answer does not count. */
export function failed(
  code: string,
  stage: RecordError['stage'],
  message: string,
  more: { readonly details?: NonNullable<RecordError['details']>; readonly usage?: Usage } = {},
): Failure {
  const { details, usage } = more
  return {
    status: 'failed',
    error: { code, stage, message, ...(details ? { details } : {}) },
    ...(usage ? { usage } : {}),
  }
}

/** The answer was cut at the limit of tokens. */
export function cutAtLimit(usage: Usage | undefined): Failure {
  return failed('max-tokens', 'execution', 'The answer was cut at the limit of tokens.', told(usage))
}

/** The model, or a filter before it, refused. */
export function refused(usage: Usage | undefined): Failure {
  return failed('agent-refused', 'execution', 'The model refused to answer.', told(usage))
}

/** What came is no answer of this service. */
export function unreadable(what: string): Failure {
  return failed('answer-unreadable', 'infrastructure', `The answer cannot be read: ${what}.`)
}

/** The stream ended properly, and the answer did not. */
export function cutShort(): Failure {
  return failed('transport-error', 'infrastructure', 'The answer ended before it was complete.')
}

/** What a word for an error, as services write it into `type` or `code`, means; null: nothing that is known. */
export function failureOfWords(words: readonly string[]): Failure | null {
  const found = words.flatMap((word) => (Object.hasOwn(meanings, word) ? (meanings[word] ?? []) : []))[0]
  return found ? failed(found.code, 'infrastructure', found.message) : null
}

/** Why a call that threw has failed. */
export function explainFailure(thrown: unknown, seen: Readonly<RequestSeen>, signal: AbortSignal): Failure {
  if (signal.aborted) return failed('cancelled', 'execution', 'The call was ended before it was answered.')
  if (thrown instanceof EvalChecksError)
    return failed(
      thrown.code,
      'configuration',
      [thrown.message, thrown.fix].filter((part) => part !== undefined).join('; '),
    )
  const { status, trouble, retryAfterSeconds } = seen
  if (trouble === 'too-large')
    return failed('answer-too-large', 'infrastructure', 'The answer is larger than 10 MiB.')
  const words = wordsOf(thrown)
  if (status !== null && (status < 200 || status > 299)) {
    const { code, message } = meaningOfStatus(status, words)
    return failed(code, 'infrastructure', message, {
      details: { status, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) },
    })
  }
  if (trouble === 'connection')
    return failed(
      'transport-error',
      'infrastructure',
      'The server cannot be reached, or the connection broke.',
    )
  return failureOfWords(words) ?? unreadable('it is not what the SDK expects')
}

interface Meaning {
  readonly code: string
  readonly message: string
}

const again = (message: string): Meaning => ({ code: 'transport-error', message })
const quota: Meaning = { code: 'quota-exceeded', message: 'The account has no credit or quota left.' }
const login: Meaning = { code: 'not-logged-in', message: 'The server refused the key.' }
const busy = again('The server limits the rate of requests.')
const overloaded = again('The server is overloaded or has an internal error.')
const badRequest: Meaning = { code: 'request-refused', message: 'The server refused the request.' }
const unknownModel: Meaning = {
  code: 'model-unknown',
  message: 'The server knows no such model, or has no such service under its base URL.',
}
const meanings: Readonly<Record<string, Meaning>> = {
  insufficient_quota: quota,
  billing_error: quota,
  authentication_error: login,
  permission_error: login,
  model_not_found: unknownModel,
  not_found_error: unknownModel,
  rate_limit_error: busy,
  rate_limit_exceeded: busy,
  overloaded_error: overloaded,
  api_error: overloaded,
  timeout_error: overloaded,
  server_error: overloaded,
  invalid_request_error: badRequest,
  invalid_prompt: badRequest,
}

function meaningOfStatus(status: number, words: readonly string[]): Meaning {
  if (words.some((word) => meanings[word] === quota)) return quota
  if (status === 401 || status === 403) return login
  if (status === 402) return quota
  if (status === 404) return unknownModel
  if (status === 429) return busy
  if (status === 408 || status === 409 || status >= 500) return overloaded
  if (status < 400) return { code: 'request-refused', message: 'The server sends requests elsewhere.' }
  return badRequest
}

/** `type` and `code` of the document in an error of an SDK: words to look up, never to show. */
function wordsOf(thrown: unknown): readonly string[] {
  const body = field(thrown, 'error')
  return [field(body, 'error'), body].flatMap((each) =>
    [field(each, 'code'), field(each, 'type')].filter((word) => typeof word === 'string'),
  )
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function told(usage: Usage | undefined): { readonly usage?: Usage } {
  return usage ? { usage } : {}
}
