// Parsing as a whole: flags, options, file and host defaults become one request under the fields' own names.
import { freezeDocument } from '../../contracts/deep-freeze.js'
import { EvalChecksErrors } from '../../contracts/errors.js'
import { EvalInputError } from '../../contracts/experiment/input-error.js'
import {
  EVALUATION_REQUEST_VERSION,
  type EvaluationRequest,
  evaluationRequestSchema,
} from '../../contracts/experiment/request.js'
import { given } from './given.js'
import type { EvaluationRequestInput } from './input.js'
import { InputReader } from './input-reader.js'
import { readExecutor } from './read-executor.js'
import { readOrchestration, readPresentation } from './read-host-options.js'
import { readJudges } from './read-judges.js'
import { readMeasurement } from './read-measurement.js'
import { readVariants } from './read-variants.js'
import { refuseUnknownInputs } from './unknown-inputs.js'

/**
 * Parses a request. It is frozen to the last leaf.
 * @throws {EvalChecksErrors} every fault at once, each with the flag or key at fault
 */
export function parseEvaluationRequest(input: EvaluationRequestInput): EvaluationRequest {
  const reader = new InputReader(input)
  refuseUnknownInputs(reader)
  const orchestration = readOrchestration(reader)
  const executor = readExecutor(reader)
  const values = {
    locators: readLocators(reader, orchestration.batch ?? false),
    variants: readVariants(reader, orchestration.batch ?? false),
    targetRuntime: given({
      ...executor,
      model: readModel(reader, executor?.executorId),
      effort: reader.choose('definition.targetRuntime.effort'),
    }),
    judges: readJudges(reader, executor?.executorId),
    measurement: readMeasurement(reader),
    orchestration: given(orchestration),
    presentation: readPresentation(reader),
  }
  if (reader.faults.length > 0) throw new EvalChecksErrors(reader.faults)
  const fieldSources = reader.fieldSources()
  const checked = evaluationRequestSchema.safeParse({
    schemaVersion: EVALUATION_REQUEST_VERSION,
    values,
    fieldSources,
  })
  if (checked.success) return freezeDocument(checked.data)
  throw new EvalChecksErrors(
    checked.error.issues.map(({ path, message }) => {
      const fieldPath = path.map(String).join('.')
      return new EvalInputError('CLI_INPUT_INVALID', `${fieldPath} is not right: ${message}`, { fieldPath })
    }),
  )
}

function readLocators(reader: InputReader, batch: boolean): Readonly<Record<string, unknown>> {
  const { defaults, configLocator } = reader.input
  const ofFlags = reader.anchorPath
  const config = reader.choose('orchestration.configLocator', {
    otherwise:
      configLocator === undefined ? null : { value: configLocator, source: 'discovery', derived: true },
  })
  const skillDirectory = reader.choose('orchestration.skillDirectoryLocator', { ofFlags })
  const beside = batch && skillDirectory !== undefined ? { value: skillDirectory, source: '--batch' } : null
  const before = reader.faults.length
  const samples = reader.choose('orchestration.samplesLocator', {
    ofFlags,
    otherwise: defaults.samples ?? (beside && { ...beside, derived: true }),
  })
  if (samples === undefined && reader.faults.length === before)
    reader.refuseHost('orchestration.samplesLocator', 'samples', 'there are no samples', {
      expected: 'a file or folder of samples',
      fix: 'Name it with --samples or samples.',
    })
  return given({
    config: configLocator ?? config,
    samples,
    skillDirectory,
    mcpConfig: reader.choose('resources.mcpConfigLocator', { ofFlags }),
    gold: reader.choose('orchestration.gold.resourceLocator', { ofFlags }),
  })
}

function readModel(reader: InputReader, executorId: string | undefined): string | undefined {
  const { model, executors } = reader.input.defaults
  const own = executors.find((executor) => executor.executorId === executorId)?.defaultModels?.target
  const derived = own === undefined ? null : { value: own, source: `executor ${executorId}`, derived: true }
  const before = reader.faults.length
  const chosen = reader.choose('definition.targetRuntime.model', { otherwise: model ?? derived })
  // Without an executor there is another fault, and which model is missing cannot be said.
  if (chosen === undefined && reader.faults.length === before && executorId !== undefined)
    reader.refuseHost('definition.targetRuntime.model', 'model', 'no model is named', {
      expected: `a model of ${executorId}`,
      fix: 'Name one with --model or model, or set OMK_MODEL.',
    })
  return chosen
}
