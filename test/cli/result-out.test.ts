// `eval-checks run --result-out`: one document about every call, whatever comes of it. No status `harness_error` yet:
// there are no judges whose harness could keep a run from starting.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ResultDocument, resultDocumentSchema } from '../../src/contracts/result-document.js'
import { linkHost, makeProject, spawnCli, startCli } from '../e2e/host.js'
import { latestFolder, python } from '../e2e/run-folders.js'
import { expectAsked, makeStubbornProject, meetRunningScript } from '../e2e/running-script.js'
import { digestByShell, git, write } from '../process/git-trees.js'
import { checkText } from '../support/projects.js'
import { readFencedJson } from '../support/result-documents.js'

const passing = { 'eval_checks/good.yaml': checkText('good', { script: 'pass' }) }
const failing = { 'eval_checks/bad.yaml': checkText('bad', { script: 'raise SystemExit("not good")' }) }
const nothing = {
  commit_before: null,
  commit_after: null,
  dirty_tree_digest: null,
  dirty_tree_algorithm: null,
}

/** A project in a repository: everything is committed but what runs leave behind. */
function makeRepositoryProject(files: Record<string, string>): string {
  const project = makeProject({ '.gitignore': '.eval-banana/results/\nnode_modules/\n', ...files })
  git(project, 'init', '--quiet', '--initial-branch=main')
  git(project, 'add', '--all')
  git(project, 'commit', '--quiet', '--message=first')
  return project
}

function run(project: string, args: string[], env: Record<string, string> = {}) {
  return startCli(project, ['run', '--python', python, ...args], { env })
}

function readJson(file: string): ResultDocument {
  return resultDocumentSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Runs with a document in JSON and returns both. */
async function document(project: string, args: string[] = [], env: Record<string, string> = {}) {
  const ended = await run(project, ['--result-out', 'result.json', '--result-format', 'json', ...args], env)
  return { ...ended, document: readJson(join(project, 'result.json')) }
}

describe('a completed run', () => {
  test('that is passed is stamped with its tree, its caller and its checks', async () => {
    const project = makeRepositoryProject({ ...passing, 'a.txt': '1\n' })
    write(project, { 'a.txt': '2\n', 'new.txt': '' })
    const digest = digestByShell(project)
    const commit = git(project, 'rev-parse', 'HEAD')
    const stamp = ['--provenance-attempt', 'attempt-7', '--provenance-field', 'session=s=1']
    const ended = await run(project, ['--result-out', 'out/deep/result.md', ...stamp])
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    const text = readFileSync(join(project, 'out/deep/result.md'), 'utf8')
    const found = resultDocumentSchema.parse(readFencedJson(text))
    expect(found).toEqual({
      schema_version: 1,
      tool_version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      status: 'completed',
      run_passed: true,
      pass_threshold: 1,
      harness: { family: null, effort: null },
      observed: {
        commit_before: commit,
        commit_after: commit,
        dirty_tree_digest: digest,
        dirty_tree_algorithm: 'eb-git-status-v2-sha256',
      },
      produced_at: expect.any(String),
      provenance: { attempt: 'attempt-7', session: 's=1' },
      checks: [{ id: 'good', status: 'passed', reason: null, model: null }],
      error: null,
    })
    expect(text).toContain(`\n\`\`\`\n\n${readFileSync(join(latestFolder(project), 'report.md'), 'utf8')}`)
  })

  test('that is not passed says why, for what failed and for what could not be judged', async () => {
    const project = makeProject({
      ...passing,
      ...failing,
      'eval_checks/gone.yaml': checkText('gone', { script_path: 'gone.py' }),
    })
    const { exitCode, document: found } = await document(project, ['--pass-threshold', '0.25'])
    expect(exitCode).toBe(1)
    expect(found).toMatchObject({ status: 'completed', run_passed: false, pass_threshold: 0.25, error: null })
    expect(found.checks).toEqual([
      { id: 'bad', status: 'failed', reason: expect.stringContaining('not good'), model: null },
      { id: 'gone', status: 'error', reason: expect.stringContaining('gone.py'), model: null },
      { id: 'good', status: 'passed', reason: null, model: null },
    ])
    expect(found.observed).toEqual(nothing)
  })

  test('keeps the digest of its start, and shows the commit that a check has made', async () => {
    const script = `import subprocess
open("a.txt", "w").write("changed by a check")
run = lambda *args: subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.invalid", *args], check=True)
run("commit", "--quiet", "--all", "--message=by a check")
open("a.txt", "w").write("changed once more")
`
    const project = makeRepositoryProject({ 'a.txt': '1', 'eval_checks/a.yaml': checkText('a', { script }) })
    const before = { commit: git(project, 'rev-parse', 'HEAD'), digest: digestByShell(project) }
    const { exitCode, document: found } = await document(project)
    expect(exitCode).toBe(0)
    expect(found.observed).toMatchObject({
      commit_before: before.commit,
      commit_after: git(project, 'rev-parse', 'HEAD'),
      dirty_tree_digest: before.digest,
    })
    expect(found.observed.commit_after).not.toBe(before.commit)
    expect(digestByShell(project)).not.toBe(before.digest)
  })

  test('without git on PATH has no tree', async () => {
    const project = makeRepositoryProject(passing)
    const { exitCode, document: found } = await document(project, [], { PATH: join(project, 'eval_checks') })
    expect(exitCode).toBe(0)
    expect(found.observed).toEqual(nothing)
  })

  test('that is interrupted says so', async () => {
    const project = makeStubbornProject()
    const { child } = await meetRunningScript(project, (folder, args, options) =>
      spawnCli(folder, [...args, '--result-out', 'result.json', '--result-format', 'json'], options),
    )
    child.kill('SIGINT')
    await expectAsked(project)
    child.kill('SIGINT')
    expect((await child).exitCode).toBe(1)
    const found = readJson(join(project, 'result.json'))
    expect(found).toMatchObject({
      status: 'completed',
      run_passed: false,
      error: expect.stringContaining('interrupted'),
    })
    expect(found.checks.map(({ id }) => id)).toEqual(['first', 'second'])
  })

  test('may have its document in the folder of --flat-output', async () => {
    const project = makeProject(passing)
    const { exitCode } = await run(project, [
      '--flat-output',
      '--output-dir',
      'out',
      '--result-out',
      'out/result.md',
    ])
    expect(exitCode).toBe(0)
    expect(readdirSync(join(project, 'out'))).toEqual(expect.arrayContaining(['report.json', 'result.md']))
  })

  test('shows no secret of the environment and none of the configuration', async () => {
    const environment = { SOME_API_KEY: 'sk-environment-1', OTHER: 'kept-value' }
    const script = 'import os, sys\nsys.exit(os.environ["SOME_API_KEY"] + " " + os.environ["OTHER"])'
    const project = makeProject({
      'eval_checks/a.yaml': checkText('a', { script }),
      '.eval-banana/config.toml': '[harness.env]\nMODE = "given-to-agents"\n',
    })
    const fields = ['--provenance-field', 'a=given-to-agents', '--provenance-field', 'b=sk-environment-1']
    const { document: found } = await document(project, fields, environment)
    expect(found.checks[0]?.reason).toContain('[REDACTED] kept-value')
    expect(found.provenance).toEqual({ attempt: null, a: '[REDACTED]', b: '[REDACTED]' })
  })
})

describe('a call that runs nothing', () => {
  test('for want of checks has the status no_checks', async () => {
    const project = makeRepositoryProject({ '.eval-banana/config.toml': '[harness]\nagent = "codex"\n' })
    const ended = await run(project, ['--result-out', 'result.md'])
    expect(ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('No checks found') })
    const text = readFileSync(join(project, 'result.md'), 'utf8')
    expect(resultDocumentSchema.parse(readFencedJson(text))).toMatchObject({
      status: 'no_checks',
      run_passed: false,
      pass_threshold: 1,
      harness: { family: 'codex', effort: null },
      observed: { commit_before: git(project, 'rev-parse', 'HEAD'), dirty_tree_digest: expect.any(String) },
      checks: [],
      error: expect.stringContaining('No checks found'),
    })
  })

  const toml = '.eval-banana/config.toml'
  test.each<
    [
      string,
      {
        files?: Record<string, string>
        args?: string[]
        exitCode?: number
        threshold?: number
        error: string
      },
    ]
  >([
    ['broken TOML', { files: { [toml]: 'x = [' }, error: 'CONFIG_SYNTAX' }],
    [
      'a value in the configuration',
      { files: { [toml]: '[core]\npass_threshold = 80\n' }, error: 'pass_threshold' },
    ],
    [
      'a broken check file',
      { files: { 'eval_checks/b.yaml': 'id: [' }, threshold: 1, error: 'eval_checks/b.yaml:1' },
    ],
    ['an id that nobody has', { args: ['--check-id', 'nobody'], threshold: 1, error: 'nobody' }],
    ['a broken Vitest config', { files: { 'vitest.config.mjs': 'export default (' }, error: 'PARSE_ERROR' }],
    [
      'an option of the plugin',
      {
        files: {
          'vitest.config.mjs':
            "import { evalChecks } from 'vitest-eval-checks'\nexport default { plugins: [evalChecks({ thresold: 1 })] }\n",
        },
        error: 'thresold',
      },
    ],
    [
      'an output folder that is a file',
      { files: { out: '' }, args: ['--output-dir', 'out'], threshold: 1, error: 'OUTPUT_NOT_A_FOLDER' },
    ],
    [
      'the value of a flag, which is wrong usage',
      { args: ['--pass-threshold', '80'], exitCode: 2, error: 'pass-threshold' },
    ],
  ])(
    'for %s has the status config_error',
    async (_, { files = {}, args = [], exitCode = 1, threshold = null, error }) => {
      const project = makeProject({ ...passing, ...files })
      linkHost(project)
      const { document: found, ...ended } = await document(project, args)
      expect(ended, ended.stderr).toMatchObject({ exitCode })
      expect(found).toMatchObject({
        status: 'config_error',
        run_passed: false,
        pass_threshold: threshold,
        checks: [],
      })
      expect(found.error).toContain(error)
      expect(found.error).not.toContain('\x1b')
      expect(ended.stderr).toContain(error)
    },
  )

  test('for a folder that is not there has a document at an absolute path, and none at one that starts there', async () => {
    const project = makeProject(passing)
    const absolute = join(project, 'result.json')
    const ended = await document(project, ['--result-out', absolute, '--cwd', 'absent'])
    expect(ended).toMatchObject({ exitCode: 1, document: { status: 'config_error', observed: nothing } })
    expect(ended.document.error).toContain('CWD_INVALID')
    expect(await run(project, ['--result-out', 'other.md', '--cwd', 'absent'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('RESULT_OUT_INVALID'),
    })
    expect(readdirSync(project)).not.toContain('absent')
  })
})

test('a relative path starts where --cwd leads', async () => {
  const project = makeProject({ 'sub/eval_checks/good.yaml': passing['eval_checks/good.yaml'] })
  expect(await run(project, ['--cwd', 'sub', '--result-out', 'result.md'])).toMatchObject({ exitCode: 0 })
  expect(existsSync(join(project, 'sub/result.md'))).toBe(true)
})

describe('nothing is run', () => {
  test('for options that cannot be meant: exit 2, no document', async () => {
    const project = makeProject(passing)
    const ended = await run(project, ['--result-out', 'result.md', '--provenance-field', 'novalue'])
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
    expect(ended.stderr).toContain('--provenance-field must be key=value')
    expect(await run(project, ['--provenance-attempt', '7'])).toMatchObject({ exitCode: 2, stdout: '' })
    expect(readdirSync(project)).toEqual(['eval_checks'])
  })

  test('when a link stands in the place of the document: exit 1, and it still leads where it did', async () => {
    const project = makeProject({ ...passing, 'real.md': 'original\n' })
    symlinkSync('real.md', join(project, 'result.md'))
    const ended = await run(project, ['--result-out', 'result.md'])
    expect(ended).toMatchObject({ exitCode: 1, stdout: '' })
    expect(ended.stderr).toContain('symlink')
    expect(lstatSync(join(project, 'result.md')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(project, 'real.md'), 'utf8')).toBe('original\n')
    expect(existsSync(join(project, '.eval-banana'))).toBe(false)
  })
})

test('a document that can no longer be written makes a passed run exit with 1', async () => {
  const script = 'import os\nos.rename("out", "moved")\nos.symlink("elsewhere", "out")'
  const project = makeProject({ 'eval_checks/a.yaml': checkText('a', { script }) })
  for (const folder of ['out', 'elsewhere']) mkdirSync(join(project, folder))
  writeFileSync(join(project, 'out/result.md'), 'earlier')
  const ended = await run(project, ['--result-out', 'out/result.md'])
  expect(ended.stdout).toContain('1 of 1 check passed')
  expect(ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('RESULT_OUT_INVALID') })
  expect(readdirSync(join(project, 'elsewhere'))).toEqual([])
  expect(readFileSync(join(project, 'moved/result.md'), 'utf8')).toBe('earlier')
})
