// Asks questions, each with a deadline, and makes outcomes of whatever comes back.
import { EvalChecksError } from '../../contracts/errors.js'
import type { PreflightOutcome, PreflightQuestionKind } from '../../contracts/experiment/preflight-report.js'

/** Milliseconds that one question may take. */
export const QUESTION_LIMIT_MS = 60_000

/** How often at most questions are under way at once. */
const AT_ONCE = 4

/** A question; null as answer means that nothing stands in the way. */
export interface Question {
  readonly checkId: string
  readonly kind: PreflightQuestionKind
  readonly subject: string
  readonly asking:
    | { readonly disposition: 'not-required'; readonly reasonCode: string }
    | {
        readonly disposition: 'check'
        readonly ask: (signal: AbortSignal) => Promise<EvalChecksError | null>
      }
}

/**
 * The outcomes of all questions, in their order. `skipped` maps kinds that are not asked to the reason.
 * @throws the reason of the signal
 */
export async function runQuestions(
  questions: readonly Question[],
  skipped: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<readonly PreflightOutcome[]> {
  const outcomes: PreflightOutcome[] = []
  const waiting = questions.entries()
  const work = async (): Promise<void> => {
    for (const [index, question] of waiting) outcomes[index] = await answer(question, skipped, signal)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  signal.throwIfAborted()
  return outcomes
}

async function answer(
  { checkId, kind, subject, asking }: Question,
  skipped: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<PreflightOutcome> {
  const named = { checkId, kind, subject }
  if (asking.disposition === 'not-required')
    return { ...named, status: 'not-required', reasonCode: asking.reasonCode }
  const reasonCode = skipped.get(kind)
  if (reasonCode !== undefined) return { ...named, status: 'skipped', reasonCode }
  const problem = await askInTime(checkId, asking.ask, signal)
  if (problem === null) return { ...named, status: 'passed' }
  const { code, message, fix } = problem
  return {
    ...named,
    status: 'failed',
    problem: { code, message, ...(fix === undefined ? {} : { fix }) },
  }
}

async function askInTime(
  checkId: string,
  ask: (signal: AbortSignal) => Promise<EvalChecksError | null>,
  signal: AbortSignal,
): Promise<EvalChecksError | null> {
  const deadline = AbortSignal.timeout(QUESTION_LIMIT_MS)
  try {
    return await ask(AbortSignal.any([signal, deadline]))
  } catch (cause) {
    signal.throwIfAborted()
    if (deadline.aborted)
      return new EvalChecksError(
        'preflight',
        `${checkId} did not answer within ${QUESTION_LIMIT_MS / 1000} s`,
      )
    if (cause instanceof EvalChecksError) return cause
    return new EvalChecksError('PREFLIGHT_BROKEN', `${checkId} broke`, { cause })
  }
}
