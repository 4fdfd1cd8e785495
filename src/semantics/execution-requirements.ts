// What an executor has to be able to do, from what the single coordinates are allowed to touch.
import type { EvalChecksError } from '../contracts/errors.js'
import type { EvaluationDefinition } from '../contracts/evaluation-definition.js'
import type { ExecutionControls, ExecutionRequirements } from '../contracts/target.js'
import { definitionError } from './definition-error.js'

/** The part of the requirements that follows from controls. */
export type ControlRequirements = Pick<
  ExecutionRequirements,
  'workspace' | 'mcp' | 'mockInterception' | 'toolPolicy'
>

type Controls = Omit<ExecutionControls['sampleOverrides'][number], 'sampleId'>

/**
 * The aggregate over the effective controls of all samples: what any of them needs. A default that every sample replaces
 * is not effective. It asks for abilities and grants nothing to a coordinate.
 */
export function aggregateControls(controls: ExecutionControls, sampleCount: number): ControlRequirements {
  const { defaults, sampleOverrides } = controls
  // `isNeeded` says undefined where a sample keeps the default.
  const anyNeeds = (isNeeded: (controls: Controls) => boolean | undefined): boolean => {
    let replaced = 0
    for (const override of sampleOverrides) {
      const needed = isNeeded(override)
      if (needed) return true
      if (needed === false) replaced++
    }
    return replaced < sampleCount && isNeeded(defaults) === true
  }
  return {
    workspace: anyNeeds(({ workspace }) => workspace && workspace.workspaceMode !== 'none')
      ? 'copy-on-write-overlay'
      : 'none',
    mcp: anyNeeds(({ mcp }) => mcp && mcp.mcpMode !== 'none') ? 'native-config' : 'none',
    mockInterception: anyNeeds(
      ({ mockInterception }) => mockInterception && mockInterception.mockMode !== 'none',
    )
      ? 'pre-tool-call'
      : 'none',
    toolPolicy: anyNeeds(({ tools }) => tools && tools.toolMode !== 'unrestricted')
      ? 'allow-list'
      : 'unrestricted',
  }
}

/** `EVAL_DEFINITION_VALUE_DOMAIN_INVALID` for requirements that are not the aggregate of the target's controls. */
export function findRequirementFaults({ targets, dataset }: EvaluationDefinition): EvalChecksError[] {
  return targets.flatMap(({ executionControls, executionRequirements }, index) => {
    const place = `definition.targets[${index}].executionRequirements`
    const fault = (message: string) => definitionError('EVAL_DEFINITION_VALUE_DOMAIN_INVALID', place, message)
    if (!executionControls) return []
    if (!executionRequirements) return [fault('controls need requirements')]
    const { workspace, mcp, mockInterception, toolPolicy } = executionRequirements
    const found: ControlRequirements = { workspace, mcp, mockInterception, toolPolicy }
    const wanted = aggregateControls(executionControls, dataset.samples.length)
    const fields = ['workspace', 'mcp', 'mockInterception', 'toolPolicy'] as const
    return fields
      .filter((field) => found[field] !== wanted[field])
      .map((field) => fault(`${field} is ${found[field]}, the effective controls need ${wanted[field]}`))
  })
}
