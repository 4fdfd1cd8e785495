// The arms of an experiment by what they are compared for.
import { compareCodeUnits } from '../contracts/code-point-order.js'
import { EvalInputError } from '../contracts/experiment/input-error.js'

/** What of a target decides about its arm. */
export interface Arm {
  readonly targetId: string
  readonly experimentRole: 'control' | 'treatment'
  readonly instrumentControl?: 'must-win' | 'must-tie' | undefined
}

/** Arms in code-unit order of their ids. */
export interface Arms<T extends Arm> {
  readonly control: T
  /** The treatments that are decided about; at least one. */
  readonly treatments: readonly T[]
  /** Treatments with a known answer, which test the instrument. */
  readonly instrumentControls: readonly T[]
}

/**
 * Sorts targets into arms.
 * @throws {EvalInputError} `CLI_INPUT_CONTROL_REQUIRED` unless there is exactly one control; `CLI_INPUT_TREATMENT_REQUIRED`
 */
export function sortArms<T extends Arm>(targets: readonly T[]): Arms<T> {
  const sorted = [...targets].sort((a, b) => compareCodeUnits(a.targetId, b.targetId))
  const [control, ...others] = sorted.filter(({ experimentRole }) => experimentRole === 'control')
  if (control === undefined || others.length > 0)
    throw new EvalInputError('CLI_INPUT_CONTROL_REQUIRED', `${control ? others.length + 1 : 0} controls`, {
      sourceKey: 'variants[].role',
      expected: 'exactly one variant of role control',
      fix: control
        ? 'give all variants but one the role treatment'
        : 'give the variant to compare with the role control',
    })
  const compared = sorted.filter(({ experimentRole }) => experimentRole === 'treatment')
  const treatments = compared.filter(({ instrumentControl }) => instrumentControl === undefined)
  if (treatments.length === 0)
    throw new EvalInputError(
      'CLI_INPUT_TREATMENT_REQUIRED',
      compared.length === 0
        ? 'no variant is a treatment'
        : 'all treatments are controls of the instrument, so nothing is left to decide about',
      {
        sourceKey: 'variants[].role',
        expected: 'at least one variant of role treatment that controls does not name',
        fix: 'add the variant that is to be decided about',
      },
    )
  return {
    control,
    treatments,
    instrumentControls: compared.filter(({ instrumentControl }) => instrumentControl !== undefined),
  }
}
