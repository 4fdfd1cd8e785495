// The environment of a script is exactly that of the process before Vitest added its own variables.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkStem } from '../../src/contracts/stem.js'
import { linkHost, makeProject, startCli, startVitest } from './host.js'
import { python, readLatestRun } from './run-folders.js'

// The system's own record of what the process was started with.
const config = `import { readFileSync, writeFileSync } from 'node:fs'
import { evalChecks } from 'vitest-eval-checks'
writeFileSync('outer.txt', readFileSync('/proc/self/environ'))
export default { plugins: [evalChecks()] }
`
const check = `schema_version: 1
id: environment
type: deterministic
description: tells its environment
script: |
  import json, os, sys
  with open(sys.argv[1]) as file:
      output = json.load(file)["output_dir"]
  with open(output + "/environment.json", "w") as file:
      json.dump(dict(os.environ), file)
`
const ofVitest = /^(?:TEST|VITEST|VITEST_.*|NODE_ENV|MODE|DEV|PROD|SSR|BASE_URL)$/
const chosenByUser = {
  TEST: 'outer',
  VITEST: 'outer',
  VITEST_OF_MINE: '1',
  NODE_ENV: 'production',
  MODE: 'staging',
  DEV: '',
  PROD: 'no',
  SSR: 'maybe',
  BASE_URL: '/app/',
}

const doors = [
  { door: 'vitest run', start: startVitest, args: ['run'] },
  { door: 'eval-checks run', start: startCli, args: ['run'] },
]

describe.runIf(process.platform === 'linux').each(doors)('in $door', ({ start, args }) => {
  const run = async (env: Record<string, string>) => {
    const project = makeProject({ 'vitest.config.mjs': config, 'eval_checks/environment.yaml': check })
    linkHost(project)
    const ended = await start(project, args, { env: { ...env, EVAL_BANANA_PYTHON: python } })
    expect(ended.exitCode, ended.stdout + ended.stderr).toBe(0)
    const evidence = join(readLatestRun(project).folder, 'checks', checkStem('environment'))
    const outer = parseEnvironment(readFileSync(join(project, 'outer.txt'), 'utf8'))
    const seen: Record<string, string> = JSON.parse(readFileSync(join(evidence, 'environment.json'), 'utf8'))
    // Python adds it by itself where the locale is C.
    if (outer.LC_CTYPE === undefined) delete seen.LC_CTYPE
    return { outer, seen }
  }

  test('a script sees the whole outer environment and nothing else', async () => {
    const { outer, seen } = await run({ MY_SETTING: 'ünï = "x"\nsecond line', EMPTY: '' })
    expect(seen).toEqual(outer)
    expect(seen).toMatchObject({ MY_SETTING: 'ünï = "x"\nsecond line', EMPTY: '' })
    expect(Object.keys(seen).filter((name) => ofVitest.test(name))).toEqual([])
  })

  test('variables that Vitest sets too have the value that the user gave them', async () => {
    const { outer, seen } = await run(chosenByUser)
    expect(seen).toEqual(outer)
    expect(seen).toMatchObject(chosenByUser)
  })
})

function parseEnvironment(text: string): Record<string, string> {
  const entries = text.split('\0').filter((entry) => entry !== '')
  return Object.fromEntries(entries.map((entry) => entry.split(/=([\s\S]*)/, 2)))
}
