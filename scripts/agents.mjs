// Installs the real agent programs for `npm run test:agents`, outside the clone, and prints their bin folders as JSON:
// `node scripts/agents.mjs [claude|codex|gemini ...]`. A finished installation is used again; a failed one is an error.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The programs and the exact versions that the tests have been seen with. */
export const agents = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.332' },
  codex: { package: '@openai/codex', version: '0.171.0' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0' },
}

/** Milliseconds that one installation may take. */
const INSTALL_MS = 900_000
/** Milliseconds that a program may take to print its version. */
const VERSION_MS = 120_000

/** The folder that holds one folder per program and version. */
export function findCache(environment = process.env) {
  const named = environment.EVAL_CHECKS_AGENTS_CACHE
  return named ? resolve(named) : join(homedir(), '.cache/vitest-eval-checks/agents')
}

/** Installs what is not there yet; returns `{ name: bin folder }`. Rejects with a sentence that names each failed program. */
export async function installAgents(names = Object.keys(agents), cache = findCache()) {
  const unknown = names.filter((name) => !Object.hasOwn(agents, name))
  if (unknown.length > 0) {
    throw new Error(`unknown agent: ${unknown.join(', ')} (known: ${Object.keys(agents).join(', ')})`)
  }
  const installed = await Promise.allSettled(names.map((name) => installAgent(name, cache)))
  const failures = installed.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))
  if (failures.length > 0) throw new Error(failures.join('\n'))
  return Object.fromEntries(names.map((name, index) => [name, installed[index].value]))
}

async function installAgent(name, cache) {
  const folder = join(cache, `${name}-${agents[name].version}`)
  const bin = join(folder, 'node_modules/.bin')
  if (await isComplete(name, folder)) return bin
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(`${folder}.installing-`)
  try {
    await fill(name, fresh)
    await moveInto(name, fresh, folder)
  } catch (error) {
    throw new Error(`${name} ${agents[name].version} could not be installed: ${error.message}`)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return bin
}

/** Complete means: it once printed its version, and nobody took the program away since. */
async function isComplete(name, folder) {
  if (!existsSync(join(folder, 'node_modules/.bin', name))) return false
  const finished = await readFile(join(folder, 'finished.json'), 'utf8').catch(() => null)
  return finished === describe(name)
}

/** Npm reports success also when the optional package with the program itself is missing, so the program is asked. */
async function fill(name, folder) {
  const { package: dependency, version } = agents[name]
  const manifest = { private: true, dependencies: { [dependency]: version } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const install = ['install', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', install, { cwd: folder, timeout: INSTALL_MS })
  // In a home of its own: a version is not worth a change in the user's settings.
  const env = { ...process.env, HOME: folder }
  const program = join(folder, 'node_modules/.bin', name)
  const printed = await run(program, ['--version'], { cwd: folder, timeout: VERSION_MS, env })
  if (!printed.includes(version)) throw new Error(`--version printed ${JSON.stringify(printed.trim())}`)
  await writeFile(join(folder, 'finished.json'), describe(name))
}

/** Another process may have finished first: then its installation is used. */
async function moveInto(name, fresh, folder) {
  await mkdir(dirname(folder), { recursive: true })
  if (existsSync(folder) && !(await isComplete(name, folder))) {
    await rename(folder, `${fresh}.broken`)
    await rm(`${fresh}.broken`, { recursive: true, force: true })
  }
  await rename(fresh, folder).catch(async (error) => {
    if (!(await isComplete(name, folder))) throw error
  })
}

function describe(name) {
  return `${JSON.stringify(agents[name])}\n`
}

function run(program, args, options) {
  return new Promise((done, fail) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const why = error?.killed ? `took over ${options.timeout / 1000} s` : `ended with ${error?.code}`
      const said = `${stdout}${stderr}`.trim().slice(-2000)
      if (error) fail(new Error(`${program} ${args.join(' ')} ${why}\n${said}`))
      else done(stdout)
    })
    child.stdin?.end()
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const names = process.argv.slice(2)
  try {
    console.log(JSON.stringify(await installAgents(names.length > 0 ? names : undefined), null, 2))
  } catch (error) {
    console.error(`agents: ${error.message}`)
    process.exitCode = 1
  }
}
