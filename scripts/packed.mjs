// Tries the package as a user gets it: packs it, installs the tarball into an empty project outside the repository,
// runs one check through Vitest and through the command line, and asks for SDKs that are not there, and then are.
// `npm run build && node scripts/packed.mjs [tally.json]`
import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const project = realpathSync(mkdtempSync(join(tmpdir(), 'packed-')))
const results = join(project, '.eval-banana/results')

/** What the executors that ask a service say before anything is sent: nothing listens at this address. */
const askServices = `const environment = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' }
for (const name of ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL']) environment[name] = 'http://127.0.0.1:9'
const signal = new AbortController().signal
for (const [id, name] of [['anthropic-api', 'anthropicApi'], ['openai-api', 'openaiApi']]) {
  const module = await import('./node_modules/vitest-eval-checks/dist/plugins/executors/' + id + '/index.js')
  const { preflight, start } = module[name]
  const doctor = preflight.find(({ kind }) => kind === 'doctor')
  const fault = await doctor.check({ environment, workingFolder: process.cwd(), signal })
  const call = { environment, model: 'm', effort: null, instructions: null, input: 'x', prompt: 'x' }
  const { error } = await start(call, { signal, fetch })
  const found = [fault?.code ?? 'passed', error.code].join()
  if (found !== process.argv[2] || (fault && !/npm install/.test(fault.fix + error.message)))
    throw new Error(id + ': ' + found + ', not ' + process.argv[2] + ': ' + error.message)
}
`

const files = {
  'ask-services.mjs': askServices,
  'package.json': '{ "name": "try-it", "private": true, "type": "module" }\n',
  'vitest.config.ts': `import { defineConfig } from 'vitest/config'
import { evalChecks } from 'vitest-eval-checks'
export default defineConfig({ plugins: [evalChecks()] })
`,
  'eval_checks/hello.yaml': `schema_version: 1
id: hello
type: deterministic
description: Two and two are four.
script: |
  assert 2 + 2 == 4
`,
}

const steps = [
  ['npm pack', () => run('npm', ['pack', '--silent', '--pack-destination', project], root)],
  ['npm install of the tarball', () => run('npm', installArguments(), project)],
  ['executors without their SDKs', () => askWith('not-installed,not-installed')],
  ['npx vitest run', () => run('npx', ['vitest', 'run'], project)],
  ['its report says that the run passed', readReport],
  ['npx eval-checks run', () => run('npx', ['eval-checks', 'run'], project)],
  ['its report says that the run passed', readReport],
  ['npm install of the SDKs', () => run('npm', ['install', '--no-audit', '--no-fund', ...sdks()], project)],
  ['executors with their SDKs', () => askWith('passed,transport-error')],
]

let passed = 0
let failed = 0
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(project, file)), { recursive: true })
  writeFileSync(join(project, file), text)
}
for (const [name, attempt] of steps) {
  const fault = attempt()
  if (fault === undefined) passed += 1
  else failed += 1
  console.log(fault === undefined ? `ok      ${name}` : `FAILED  ${name}\n${fault}`)
}
rmSync(project, { recursive: true, force: true })
const tally = process.argv[2]
if (tally) {
  mkdirSync(dirname(tally), { recursive: true })
  writeFileSync(
    tally,
    JSON.stringify({ numPassedTests: passed, numFailedTests: failed, success: failed === 0 }),
  )
}
process.exitCode = failed === 0 ? 0 : 1

function installArguments() {
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? 'no-tarball.tgz'
  return [
    'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `./${tarball}`,
    'vitest@4.1.12',
    'vite@~8.3.8',
  ]
}

function askWith(expected) {
  return run(process.execPath, ['ask-services.mjs', expected], project)
}

/** The SDKs, in the versions that the tests use. */
function sdks() {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return ['@anthropic-ai/sdk', 'openai'].map((name) => `${name}@${devDependencies[name]}`)
}

/** Runs a program without input; returns its output if it failed. */
function run(program, args, cwd) {
  const env = { ...process.env, NO_COLOR: '1' }
  const { status, signal, error, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (status === 0) return undefined
  return `${program} ${args.join(' ')}: ${error?.message ?? `exit ${status ?? signal}`}\n${stdout}${stderr}`
}

/** Reads the newest report.json and moves the results away, so that the next reading cannot see them again. */
function readReport() {
  try {
    const latest = readFileSync(join(results, 'latest'), 'utf8').trim()
    const report = JSON.parse(readFileSync(join(results, latest, 'report.json'), 'utf8'))
    if (report.run_passed !== true)
      return `run_passed is ${report.run_passed}:\n${JSON.stringify(report, null, 2)}`
    return undefined
  } catch (error) {
    return `no report in ${results}: ${error.message}`
  } finally {
    rmSync(results, { recursive: true, force: true })
  }
}
