// Every sentence about a decision, in English. Placeholders stand in braces; `.one` is said of a count of 1.

/** Templates by key. */
export const en = {
  interval: '{label} interval {lower} to {upper}',
  'samples.one': '{count} sample',
  'samples.other': '{count} samples',
  'list.and': '{first} and {last}',
  'list.comma': '{first}, {last}',

  'verdict.PROGRESS':
    'PROGRESS: {treatment} scores {difference} higher than {control} ({interval}, {samples}).',
  'verdict.CAUTIOUS':
    'CAUTIOUS: {treatment} scores {difference} higher than {control} ({interval}, {samples}), but {reasons}.',
  'verdict.REGRESSION':
    'REGRESSION: {treatment} scores {difference} lower than {control} ({interval}, {samples}).',
  'verdict.NOISE':
    'NOISE: no difference between {treatment} and {control} was shown ({interval}, {samples}; {minimum} were asked for).',
  'verdict.UNDERPOWERED':
    'UNDERPOWERED: no difference between {treatment} and {control} was shown, on fewer samples than the {minimum} asked for ({interval}, {samples}).',
  'verdict.SOLO.passed': 'SOLO: nothing is compared, and every layer reaches its threshold.',
  'verdict.SOLO.failed': 'SOLO: nothing is compared, and a layer lies below its threshold.',
  'verdict.not-decided': 'Not decided: {reasons}.',
  'verdict.failed': 'The decision failed: {message}',
  'verdict.absent': 'Nothing is decided: the plan holds no decision, because bootstrap is off.',
  'verdict.worst-of': '{sentence} The worst of {count} comparisons decides.',

  'reason.comparison-interval-overlaps-zero': 'the interval contains 0',
  'reason.comparison-sample-size-below-minimum': 'there are fewer samples than the minimum',
  'reason.comparison-sample-size-sufficient': 'there were samples enough',
  'reason.comparison-significant-regression': 'the loss is statistically clear',
  'reason.treatment-layer-gate-failed': 'a layer of its score lies below the threshold',
  'reason.comparison-effect-practically-trivial': 'the gain is too small to matter',
  'reason.judge-ensemble-dissent': 'the judges contradict each other',
  'reason.judge-uncertainty-unmeasured': 'how far the judges agree could not be measured',
  'reason.holdout-generalization-gap': 'the samples that were set aside score much lower',
  'reason.holdout-gap-unmeasured': 'too few of the samples that were set aside have a score',
  'reason.release-gates-passed': 'nothing speaks against it',
  'reason.treatment-recovers-broken-control': 'the control itself lies below the threshold',
  'reason.solo-layer-gate-passed': 'every layer reaches its threshold',
  'reason.solo-layer-gate-failed': 'a layer lies below its threshold',
  'reason.decision-cancelled': 'the run was stopped',
  'reason.release-evidence-incomplete': 'not everything that was planned was measured',
  'reason.release-binding-mismatch': 'the decision does not fit its plan',
  'reason.release-lineage-mismatch': 'the analysis belongs to another plan',
  'reason.release-correction-policy-missing': 'several comparisons are not corrected for their number',
  'reason.release-comparison-family-unavailable': 'there are no intervals',
  'reason.release-comparison-interval-unavailable': 'a comparison has no interval',
  'reason.release-composite-unavailable': 'there are no scores',
  'reason.instrument-control-unavailable': 'a control of the instrument has no interval',
  'reason.instrument-control-failed':
    'a control of the instrument came out otherwise than it must, so the instrument is broken',
  'reason.series-coverage-incomplete': 'a run of the series is missing or incomplete',
  'reason.series-member-not-comparable': 'a run of the series has another design',

  'next.release': 'Release {treatment}.',
  'next.keep-control': 'Keep {control}, and look at the samples that lost most.',
  'next.more-samples.one': '{count} more sample would detect {aim}.',
  'next.more-samples.other': '{count} more samples would detect {aim}.',
  'next.reach-minimum.one': 'Add {count} sample to reach the minimum of {minimum}.',
  'next.reach-minimum.other': 'Add {count} samples to reach the minimum of {minimum}.',
  'next.take-as-equal': 'Take both as equal: a difference of {aim} would most likely have been seen.',
  'next.take-as-same': 'Take both as equal: they never differed.',
  'next.raise-layers': 'Raise the layers that lie below the threshold, then run again.',
  'next.weigh-gain': 'Decide whether a gain of {difference} is worth a release.',
  'next.sharpen-rubric': 'Sharpen the rubric until the judges agree, then run again.',
  'next.ask-judges':
    'Let at least two judges read at least two samples whose quality differs, then run again.',
  'next.look-at-holdout':
    'Look for what the treatment was tuned to: compare the samples that were set aside with the others.',
  'next.more-holdout': 'Add samples, so that at least three of those that are set aside have a score.',
  'next.name-control': 'Name a control to compare it with.',
  'next.mend-evidence':
    'Mend what is absent most often ({code}, {absent} of {planned}), then resume the run.',
  'next.resume': 'Resume the run.',
  'next.check-instrument':
    'Look at the judges and assertions of {comparison} before anything else: its answer is known.',
  'next.run-again': 'Run again from the start: records and plan do not belong together.',
  'next.complete-series': 'Complete the runs that are missing, then decide the series again.',
  'next.turn-on-bootstrap': 'Turn bootstrap on to get a decision.',
} as const

/** Key of a message. */
export type MessageKey = keyof typeof en
