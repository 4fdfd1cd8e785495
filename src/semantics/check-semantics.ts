// Everything that a definition has to fulfil beyond its shape.
import type { EvalChecksError } from '../contracts/errors.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import type { MeasurementPolicy } from '../contracts/measurement-policy.js'
import { indexDefinition } from './definition-index.js'
import { findDesignFaults } from './design.js'
import { findInputFaults } from './evaluator-inputs.js'
import { findRequirementFaults } from './execution-requirements.js'
import { findCycle } from './graph.js'
import { findPolicyFaults } from './policies.js'
import { findMissingReferences } from './references.js'
import { findReleaseFaults } from './release-decision.js'
import { findDuplicateIds } from './unique-ids.js'

/** All contradictions of a definition and its policy, empty when there are none. */
export function checkSemantics(
  definition: EvaluationDefinition,
  policy: MeasurementPolicy,
): EvalChecksError[] {
  const index = indexDefinition(definition)
  return [
    ...findDuplicateIds(definition),
    ...findMissingReferences(definition, index),
    ...findCycle(definition.analysisGraph),
    ...findDesignFaults(definition),
    ...findRequirementFaults(definition),
    ...findInputFaults(definition, policy, index),
    ...findPolicyFaults(definition, policy),
    ...findReleaseFaults(definition),
  ]
}
