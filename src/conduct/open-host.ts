// What a run of an experiment borrows from this machine, and gives back: a watchdog, a private folder, a way to start programs.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LaunchedProgram, ProgramRequest } from '../contracts/program.js'
import { launchProgram } from '../process/launch.js'
import { Watchdog } from '../process/watchdog.js'

/** An open host. */
export interface RunHost {
  /** Private, absolute, and gone with the run, also when it is killed. */
  readonly scratch: string
  readonly launch: (request: ProgramRequest) => Promise<LaunchedProgram>
  readonly close: () => Promise<void>
}

/** Opens a host. */
export async function openRunHost(): Promise<RunHost> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'eval-checks-run-'))
  await chmod(scratch, 0o700)
  const watchdog = Watchdog.start()
  watchdog.ownFolder(scratch)
  return {
    scratch,
    launch: (request) => launchProgram(request, watchdog),
    close: async () => {
      await watchdog.stop()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}
