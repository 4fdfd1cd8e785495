// Strict baselines: what the control works in must not hold what a treatment is made of.
import type { EvalInputError } from '../../contracts/experiment/input-error.js'
import type { Instructions } from './artifacts/artifact-content.js'
import { inputError } from './faults.js'
import type { Workspace } from './workspaces.js'

/** An arm as far as isolation is concerned. */
export interface IsolatedArm {
  readonly targetId: string
  readonly experimentRole: 'control' | 'treatment'
  /** Null: a baseline. */
  readonly instructions: Instructions | null
  /** All workspaces in which it may be asked to work. */
  readonly workspaces: readonly Workspace[]
}

/** One error for each treatment whose instructions lie, byte for byte, in a workspace of the control. */
export function findContamination(arms: readonly IsolatedArm[]): readonly EvalInputError[] {
  const controls = arms.filter(({ experimentRole }) => experimentRole === 'control')
  const treatments = arms.filter(({ experimentRole }) => experimentRole === 'treatment')
  return controls.flatMap((control) =>
    treatments.flatMap((treatment) => {
      const found = findInstructions(control, treatment)
      if (found === null) return []
      return [
        inputError(
          'CLI_INPUT_BASELINE_ISOLATION_CONFLICT',
          `the workspace of the control ${control.targetId} holds the artifact of ${treatment.targetId}: ${found}`,
          {
            sourceKey: 'strictBaseline',
            expected: 'a control that sees no file of a treatment',
            fix: 'remove the file from the workspace, or turn strictBaseline off',
          },
        ),
      ]
    }),
  )
}

function findInstructions(control: IsolatedArm, { instructions }: IsolatedArm): string | null {
  // An arm that is compared with itself has nothing to leak.
  if (instructions === null || instructions.size === 0) return null
  if (instructions.digest === control.instructions?.digest) return null
  for (const { files } of control.workspaces) {
    const path = files.get(instructions.digest)
    if (path !== undefined) return path
  }
  return null
}
