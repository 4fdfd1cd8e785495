// Starts the real Vitest, or the command line, on a temporary project. EVAL_CHECKS_HOST=v5 chooses the second host.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packageName = 'vitest-eval-checks'

/** A Vitest installation and the Node that runs it. */
export interface Host {
  name: 'v4' | 'v5'
  /** Path of the Node program. */
  node: string
  /** Path of vitest.mjs. */
  vitestCli: string
  /** Folder whose packages the projects are linked to. */
  modules: string
}

/** What a started program may get. */
export interface StartOptions {
  /** Added to the bare environment of the child. */
  env?: Record<string, string>
  /** Ends the child when aborted. */
  signal?: AbortSignal
}

/** How a started program ended; `exitCode` is missing when a signal ended it. */
export interface Ended {
  exitCode: number | undefined
  stdout: string
  stderr: string
}

/** The host that EVAL_CHECKS_HOST names. Throws if it is unknown, or not installed by `node scripts/hosts.mjs v5`. */
export function host(): Host {
  const name = process.env.EVAL_CHECKS_HOST ?? 'v4'
  if (name !== 'v4' && name !== 'v5') throw new Error(`EVAL_CHECKS_HOST is '${name}', expected v4 or v5`)
  const modules = join(root, name === 'v4' ? 'node_modules' : '.cache/hosts/v5/node_modules')
  const node = name === 'v4' ? process.execPath : join(modules, 'node/bin/node')
  if (!existsSync(node)) throw new Error(`${node} is missing; run: node scripts/hosts.mjs ${name}`)
  return { name, node, vitestCli: join(modules, 'vitest/vitest.mjs'), modules }
}

/** Gives a project a node_modules folder that links to the host's packages and to the built package. */
export function linkHost(projectDir: string): void {
  const { name, modules } = host()
  const shared = ['vitest', 'vite', 'jsdom', 'react', 'react-dom', '@vitest/coverage-v8']
  for (const linked of [...shared, packageName]) {
    const link = join(projectDir, 'node_modules', linked)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(
      linked === packageName && name === 'v4' ? resolve(root) : join(modules, linked),
      link,
      'junction',
    )
  }
}

const projects: string[] = []
afterAll(() => {
  for (const folder of projects.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/**
 * Writes a temporary project and returns its real path; it is removed after the test file's last test.
 * @param files texts by path from the project root
 * @param options.fixture a folder under fixtures/ that is copied first
 */
export function makeProject(files: Record<string, string>, options: { fixture?: string } = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'eval-checks-')))
  projects.push(folder)
  if (options.fixture !== undefined) {
    cpSync(join(root, 'fixtures', options.fixture), folder, { recursive: true, verbatimSymlinks: true })
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

/**
 * Starts the host's Vitest and returns the running child, to follow its lines, write to it, or kill it. To leave
 * a `for await` over its lines, kill it: a `break` waits for its end.
 */
export function spawnVitest(projectDir: string, args: string[], options: StartOptions = {}) {
  return spawnNode(projectDir, [host().vitestCli, ...args], options)
}

/** Runs the host's Vitest to its end; a failing run is a result, not a rejection. */
export async function startVitest(
  projectDir: string,
  args: string[],
  options?: StartOptions,
): Promise<Ended> {
  return waitForEnd(spawnVitest(projectDir, args, options))
}

/** Starts the package's command line and returns the running child. */
export function spawnCli(projectDir: string, args: string[], options: StartOptions = {}) {
  const { name, modules } = host()
  const folder = name === 'v4' ? root : join(modules, packageName)
  return spawnNode(projectDir, [join(folder, 'dist/src/cli/main.js'), ...args], options)
}

/** Runs the package's command line to its end; a failing run is a result, not a rejection. */
export async function startCli(projectDir: string, args: string[], options?: StartOptions): Promise<Ended> {
  return waitForEnd(spawnCli(projectDir, args, options))
}

/** Starts the host's Node in a project and returns the running child. */
export function spawnNode(cwd: string, args: string[], { env, signal }: StartOptions = {}) {
  return execa(host().node, args, {
    cwd,
    env: { ...bareEnvironment(), NO_COLOR: '1', ...env },
    extendEnv: false,
    reject: false,
    forceKillAfterDelay: 5000,
    ...(signal && { cancelSignal: signal }),
  })
}

async function waitForEnd(child: ReturnType<typeof spawnNode>): Promise<Ended> {
  child.stdin.end()
  const { exitCode, stdout, stderr } = await child
  return { exitCode, stdout, stderr }
}

// Only what any shell has: nothing of the outer Vitest, of CI, of npm, and no key or agent setting of the developer.
function bareEnvironment(): Record<string, string> {
  const kept =
    /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TMP|TEMP|SystemRoot|ComSpec|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA)$/i
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && kept.test(name)) env[name] = value
  }
  // On the second host `node` means that host's Node.
  if (host().name === 'v5') env.PATH = dirname(host().node) + delimiter + (env.PATH ?? '')
  return env
}
