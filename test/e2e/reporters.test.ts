// Who tells of a run: the option, the flag, and what a GitHub job sees.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { elementsOf, parseXml } from '../support/xml.js'
import { startCli, startVitest } from './host.js'
import { latestFolder, readLatestRun } from './run-folders.js'
import {
  checkThat,
  configWith,
  expectAll,
  makeSmallProject,
  ordinaryTest,
  statuses,
} from './small-project.js'

const files = {
  'eval_checks/good.yaml': checkThat('passed', 'good'),
  'eval_checks/bad.yaml': checkThat('failed', 'bad'),
  'eval_checks/errored.yaml': checkThat('error', 'errored'),
  'eval_checks/broken.yaml': 'id: broken\n',
  'failing.test.ts': ordinaryTest('failing', 'expect(1).toBe(2)'),
}
let project = ''
beforeAll(() => {
  project = makeSmallProject({
    ...files,
    'vitest.config.ts': configWith('{ reporters: JSON.parse(process.env.REPORTERS ?? "null") ?? undefined }'),
  })
})

const job = (name: string) => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_WORKSPACE: project,
  GITHUB_STEP_SUMMARY: join(project, name),
})
const commands = (output: string) => output.split('\n').filter((line) => line.startsWith('::'))
/** File and line of each annotation, the file as seen from the project. */
const placesIn = (output: string) =>
  commands(output).map((line) => {
    const file = /file=([^,:]+)/.exec(line)?.[1]?.replace(`${project}/`, '')
    return `${file}:${/line=(\d+)/.exec(line)?.[1]}`
  })

test('in a GitHub job every failure is annotated once, by Vitest, and the summary is added to its own', async () => {
  const { stdout, stderr } = await startVitest(project, ['run'], { env: job('both.md') })
  expect(placesIn(stdout + stderr).sort()).toEqual([
    'eval_checks/bad.yaml:2',
    'eval_checks/broken.yaml:1',
    'eval_checks/errored.yaml:2',
    'failing.test.ts:2',
  ])
  const summary = readFileSync(join(project, 'both.md'), 'utf8')
  expectAll(summary, [
    '## Vitest Test Report',
    '## Eval checks\n',
    '### Failed (1)',
    '### Errors (1)',
    '### Load errors (3)',
  ])
})

test('where Vitest does not annotate we do, with paths from the root of the repository', async () => {
  const { stdout, stderr } = await startVitest(project, ['run', '--reporter=dot'], { env: job('ours.md') })
  const said = commands(stdout + stderr)
  expect(new Set(placesIn(stdout + stderr))).toEqual(
    new Set(['eval_checks/bad.yaml:2', 'eval_checks/broken.yaml:1', 'eval_checks/errored.yaml:2']),
  )
  expect(said).toContainEqual(
    expect.stringMatching(/^::error file=eval_checks\/bad\.yaml,line=2,col=1,title=Check failed%3A bad::/),
  )
  expect(said).toContainEqual(expect.stringMatching(/title=Check could not be judged%3A errored::/))
})

test('outside of GitHub nobody speaks to it', async () => {
  const { stdout, stderr } = await startVitest(project, ['run', '--reporter=dot'], {
    env: { GITHUB_STEP_SUMMARY: join(project, 'none.md') },
  })
  expect(commands(stdout + stderr)).toEqual([])
  expect(existsSync(join(project, 'none.md'))).toBe(false)
})

test('a list says who tells of a run; the files of the run are written in any case', async () => {
  const reporters = [['junit', { outputFile: 'ci/junit.xml' }], 'ndjson']
  const { stdout, stderr, exitCode } = await startVitest(project, ['run', 'good', 'bad.yaml'], {
    env: { ...job('list.md'), REPORTERS: JSON.stringify(reporters) },
  })
  expect(exitCode).toBe(1)
  expect(stdout + stderr).not.toContain('Points')
  expect(readFileSync(join(project, 'list.md'), 'utf8')).not.toContain('Eval checks')
  const document = parseXml(readFileSync(join(project, 'ci/junit.xml'), 'utf8'))
  expect(document.attributes).toMatchObject({ tests: '2', failures: '1', errors: '0' })
  expect(elementsOf(document, 'testcase').map(({ attributes }) => attributes.file)).toEqual([
    'eval_checks/bad.yaml',
    'eval_checks/good.yaml',
  ])
  const { folder } = readLatestRun(project)
  const events = readFileSync(join(folder, 'events.jsonl'), 'utf8').trimEnd().split('\n')
  expect(events.map((line) => JSON.parse(line).event)).toEqual([
    'run-start',
    'check-end',
    'check-end',
    'run-end',
  ])
  expect(existsSync(join(folder, 'report.md'))).toBe(true)
})

test('a merge of shards tells the same reporters of the whole', async () => {
  const env = {
    ...job('merge.md'),
    REPORTERS: '["console", "github", ["junit", { "outputFile": "merge.xml" }]]',
  }
  for (const index of [1, 2]) {
    const blob = ['--reporter=blob', `--outputFile.blob=blobs/${index}.json`]
    await startVitest(project, ['run', 'good', 'bad.yaml', `--shard=${index}/2`, ...blob], { env })
  }
  const { stdout, exitCode } = await startVitest(
    project,
    ['run', '--merge-reports=blobs', '--reporter=dot'],
    { env },
  )
  expect(exitCode).toBe(1)
  const document = parseXml(readFileSync(join(project, 'merge.xml'), 'utf8'))
  expect(document.attributes).toMatchObject({ tests: '2', failures: '1' })
  const summary = readFileSync(join(project, 'merge.md'), 'utf8')
  expectAll(summary, ['## Eval checks, shard 1/2\n', '## Eval checks, shard 2/2\n', '## Eval checks\n'])
  expect(placesIn(stdout)).toEqual(['eval_checks/bad.yaml:2'])
})

test('without reporters nothing is printed, and the files of the run are written', async () => {
  const ended = await startVitest(project, ['run', 'good'], { env: { REPORTERS: 'false' } })
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
  expect(ended.stdout).not.toMatch(/Points|Report|threshold/)
  expect(existsSync(join(latestFolder(project), 'report.json'))).toBe(true)
})

test('Vitest does not start with a reporter that does not exist', async () => {
  const { exitCode, stdout, stderr } = await startVitest(project, ['run'], {
    env: { REPORTERS: '["juint"]' },
  })
  expect(exitCode).toBe(1)
  expectAll(stdout + stderr, ['option reporters[0]: there is no reporter "juint"', 'fix: use junit'])
  expect(stdout).not.toContain('✓')
})

test('a reporter of the user is told everything, and one that breaks fails the run and no check', async () => {
  const own = makeSmallProject({
    'eval_checks/good.yaml': checkThat('passed', 'good'),
    'vitest.config.ts': configWith(`{ reporters: [{
      name: 'mine',
      onRunStart: ({ header }) => console.log('start', header.selected),
      onCheckEnd: ({ check_id, status }, { locate }) => console.log('end', check_id, status, locate(check_id).line),
      onRunEnd: ({ decision }) => console.log('all', decision.status),
    }, {
      name: 'broken',
      onRunStart: () => { if (process.env.BREAK) throw new Error('cannot begin') },
    }] }`),
  })
  const { stdout, exitCode } = await startVitest(own, ['run'])
  expect(exitCode).toBe(0)
  expectAll(stdout, ["start [ 'good' ]", 'end good passed 2', 'all passed'])
  const broken = await startVitest(own, ['run'], { env: { BREAK: '1' } })
  expect(broken.exitCode).toBe(1)
  expect(broken.stderr).toContain('the reporter broken broke: cannot begin')
  expect(statuses(own)).toEqual({ good: 'passed' })
})

test('eval-checks run takes reporters by flag, in the place of those of the config', async () => {
  const args = ['run', 'good', 'bad.yaml', '--reporter', 'junit=flag.xml']
  const { stdout, stderr, exitCode } = await startCli(project, args, { env: { REPORTERS: '["console"]' } })
  expect([exitCode, stdout, stderr]).toEqual([1, '', ''])
  expect(elementsOf(parseXml(readFileSync(join(project, 'flag.xml'), 'utf8')), 'testcase')).toHaveLength(2)
  const both = await startCli(project, ['run', 'good', '--reporter', 'console', '--reporter', 'github'], {
    env: job('flag.md'),
  })
  expect(both.stdout).toContain('Points 1/1')
  expect(readFileSync(join(project, 'flag.md'), 'utf8')).toContain('## Eval checks')
})

test.for([
  { flag: 'juint', says: 'there is no reporter "juint"' },
  { flag: 'console=a', says: '--reporter console writes no file of its own' },
  { flag: 'junit=', says: 'the file has no name' },
])('--reporter $flag is wrong usage', async ({ flag, says }) => {
  const { exitCode, stderr } = await startCli(project, ['run', '--reporter', flag])
  expect(exitCode).toBe(2)
  expect(stderr).toContain(says)
})

test('a job summary that cannot be written fails nothing', async () => {
  const env = { ...job('x'), GITHUB_STEP_SUMMARY: project }
  const { exitCode, stdout } = await startCli(project, ['run', 'good'], { env })
  expect(exitCode).toBe(0)
  expect(stdout).toContain('the summary of the job could not be written')
})
