// The parts of a definition that one check adds: a sample and the evaluator that applies to it alone.
import type { CompiledResource } from '../../contracts/check-type.js'
import type { Sample } from '../../contracts/dataset.js'
import { digestBytes } from '../../contracts/digest.js'
import type { Evaluator } from '../../contracts/evaluator.js'
import type { ResolvedCheck } from '../../contracts/resolved-checks.js'
import type { ResourceReference } from '../../contracts/resource-descriptor.js'
import { checkStem } from '../../contracts/stem.js'
import { PASSED_METRIC } from './shared-parts.js'
import { snapshotObject } from './snapshot-object.js'

/** Id of the implementation that a check type provides. */
export function checkImplementationId(type: string, version: string): string {
  return `eval-checks.check.${type}/${version}`
}

/** A check's sample. Its id is the stem, because a check's own id may be longer than an identifier. */
export function sampleOf({ definition }: ResolvedCheck): Sample {
  return {
    sampleId: checkStem(definition.id),
    input: { checkId: definition.id },
    evaluationContext: { description: definition.description },
  }
}

/**
 * A check's evaluator. It has the id of the sample.
 * @throws {EvalChecksError} `NOT_PLAIN_JSON` when the check type's configuration is not plain JSON
 */
export function evaluatorOf(check: ResolvedCheck): Evaluator {
  const { definition, compiled } = check
  const stem = checkStem(definition.id)
  return {
    evaluatorId: stem,
    evaluatorKind: 'check',
    implementationId: checkImplementationId(definition.type, check.typeVersion),
    instrumentId: stem,
    ensembleMemberId: `${stem}-builtin`,
    replicateGroupId: 'primary',
    replicateIndex: 0,
    applicableSampleIds: [stem],
    metricIds: [PASSED_METRIC.metricId],
    inputs: [
      { inputId: 'check_id', sourceKind: 'sample-input', pointer: '/checkId' },
      { inputId: 'description', sourceKind: 'evaluation-context', pointer: '/description' },
    ],
    config: {
      checkType: definition.type,
      sourcePath: check.relativePath,
      definitionSha256: check.definitionSha256,
      tags: [...definition.tags],
      ...(definition.timeoutSeconds !== undefined && { timeoutSeconds: definition.timeoutSeconds }),
      ...(definition.paths !== undefined && { paths: [...definition.paths] }),
      ...(definition.skip !== undefined && { skip: definition.skip }),
      runtimeKind: compiled.runtimeKind,
      typeConfig: snapshotObject(compiled.config),
    },
    resources: compiled.resources.map(describeResource),
  }
}

function describeResource({ role, bytes, mediaType }: CompiledResource): ResourceReference {
  const digest = digestBytes(bytes)
  return {
    resourceId: `content-${digest.slice('sha256:'.length)}`,
    digest,
    mediaType,
    classification: 'sensitive',
    size: bytes.length,
    role,
  }
}
