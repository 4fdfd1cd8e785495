// What tests of forked scripts share: a launcher that forks, in a folder of its own.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { PythonRequest } from '../../../src/contracts/program.js'
import { PythonLauncher } from '../../../src/process/python/python-launcher.js'
import { Watchdog } from '../../../src/process/watchdog.js'
import { python } from '../programs.js'

/** A launcher that forks, and a way to run scripts with it; all of it ends with the test. */
export function openLauncher(environment: Readonly<Record<string, string>> = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fork-server-')))
  for (const name of ['script', 'scratch']) mkdirSync(join(folder, name))
  const watchdog = Watchdog.start()
  const launcher = new PythonLauncher({
    pythonStart: 'fork',
    scratch: join(folder, 'scratch'),
    watchdog: () => watchdog,
  })
  onTestFinished(async () => {
    launcher.close()
    await watchdog.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  let count = 0
  const run = (script: string, changes: Partial<PythonRequest> = {}) => {
    count += 1
    const path = join(folder, 'script', `check${count}.py`)
    writeFileSync(path, script)
    return launcher.launch({
      python,
      script: { path, bytes: Buffer.from(script) },
      args: ['context.json'],
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder, ...environment },
      stdoutFile: join(folder, `out${count}`),
      stderrFile: join(folder, `err${count}`),
      ...changes,
    })
  }
  return { folder, launcher, watchdog, run }
}

/** Waits for a file with the number of a process. */
export async function readProcessId(file: string): Promise<number> {
  await expect
    .poll(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), { timeout: 20_000 })
    .toBe(true)
  return Number(readFileSync(file, 'utf8'))
}

/** The parent of a process. */
export function parentOf(processId: number): number {
  const stat = readFileSync(`/proc/${processId}/stat`, 'latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
