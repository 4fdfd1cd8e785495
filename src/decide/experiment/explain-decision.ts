// A decision in plain words: one sentence, and the one thing to do next.
import type { DecidedComparison, DecisionRecord } from '../../contracts/experiment/decision-record.js'
import type { ExplanationInput } from './explanation-input.js'
import { type Language, writeCount, writeFigure, writeList, writeMessage } from './messages/write-message.js'
import { writeNextStep } from './next-step.js'

/** What is said of a decision. */
export interface Explanation {
  readonly sentence: string
  readonly nextStep: string
}

/** Explains a decision as a whole: of several comparisons the one that decides. */
export function explainDecision(input: ExplanationInput): Explanation {
  return { sentence: writeVerdict(input), nextStep: writeNextStep(input, decidingComparison(input.decision)) }
}

/** Explains one comparison of a decided run; null where it was not decided. */
export function explainComparison(input: ExplanationInput, comparisonId: string): Explanation | null {
  const { decision, language } = input
  if (decision?.decisionStatus !== 'decided') return null
  const found = decision.comparisons.find((each) => each.comparisonId === comparisonId)
  if (found === undefined) return null
  return { sentence: writeComparison(language, found), nextStep: writeNextStep(input, found) }
}

function decidingComparison(decision: DecisionRecord | null): DecidedComparison | null {
  if (decision?.decisionStatus !== 'decided') return null
  return decision.comparisons.find((each) => each.comparisonId === decision.decidingComparisonId) ?? null
}

function writeVerdict({ language, decision }: ExplanationInput): string {
  if (decision === null) return writeMessage(language, 'verdict.absent')
  switch (decision.decisionStatus) {
    case 'failed':
      return writeMessage(language, 'verdict.failed', { message: decision.error.message })
    case 'not-decided': {
      const reasons = decision.reasonCodes.map((code) => writeMessage(language, `reason.${code}`))
      return writeMessage(language, 'verdict.not-decided', { reasons: writeList(language, reasons) })
    }
    case 'decided': {
      const deciding = decidingComparison(decision)
      if (deciding === null) {
        const passed = decision.reasonCodes.includes('solo-layer-gate-passed')
        return writeMessage(language, passed ? 'verdict.SOLO.passed' : 'verdict.SOLO.failed')
      }
      const sentence = writeComparison(language, deciding)
      const count = decision.comparisons.length
      return count > 1 ? writeMessage(language, 'verdict.worst-of', { sentence, count }) : sentence
    }
  }
}

function writeComparison(language: Language, comparison: DecidedComparison): string {
  const { interval, treatmentTargetId: treatment, controlTargetId: control, verdict } = comparison
  const reasons = comparison.reasonCodes.map((code) => writeMessage(language, `reason.${code}`))
  return writeMessage(language, `verdict.${verdict}`, {
    treatment,
    control,
    difference: writeFigure(Math.abs(interval.estimate)),
    interval: writeMessage(language, 'interval', {
      label: interval.confidenceLabel,
      lower: writeFigure(interval.lower),
      upper: writeFigure(interval.upper),
    }),
    samples: writeCount(language, 'samples', comparison.comparableUnits),
    minimum: comparison.minimumComparisonUnits,
    reasons: writeList(language, reasons),
  })
}
