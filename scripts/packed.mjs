// Tries the package as a user gets it: packs it, installs the tarball into an empty project outside the repository,
// runs one check through Vitest and through the command line. `node scripts/packed.mjs [tally.json]`
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

const files = {
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
  ['npx vitest run', () => run('npx', ['vitest', 'run'], project)],
  ['its report says that the run passed', readReport],
  ['npx eval-checks run', () => run('npx', ['eval-checks', 'run'], project)],
  ['its report says that the run passed', readReport],
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
