// Between resolving and measuring: samples, targets and settings in, the design of the measurement out.
import type { FieldSource, RequestValues } from './request.js'
import type { ResolvedInput } from './resolved-input.js'
import type { SealedSample } from './sealed-sample.js'

/** What a measurement is designed from; nothing in it is a path but what `values` says as its user wrote it. */
export interface MeasurementInput {
  /** In code-unit order of their ids. */
  readonly samples: readonly SealedSample[]
  /** In code-unit order of their ids. */
  readonly targets: ResolvedInput['targets']
  readonly values: RequestValues
}

/** A measurement, designed. */
export type MeasurementDesign = Pick<
  ResolvedInput,
  | 'dataset'
  | 'evaluatorTemplates'
  | 'judges'
  | 'metrics'
  | 'experiment'
  | 'analysisGraph'
  | 'decisionPolicy'
  | 'policy'
> & {
  /** Where values came from that were derived here, in code-unit order of the field; part of no document of the measurement. */
  readonly fieldSources: readonly FieldSource[]
}

/** Designs a measurement. Pure. */
export type DesignMeasurement = (input: MeasurementInput) => MeasurementDesign
