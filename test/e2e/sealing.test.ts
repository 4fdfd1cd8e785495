// A run executes what was sealed before its first process, and the seal is the same for the same state everywhere.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CheckResult } from '../../src/contracts/check-result.js'
import { checkStem } from '../../src/contracts/stem.js'
import { type Ended, linkHost, makeProject, startCli, startVitest } from './host.js'
import { type FoundRun, python, readJournalIds, readLatestRun } from './run-folders.js'

const config = "import { evalChecks } from 'vitest-eval-checks'\nexport default { plugins: [evalChecks()] }\n"
const env = { EVAL_BANANA_PYTHON: python }

function writeCheck(id: string, fields: Record<string, string>): string {
  return JSON.stringify({
    schema_version: 1,
    id,
    type: 'deterministic',
    description: `sealed ${id}`,
    ...fields,
  })
}

describe('when a check changes the files of later checks', () => {
  // Without a cache Vitest starts with the largest file.
  const tamper = `import os
for name in ("inline.yaml", "skipped.yaml", "file.yaml", "file.py"):
    with open("eval_checks/" + name) as file:
        text = file.read()
    with open("eval_checks/" + name, "w") as file:
        file.write(text.replace("sealed", "tampered"))
os.remove("eval_checks/removed.py")
os.rename("eval_checks/moved.py", "elsewhere.py")
os.symlink("../elsewhere.py", "eval_checks/moved.py")
with open(".eval-banana/config.toml", "w") as file:
    file.write("[core]\\npass_threshold = 0.1\\n")
${'#'.repeat(5000)}
`
  const report = 'open("ran-sealed", "a").write("sealed\\n"); print("sealed")'
  const files = {
    'vitest.config.mjs': config,
    '.eval-banana/config.toml': '[core]\nmax_parallel_checks = 1\npass_threshold = 1.0\n',
    'eval_checks/first.yaml': writeCheck('first', { script: tamper }),
    'eval_checks/inline.yaml': writeCheck('inline', { script: report }),
    'eval_checks/skipped.yaml': writeCheck('skipped', { script: report, skip: 'sealed for now' }),
    'eval_checks/file.yaml': writeCheck('file', { script_path: 'file.py' }),
    'eval_checks/file.py': report,
    'eval_checks/removed.yaml': writeCheck('removed', { script_path: 'removed.py' }),
    'eval_checks/removed.py': report,
    'eval_checks/moved.yaml': writeCheck('moved', { script_path: 'moved.py' }),
    'eval_checks/moved.py': 'print("moved")',
  }
  let project: string
  let run: FoundRun
  const resultOf = (id: string) => run.report.checks.find(({ check_id }) => check_id === id)

  beforeAll(async () => {
    project = makeProject(files)
    linkHost(project)
    await startVitest(project, ['run'], { env })
    run = readLatestRun(project)
    expect(readJournalIds(run.folder)[0]).toBe('first')
    expect(readFileSync(join(project, 'eval_checks/inline.yaml'), 'utf8')).toContain('tampered')
  })

  test('a later inline script runs as it was sealed', () => {
    expect(resultOf('inline')).toMatchObject({
      status: 'passed',
      stdout: 'sealed\n',
      description: 'sealed inline',
      check_definition_sha256: definitionSha256(files['eval_checks/inline.yaml']),
    })
    expect(readFileSync(join(project, 'ran-sealed'), 'utf8')).toBe('sealed\n')
  })

  test('a later script file is an error and its new bytes never run', () => {
    expect(resultOf('file')).toMatchObject({
      status: 'error',
      error_code: 'script-changed',
      stdout: '',
      check_definition_sha256: definitionSha256(files['eval_checks/file.yaml'], files['eval_checks/file.py']),
    })
    expect(existsSync(join(project, 'ran-tampered'))).toBe(false)
  })

  test('a later script file that is gone is an error', () => {
    expect(resultOf('removed')).toMatchObject({ status: 'error', error_code: 'script-missing', stdout: '' })
  })

  test('a later script file with the sealed bytes runs, wherever they lie now', () => {
    expect(resultOf('moved')).toMatchObject({ status: 'passed', stdout: 'moved\n' })
  })

  test('threshold and skips are those that were sealed', () => {
    expect(run.report).toMatchObject({ pass_threshold: 1, run_passed: false, run_status: 'complete' })
    expect(run.report.skipped).toEqual([{ id: 'skipped', reason: 'sealed for now' }])
  })
})

/** The documented digest, written independently of the product. */
function definitionSha256(definition: string, script?: string): CheckResult['check_definition_sha256'] {
  const hash = createHash('sha256').update('eval-banana/check-definition-sha256/v1\0')
  const part = (text: string) => {
    const bytes = Buffer.from(text)
    const length = Buffer.alloc(8)
    length.writeBigUInt64BE(BigInt(bytes.length))
    hash.update(length).update(bytes)
  }
  part('definition.yaml')
  part(definition)
  if (script !== undefined) {
    part('referenced-script')
    part(script)
  }
  return `sha256:${hash.digest('hex')}`
}

test('the plan is stored before the first process starts, with the digest that the report names', async () => {
  const script = `import json, os, sys
with open(sys.argv[1]) as file:
    output = json.load(file)["output_dir"]
with open(os.path.join(output, "..", "..", "plan.json"), "rb") as file:
    plan = file.read()
assert sorted(os.listdir(os.path.join(output, "..", ".."))) == ["checks", "plan.json", "results.jsonl", "selection.json"]
with open(os.path.join(output, "plan.json"), "wb") as file:
    file.write(plan)
print(json.loads(plan)["digests"]["runContract"])
`
  const project = makeProject({
    'vitest.config.mjs': config,
    'eval_checks/plan.yaml': writeCheck('plan', { script }),
  })
  linkHost(project)
  await startVitest(project, ['run'], { env })
  const { folder, report } = readLatestRun(project)
  const [result] = report.checks
  expect(result).toMatchObject({ status: 'passed', stdout: `${report.plan_sha256}\n` })
  const seen = readFileSync(join(folder, 'checks', checkStem('plan'), 'plan.json'))
  expect(seen.equals(readFileSync(join(folder, 'plan.json')))).toBe(true)
})

describe('the digest of the plan', () => {
  const files = {
    'vitest.config.mjs': config,
    'eval_checks/one.yaml': writeCheck('one', { script: 'print(1)' }),
    'eval_checks/two.yaml': writeCheck('two', { script_path: 'two.py' }),
    'eval_checks/two.py': 'print(2)\n',
    'deep/eval_checks/three.yaml': writeCheck('three', { script: 'print(3)' }),
  }
  const threshold = '[core]\npass_threshold = 0.5\n'
  type Changes = Readonly<Record<string, string>>
  type Door = (project: string) => Promise<Ended>
  const vitest =
    (...args: string[]): Door =>
    (project) =>
      startVitest(project, ['run', ...args], { env })
  const cli =
    (...args: string[]): Door =>
    (project) =>
      startCli(project, ['run', ...args], { env })

  /** Runs a copy of the project of its own and returns what its report says of the plan and of its checks. */
  async function seal(start: Door, changes: Changes = {}, results?: string) {
    const project = makeProject({ ...files, ...changes })
    linkHost(project)
    const ended = await start(project)
    expect(ended.stdout + ended.stderr).not.toContain('No test')
    const { report } = readLatestRun(project, results)
    return { digest: report.plan_sha256, checks: report.checks.map(({ check_id }) => check_id).sort() }
  }

  let whole: Awaited<ReturnType<typeof seal>>
  beforeAll(async () => {
    whole = await seal(vitest())
    expect(whole.checks).toEqual(['one', 'three', 'two'])
  })

  test.for<[string, Door, string[]]>([
    ['in another folder, at another time', vitest(), ['one', 'three', 'two']],
    ['from the command line', cli(), ['one', 'three', 'two']],
    ['with a file filter', vitest('two.yaml'), ['two']],
    ['with a name filter', vitest('-t', '^one$'), ['one']],
    ['with both filters from the command line', cli('-t', '^three$', 'three'), ['three']],
  ])('is the same %s', async ([, start, checks]) => {
    expect(await seal(start)).toEqual({ digest: whole.digest, checks })
  })

  test('is the same in every shard', async () => {
    const shards = [await seal(vitest('--shard=1/2')), await seal(vitest('--shard=2/2'))]
    expect(shards.map(({ digest }) => digest)).toEqual([whole.digest, whole.digest])
    expect(shards.flatMap(({ checks }) => checks).sort()).toEqual(whole.checks)
  })

  test('does not depend on parallelism, the output folder or where Python lies', async () => {
    const settings = '[core]\nmax_parallel_checks = 1\noutput_dir = "elsewhere"\npython = "tools/my-python"\n'
    const start: Door = (project) => {
      symlinkSync(python, join(project, 'tools/my-python'))
      return startVitest(project, ['run'])
    }
    const changes = { '.eval-banana/config.toml': settings, 'tools/keep': '' }
    expect(await seal(start, changes, 'elsewhere')).toEqual(whole)
  })

  test.for<[string, Changes]>([
    ['a byte of a script file', { 'eval_checks/two.py': 'print(2) \n' }],
    ['a byte of an inline script', { 'eval_checks/one.yaml': writeCheck('one', { script: 'print(7)' }) }],
    ['a byte of YAML that means nothing', { 'eval_checks/one.yaml': `${files['eval_checks/one.yaml']} ` }],
    ['the threshold', { '.eval-banana/config.toml': threshold }],
    ['another check', { 'more/eval_checks/four.yaml': writeCheck('four', { script: 'print(4)' }) }],
  ])('changes with %s', async ([, changes]) => {
    const sealed = await seal(vitest(), changes)
    expect(sealed.digest).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(sealed.digest).not.toBe(whole.digest)
  })

  test('changes with the place of a check', async () => {
    const start: Door = (project) => {
      renameSync(join(project, 'eval_checks/one.yaml'), join(project, 'deep/eval_checks/one.yaml'))
      return startVitest(project, ['run'], { env })
    }
    const sealed = await seal(start)
    expect(sealed.checks).toEqual(whole.checks)
    expect(sealed.digest).not.toBe(whole.digest)
  })

  test('does not change with files that no check refers to', async () => {
    const sealed = await seal(vitest(), { 'eval_checks/README.md': 'two', 'src/product.py': 'x = 1' })
    expect(sealed).toEqual(whole)
  })
})
