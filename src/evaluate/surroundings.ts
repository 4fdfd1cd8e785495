// What a run offers to every check: environment, interpreter, and a way to start programs under one watchdog.
import type { RunSurroundings } from '../contracts/check-type.js'
import type { ProgramRequest, PythonRequest } from '../contracts/program.js'
import { readStartEnvironment } from '../process/environment.js'
import { launchProgram } from '../process/launch.js'
import { findPython } from '../process/python/find-python.js'
import { PythonLauncher } from '../process/python/python-launcher.js'
import { Watchdog } from '../process/watchdog.js'
import type { AgentRegistry } from '../resolve/judging/settings.js'
import type { LoadedProject } from '../resolve/load-project.js'
import { openJudging } from './judging/judging.js'
import type { StoredRun } from './judging/replay.js'

/** Surroundings and how to leave them. */
export interface OpenSurroundings {
  readonly surroundings: RunSurroundings
  /** Ends the watchdog and removes the scratch folder. */
  readonly close: () => Promise<void>
}

/** What surroundings are made of. */
export interface SurroundingsRequest {
  readonly project: LoadedProject
  /** Absolute path of the run's private folder, made when first needed. */
  readonly scratch: string
  readonly agents: AgentRegistry
  /** A stored run whose verdicts are taken; nobody is asked then. */
  readonly replay?: StoredRun | null
  /** For one check alone: a warm interpreter would not pay. */
  readonly single?: true
  /** Ends programs that have no signal of their own, such as those of the preflight. */
  readonly interrupted?: AbortSignal
}

/** Makes the surroundings of a run. */
export async function openSurroundings({
  project,
  scratch,
  agents,
  replay = null,
  single,
  interrupted,
}: SurroundingsRequest): Promise<OpenSurroundings> {
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
  const launch = (request: ProgramRequest) =>
    launchProgram(interrupted ? { signal: interrupted, ...request } : request, watch())
  const pythonStart = single ? 'spawn' : configuration.core.pythonStart
  const scripts = new PythonLauncher({ pythonStart, scratch, watchdog: watch })
  const launchPython = (request: PythonRequest) =>
    scripts.launch(interrupted ? { signal: interrupted, ...request } : request)
  return {
    surroundings: {
      projectRoot,
      environment,
      python: await findPython({ configured: configuration.core.python, projectRoot, environment }),
      launch,
      launchPython,
      judging: openJudging({ configuration, registry: agents, projectRoot, environment, launch, replay }),
    },
    close: async () => {
      scripts.close()
      await watchdog?.stop()
    },
  }
}
