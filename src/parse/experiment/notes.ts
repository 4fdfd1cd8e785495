// What a user should hear about inputs that are right and yet not what they will be.
import { optionName } from '../../contracts/registry/option-name.js'
import { inputRows } from '../../contracts/registry/registry.js'
import type { EvaluationRequestInput } from './input.js'

/** A note; nothing stops for it. */
export interface InputNote {
  readonly sourceKey: string
  readonly message: string
}

/** One note for each old name that was used. */
export function noteRenamedInputs({
  flags,
  options = {},
}: Pick<EvaluationRequestInput, 'flags' | 'options'>): readonly InputNote[] {
  return inputRows.flatMap(({ sourceKey, flag, migration }) => {
    if (flag === null || migration.kind !== 'rename') return []
    const name = optionName(sourceKey)
    const option = (key: string) => `experiment.${optionName(key)}`
    return [
      ...(flags[name] === undefined ? [] : [note(sourceKey, migration.target)]),
      ...(options[name] === undefined ? [] : [note(option(sourceKey), option(migration.target))]),
    ]
  })
}

function note(sourceKey: string, target: string): InputNote {
  return { sourceKey, message: `${sourceKey} is the old name of ${target}` }
}
