// The one thing to do after a decision: what keeps it from being better comes first.
import type {
  DecidedComparison,
  UndecidedReason,
  VerdictReason,
} from '../../contracts/experiment/decision-record.js'
import type { ExplanationInput } from './explanation-input.js'
import { writeCount, writeFigure, writeMessage } from './messages/write-message.js'

/** Writes the next step; `deciding` is the comparison that it is about, where there is one. */
export function writeNextStep(input: ExplanationInput, deciding: DecidedComparison | null): string {
  const { language, decision } = input
  if (decision === null) return writeMessage(language, 'next.turn-on-bootstrap')
  if (decision.decisionStatus === 'failed') return writeMessage(language, 'next.run-again')
  if (decision.decisionStatus === 'not-decided') return decideFirst(input, decision.reasonCodes[0])
  if (deciding === null)
    return decision.reasonCodes.includes('solo-layer-gate-passed')
      ? writeMessage(language, 'next.name-control')
      : writeMessage(language, 'next.raise-layers')
  switch (deciding.verdict) {
    case 'PROGRESS':
      return writeMessage(language, 'next.release', { treatment: deciding.treatmentTargetId })
    case 'REGRESSION':
      return writeMessage(language, 'next.keep-control', { control: deciding.controlTargetId })
    case 'NOISE':
    case 'UNDERPOWERED':
      return measureMore(input, deciding)
    case 'CAUTIOUS':
      return answerCaution(input, deciding, deciding.reasonCodes[0])
  }
}

function measureMore({ language }: ExplanationInput, deciding: DecidedComparison): string {
  const { furtherUnits, minimumComparisonUnits: minimum, comparableUnits } = deciding
  const lacking = minimum - comparableUnits
  if (furtherUnits === null)
    return lacking > 0
      ? writeCount(language, 'next.reach-minimum', lacking, { minimum })
      : writeMessage(language, 'next.take-as-same')
  const { units, difference: aim } = furtherUnits
  return units > 0
    ? writeCount(language, 'next.more-samples', units, { aim })
    : writeMessage(language, 'next.take-as-equal', { aim })
}

function answerCaution(
  input: ExplanationInput,
  deciding: DecidedComparison,
  reason: VerdictReason | undefined,
): string {
  const { language } = input
  switch (reason) {
    case 'comparison-sample-size-below-minimum': {
      const { minimumComparisonUnits: minimum, comparableUnits } = deciding
      return writeCount(language, 'next.reach-minimum', minimum - comparableUnits, { minimum })
    }
    case 'comparison-effect-practically-trivial':
      return writeMessage(language, 'next.weigh-gain', {
        difference: writeFigure(deciding.interval.estimate),
      })
    case 'judge-ensemble-dissent':
      return writeMessage(language, 'next.sharpen-rubric')
    case 'judge-uncertainty-unmeasured':
      return writeMessage(language, 'next.ask-judges')
    case 'holdout-generalization-gap':
      return writeMessage(language, 'next.look-at-holdout')
    case 'holdout-gap-unmeasured':
      return writeMessage(language, 'next.more-holdout')
    default:
      return writeMessage(language, 'next.raise-layers')
  }
}

function decideFirst(input: ExplanationInput, reason: UndecidedReason | undefined): string {
  const { language, decision, evidence } = input
  switch (reason) {
    case 'decision-cancelled':
      return writeMessage(language, 'next.resume')
    case 'release-evidence-incomplete': {
      const most = evidence?.absences[0]
      if (!evidence || most === undefined) return writeMessage(language, 'next.resume')
      const { planned } = evidence.readings
      return writeMessage(language, 'next.mend-evidence', {
        code: most.reasonCode,
        absent: most.count,
        planned,
      })
    }
    case 'instrument-control-failed':
    case 'instrument-control-unavailable': {
      const broken = decision?.instrumentControls.find(({ outcome }) => outcome !== 'as-expected')
      return writeMessage(language, 'next.check-instrument', { comparison: broken?.comparisonId ?? '?' })
    }
    case 'series-coverage-incomplete':
      return writeMessage(language, 'next.complete-series')
    default:
      return writeMessage(language, 'next.run-again')
  }
}
