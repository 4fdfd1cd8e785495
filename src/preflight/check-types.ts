// Before the first check runs: each check type in use is asked, once per kind of program, whether anything is in the way.
import type { CheckType, RunSurroundings } from '../contracts/check-type.js'
import { EvalChecksError } from '../contracts/errors.js'
import type { JsonObject } from '../contracts/json.js'

/** What preflight has to know of a chosen check. */
export interface ChosenCheck {
  readonly checkId: string
  readonly type: CheckType
  readonly runtimeKind: string
  readonly config: JsonObject
}

/** What stands in the way, by check id, in the order of the checks. A preflight that breaks is an obstacle too. */
export async function preflightChecks(
  checks: readonly ChosenCheck[],
  surroundings: RunSurroundings,
): Promise<ReadonlyMap<string, EvalChecksError>> {
  const obstacles = new Map<string, EvalChecksError>()
  for (const group of groupChecks(checks)) {
    const obstacle = await preflightGroup(group, surroundings)
    if (obstacle) for (const { checkId } of group) obstacles.set(checkId, obstacle)
  }
  return obstacles
}

type Group = readonly [ChosenCheck, ...ChosenCheck[]]

/** Checks that one question is asked about: those of one type and one kind of program. */
function groupChecks(checks: readonly ChosenCheck[]): readonly Group[] {
  const groups = new Map<string, [ChosenCheck, ...ChosenCheck[]]>()
  for (const check of checks) {
    const key = JSON.stringify([check.type.type, check.runtimeKind])
    const group = groups.get(key)
    if (group) group.push(check)
    else groups.set(key, [check])
  }
  return [...groups.values()]
}

async function preflightGroup(group: Group, surroundings: RunSurroundings): Promise<EvalChecksError | null> {
  const [{ type, runtimeKind }] = group
  try {
    return await type.preflight(surroundings, { runtimeKind, configs: group.map(({ config }) => config) })
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return new EvalChecksError(
      'PREFLIGHT_BROKEN',
      `the preflight of the check type ${type.type} broke: ${message}`,
      { cause },
    )
  }
}
