// Every evaluator gets what it asks for: pointers resolve, and what it reads is kept.
import type { Sample } from '../contracts/dataset.js'
import type { EvalChecksError } from '../contracts/errors.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import type { EvaluatorInput } from '../contracts/evaluator.js'
import type { Json } from '../contracts/json.js'
import type { MeasurementPolicy } from '../contracts/measurement-policy.js'
import { definitionError } from './definition-error.js'
import type { DefinitionIndex } from './definition-index.js'
import { compilePointer } from './json-pointer.js'

/** `EVAL_DEFINITION_MISSING_REFERENCE` or `EVAL_DEFINITION_POLICY_INVALID` for every input that cannot be had. */
export function findInputFaults(
  { evaluators, dataset }: EvaluationDefinition,
  { evidence }: MeasurementPolicy,
  index: DefinitionIndex,
): EvalChecksError[] {
  const errors: EvalChecksError[] = []
  const inAll = new Map<string, string | null>()
  evaluators.forEach(({ inputs, applicableSampleIds }, i) => {
    for (const input of inputs) {
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
      const without = applicableSampleIds
        ? firstWithout(input, samplesOf(applicableSampleIds, index))
        : firstWithoutOfAll(input, dataset.samples, inAll)
      if (without !== null) {
        const message = `${input.inputId} finds nothing in sample ${without}`
        errors.push(definitionError('EVAL_DEFINITION_MISSING_REFERENCE', place, message))
      }
    }
  })
  return errors
}

function samplesOf(ids: readonly string[], index: DefinitionIndex): readonly Sample[] {
  return ids.flatMap((id) => index.samples.get(id) ?? [])
}

// Judges and replicates read the same parts of all samples: one look is enough.
function firstWithoutOfAll(
  input: EvaluatorInput,
  samples: readonly Sample[],
  known: Map<string, string | null>,
): string | null {
  const key = `${input.sourceKind} ${input.pointer}`
  const found = known.get(key)
  if (found !== undefined) return found
  const without = firstWithout(input, samples)
  known.set(key, without)
  return without
}

/** The id of the first sample that does not have what is read of it. */
function firstWithout({ sourceKind, pointer }: EvaluatorInput, samples: readonly Sample[]): string | null {
  if (sourceKind !== 'sample-input' && sourceKind !== 'expected' && sourceKind !== 'evaluation-context')
    return null
  const read = compilePointer(pointer)
  const without = samples.find((sample) => {
    const source = sourceOf(sample, sourceKind)
    return source === undefined || read(source) === undefined
  })
  return without?.sampleId ?? null
}

function sourceOf(
  { input, expected, evaluationContext }: Sample,
  sourceKind: 'sample-input' | 'expected' | 'evaluation-context',
): Json | undefined {
  switch (sourceKind) {
    case 'sample-input':
      return input
    case 'expected':
      return expected
    case 'evaluation-context':
      return evaluationContext
  }
}
