// Every evaluator gets what it asks for: pointers resolve, and what it reads is kept.
import type { Sample } from '../contracts/dataset.js'
import type { EvalChecksError } from '../contracts/errors.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import type { EvaluatorInput } from '../contracts/evaluator.js'
import type { Json } from '../contracts/json.js'
import type { MeasurementPolicy } from '../contracts/measurement-policy.js'
import { definitionError } from './definition-error.js'
import type { DefinitionIndex } from './definition-index.js'
import { resolvePointer } from './json-pointer.js'

/** `EVAL_DEFINITION_MISSING_REFERENCE` or `EVAL_DEFINITION_POLICY_INVALID` for every input that cannot be had. */
export function findInputFaults(
  { evaluators, dataset }: EvaluationDefinition,
  { evidence }: MeasurementPolicy,
  index: DefinitionIndex,
): EvalChecksError[] {
  const errors: EvalChecksError[] = []
  evaluators.forEach((evaluator, i) => {
    const samples =
      evaluator.applicableSampleIds?.flatMap((id) => index.samples.get(id) ?? []) ?? dataset.samples
    for (const input of evaluator.inputs) {
      const place = `definition.evaluators[${i}].inputs`
      const { sourceKind } = input
      const capture = sourceKind === 'output' || sourceKind === 'trace' ? evidence[sourceKind] : 'full'
      if (capture === 'digest' || capture === 'none') {
        const message = `${input.inputId} reads the ${sourceKind}, of which the policy keeps: ${capture}`
        errors.push(definitionError('EVAL_DEFINITION_POLICY_INVALID', place, message))
      }
      if (sourceKind === 'execution-facts' && input.pointer !== '') {
        const message = `${input.inputId} can only read all execution facts`
        errors.push(definitionError('EVAL_DEFINITION_VALUE_DOMAIN_INVALID', place, message))
      }
      const without = samples.find((sample) => isMissing(input, sample))
      if (without) {
        const message = `${input.inputId} finds nothing in sample ${without.sampleId}`
        errors.push(definitionError('EVAL_DEFINITION_MISSING_REFERENCE', place, message))
      }
    }
  })
  return errors
}

function isMissing({ sourceKind, pointer }: EvaluatorInput, sample: Sample): boolean {
  switch (sourceKind) {
    case 'sample-input':
      return resolvePointer(sample.input, pointer) === undefined
    case 'expected':
      return isUnresolved(sample.expected, pointer)
    case 'evaluation-context':
      return isUnresolved(sample.evaluationContext, pointer)
    default:
      return false
  }
}

function isUnresolved(source: Json | undefined, pointer: string): boolean {
  return source === undefined || resolvePointer(source, pointer) === undefined
}
