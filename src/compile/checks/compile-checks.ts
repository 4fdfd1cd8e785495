// From resolved checks to the documents that prepare seals. Pure: the same input gives the same result, whatever its order.
import { compareCodePoints } from '../../contracts/code-point-order.js'
import { deepFreeze, freezeDocument } from '../../contracts/deep-freeze.js'
import { EvalChecksError } from '../../contracts/errors.js'
import {
  EVALUATION_DEFINITION_VERSION,
  type EvaluationDefinition,
} from '../../contracts/evaluation-definition.js'
import { CHECK_SETTINGS_ID, type CheckSettings } from '../../contracts/extension.js'
import type { MeasurementPolicy } from '../../contracts/measurement-policy.js'
import type { ResolvedCheck, ResolvedCheckInput } from '../../contracts/resolved-checks.js'
import type { RuntimeBindingRequest } from '../../contracts/runtime-binding.js'
import type { RuntimeIdentity } from '../../contracts/runtime-identity.js'
import { bindChecks } from './bindings.js'
import { evaluatorOf, sampleOf } from './check-parts.js'
import { builtInIdentity, checkTypeIdentities } from './identities.js'
import {
  CHECKS_DATASET_ID,
  CHECKS_DESIGN,
  CHECKS_POLICY,
  MISSING_IS_NOT_PASSED,
  PASS_RATE_GRAPH,
  PASSED_METRIC,
  PROJECT_TARGET,
  passThresholdPolicy,
} from './shared-parts.js'
import { snapshotObject } from './snapshot-object.js'

/** What compiling yields: exactly what `preparePlan` takes. Frozen to the last leaf. */
export interface CompiledChecks {
  readonly definition: EvaluationDefinition
  readonly policy: MeasurementPolicy
  readonly runtimeBinding: RuntimeBindingRequest
  readonly identities: readonly RuntimeIdentity[]
}

/**
 * Compiles checks: one target, per check one sample and one evaluator, one boolean metric, a threshold decision.
 * Checks stand in code-point order of their relative paths.
 * @throws {EvalChecksError} `NOT_PLAIN_JSON` for a configuration that is not plain JSON; `ABSOLUTE_PATH_IN_PLAN`
 */
export function compileChecks(input: ResolvedCheckInput): CompiledChecks {
  const checks = [...input.checks].sort(comparePlace)
  for (const check of checks) refuseAbsolutePath(check)
  const evaluators = checks.map(evaluatorOf)
  const decisionPolicy = passThresholdPolicy(input.passThreshold)
  const { nodes } = PASS_RATE_GRAPH
  const settings: CheckSettings = {
    llmMaxInputChars: input.llmMaxInputChars,
    harness: snapshotObject(input.harness),
  }
  const builtIns = [PROJECT_TARGET, ...nodes, decisionPolicy].map((part) => part.implementationId)
  return deepFreeze({
    definition: freezeDocument({
      schemaVersion: EVALUATION_DEFINITION_VERSION,
      dataset: { datasetId: CHECKS_DATASET_ID, samples: checks.map(sampleOf) },
      targets: [PROJECT_TARGET],
      evaluators,
      metrics: [PASSED_METRIC],
      experiment: CHECKS_DESIGN,
      analysisGraph: PASS_RATE_GRAPH,
      comparisons: [],
      decisionPolicy,
      extensions: [{ extensionId: CHECK_SETTINGS_ID, appliesTo: 'evaluation', value: settings }],
    }),
    policy: freezeDocument(CHECKS_POLICY),
    runtimeBinding: freezeDocument(
      bindChecks({
        target: PROJECT_TARGET,
        evaluators,
        missingPolicyIds: [MISSING_IS_NOT_PASSED],
        nodes,
        decisionPolicy,
      }),
    ),
    identities: freezeDocument([
      ...checkTypeIdentities(checks),
      ...[...builtIns, MISSING_IS_NOT_PASSED].map(builtInIdentity),
    ]),
  })
}

function comparePlace(a: ResolvedCheck, b: ResolvedCheck): number {
  return (
    compareCodePoints(a.relativePath, b.relativePath) || compareCodePoints(a.definition.id, b.definition.id)
  )
}

// A plan has to be the same on every machine.
function refuseAbsolutePath({ relativePath }: ResolvedCheck): void {
  if (!relativePath.startsWith('/')) return
  throw new EvalChecksError('ABSOLUTE_PATH_IN_PLAN', `the path of a check is absolute: ${relativePath}`, {
    expected: 'a path from the project root',
  })
}
