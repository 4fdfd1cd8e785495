// What holds for the attempts of any record, of an execution or of an evaluation.
import type { FoundFault } from '../../../contracts/experiment/bundle-fault.js'
import type { Attempt, Usage } from '../../../contracts/experiment/record-parts.js'
import { firstDifference } from '../../../contracts/first-difference.js'
import type { MeasurementPolicy } from '../../../contracts/measurement-policy.js'
import { sumUsage } from '../usage.js'

/** A record that began. */
export interface AttemptedRecord {
  readonly attempts: readonly Attempt[]
  readonly usage?: Usage | undefined
}

type AttemptFault = FoundFault<'ATTEMPT_ORDER_INVALID' | 'RETRY_POLICY_INVALID' | 'USAGE_INVALID'>

/** Numbers, order, ends, retries and the sum of what was used. */
export function* checkAttempts(
  { attempts, usage }: AttemptedRecord,
  status: string,
  retry: MeasurementPolicy['retry'],
  path: string,
): Generator<AttemptFault> {
  const fault = (kind: AttemptFault['kind'], message: string): AttemptFault => ({
    kind,
    path: `${path}/attempts`,
    message,
  })
  if (attempts.length === 0) yield fault('ATTEMPT_ORDER_INVALID', 'a record that began has no attempt')
  if (attempts.some(({ attemptNumber }, at) => attemptNumber !== at + 1))
    yield fault('ATTEMPT_ORDER_INVALID', 'attempts are not numbered from 1 without a gap')
  const earlier = attempts.slice(0, -1)
  if (earlier.some(({ attemptStatus }) => attemptStatus !== 'failed'))
    yield fault('ATTEMPT_ORDER_INVALID', 'an attempt follows one that did not fail')
  if (attempts.at(-1)?.attemptStatus !== status)
    yield fault('ATTEMPT_ORDER_INVALID', `the record is ${status}, and its last attempt is not`)
  if (attempts.length > retry.maxAttempts)
    yield fault('RETRY_POLICY_INVALID', `there are more than ${retry.maxAttempts} attempts`)
  for (const attempt of earlier)
    if (attempt.attemptStatus === 'failed' && !retry.retryableErrorCodes.includes(attempt.error.code))
      yield fault('RETRY_POLICY_INVALID', `an attempt follows ${attempt.error.code}, which is not retried`)
  if (firstDifference(sumUsage(attempts), usage) !== null)
    yield { kind: 'USAGE_INVALID', path: `${path}/usage`, message: 'is not the sum of the attempts' }
}
