// The arms of an experiment: what each one is given, who answers for it, and what it may touch.

import type { RequestValues, Variant } from '../../contracts/experiment/request.js'
import type { ResolvedTarget } from '../../contracts/experiment/resolved-input.js'
import type { ResourceDescriptor } from '../../contracts/resource-descriptor.js'
import type { ResolvedArtifact } from './artifacts/resolve-artifact.js'
import type { ControlMaker } from './controls.js'
import type { ResolvedMock } from './mocks/freeze-mocks.js'

/** A variant with what was resolved for it alone. */
export interface ResolvedVariant {
  readonly variant: Variant
  /** Null: a baseline. */
  readonly artifact: ResolvedArtifact | null
  readonly workspace: ResourceDescriptor | null
}

/** What all targets have in common. */
export interface TargetParts {
  readonly values: RequestValues
  readonly controls: ControlMaker
  readonly mocks: readonly ResolvedMock[]
  readonly mcpConfig: ResourceDescriptor | null
  readonly implementation: ResourceDescriptor | null
}

/** Makes a target. Under strict isolation a baseline discovers no skill. */
export function makeTarget(
  { variant, artifact, workspace }: ResolvedVariant,
  parts: TargetParts,
): ResolvedTarget {
  const { values, mocks, mcpConfig, implementation } = parts
  const { executorId, model, effort } = values.targetRuntime
  const isolated = artifact === null && values.measurement.baselineIsolation === 'strict'
  const allowedSkills = variant.allowedSkills ?? (isolated ? [] : undefined)
  return {
    targetId: variant.targetId,
    experimentRole: variant.experimentRole,
    ...(variant.instrumentControl === undefined ? {} : { instrumentControl: variant.instrumentControl }),
    targetKind: artifact === null ? 'baseline' : 'skill',
    protocolId: 'omk.invoke/v1',
    executor: {
      implementationId: executorId,
      ...(implementation === null ? {} : { implementationResource: implementation }),
      model,
      effort,
    },
    behavior: {
      systemInstructions: artifact === null ? 'not-required' : 'required',
      artifact: artifact?.descriptor ?? null,
      ...(mcpConfig === null ? {} : { mcpConfig }),
      ...(mocks.length === 0 ? {} : { mocks }),
      ...(allowedSkills === undefined ? {} : { allowedSkills: [...new Set(allowedSkills)].sort() }),
    },
    executionControls: parts.controls.make(workspace),
  }
}
