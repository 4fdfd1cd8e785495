// Before the first check runs: each check type in use is asked once whether anything stands in its way.
import type { CheckType, RunSurroundings } from '../contracts/check-type.js'
import { EvalChecksError } from '../contracts/errors.js'

/** What stands in the way, by check type. A preflight that breaks is an obstacle too. */
export async function preflightTypes(
  types: ReadonlySet<CheckType>,
  surroundings: RunSurroundings,
): Promise<ReadonlyMap<string, EvalChecksError>> {
  const obstacles = new Map<string, EvalChecksError>()
  for (const type of types) {
    const obstacle = await type.preflight(surroundings).catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : String(cause)
      return new EvalChecksError(
        'PREFLIGHT_BROKEN',
        `the preflight of the check type ${type.type} broke: ${message}`,
        { cause },
      )
    })
    if (obstacle) obstacles.set(type.type, obstacle)
  }
  return obstacles
}
