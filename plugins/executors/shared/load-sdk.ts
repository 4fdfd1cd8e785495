// Loads a service's official SDK, which users install themselves: only who asks the service needs it.
import { EvalChecksError } from '../../../src/contracts/errors.js'
import type { ExecutorSurroundings } from '../../../src/contracts/executor.js'

/** An SDK that need not be there. */
export interface OptionalSdk<Module> {
  /** Name of the package. */
  readonly packageName: string
  /** Command that installs a version that works. */
  readonly install: string
  /** A dynamic import; the module is loaded once and kept by Node. */
  readonly load: () => Promise<Module>
}

/**
 * The SDK's module.
 *
 * @throws {EvalChecksError} `not-installed` when the package is missing, `sdk-broken` when it is there and cannot be loaded.
 */
export async function loadSdk<Module>({ packageName, install, load }: OptionalSdk<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    // A module that the SDK itself misses is reported under another name.
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
    if (missing && cause.message.includes(`'${packageName}'`))
      throw new EvalChecksError('not-installed', `the package ${packageName} is not installed`, {
        fix: `install it: ${install}`,
        cause,
      })
    throw new EvalChecksError('sdk-broken', `the package ${packageName} cannot be loaded`, {
      fix: `install it anew: ${install}`,
      cause,
    })
  }
}

/** Null: the SDK can be loaded. For preflight. */
export async function checkSdk(
  sdk: OptionalSdk<unknown>,
  { signal }: ExecutorSurroundings,
): Promise<EvalChecksError | null> {
  signal.throwIfAborted()
  try {
    await loadSdk(sdk)
    return null
  } catch (error) {
    if (error instanceof EvalChecksError) return error
    throw error
  }
}
