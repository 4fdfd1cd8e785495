// What a run offers to every check: environment, interpreter, and a way to start programs under one watchdog.
import type { RunSurroundings } from '../contracts/check-type.js'
import { readStartEnvironment } from '../process/environment.js'
import { launchProgram } from '../process/launch.js'
import { findPython } from '../process/python/find-python.js'
import { Watchdog } from '../process/watchdog.js'
import type { LoadedProject } from '../resolve/load-project.js'

/** Surroundings and how to leave them. */
export interface OpenSurroundings {
  readonly surroundings: RunSurroundings
  /** Ends the watchdog and removes the scratch folder. */
  readonly close: () => Promise<void>
}

/** Makes the surroundings of a run. `scratch` is the absolute path of its private folder, made when first needed. */
export async function openSurroundings(project: LoadedProject, scratch: string): Promise<OpenSurroundings> {
  const environment = readStartEnvironment()
  const { projectRoot, configuration } = project
  let watchdog: Watchdog | null = null
  // The watchdog starts with the first program: a run without programs does not pay for it.
  const watch = () => {
    if (!watchdog) {
      watchdog = Watchdog.start()
      watchdog.ownFolder(scratch)
    }
    return watchdog
  }
  return {
    surroundings: {
      projectRoot,
      environment,
      python: await findPython({ configured: configuration.core.python, projectRoot, environment }),
      launch: (request) => launchProgram(request, watch()),
    },
    close: async () => watchdog?.stop(),
  }
}
