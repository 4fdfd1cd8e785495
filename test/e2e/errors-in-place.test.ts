// Where people look: the line of the script that failed, and what the test of a check says beside its error.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { elementsOf, parseXml } from '../support/xml.js'
import { type Ended, startCli, startVitest } from './host.js'
import { makeJudgeProject } from './judge-project.js'
import { latestFolder } from './run-folders.js'
import { checkThat, makeSmallProject, statuses } from './small-project.js'

const head = (id: string) => `schema_version: 1\nid: ${id}\ntype: deterministic\ndescription: About ${id}\n`

/** A reporter of Vitest that writes the annotations of all tests. */
const collector = `import { writeFileSync } from 'node:fs'
export default class {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const annotations = tests.map((test) => [test.name, test.annotations()])
    writeFileSync('annotations.json', JSON.stringify(Object.fromEntries(annotations)))
  }
}
`
const odd = "it's $HOME & co/eval_checks"

interface Annotation {
  readonly type: string
  readonly message: string
  readonly location?: object
  readonly attachment?: { readonly body: string; readonly contentType: string }
}

function annotationsOf(project: string): Record<string, readonly Annotation[]> {
  return JSON.parse(readFileSync(join(project, 'annotations.json'), 'utf8'))
}

let project = ''
let ended: Ended

beforeAll(async () => {
  project = makeSmallProject({
    'collector.mjs': collector,
    'eval_checks/inline.yaml': `${head('inline')}script: |\n  import sys\n\n  def check():\n      assert 1 == 2, "not two"\n  check()\n`,
    'eval_checks/folded.yaml': `${head('folded')}script: >\n  import sys;\n  sys.exit(1/0)\n`,
    'eval_checks/python.yaml': `${head('python')}script_path: scripts/check.py\n`,
    'eval_checks/scripts/check.py':
      'import json, pathlib, sys\ncontext = json.load(open(sys.argv[1]))\npathlib.Path(context["output_dir"], "seen.txt").write_text("x")\nprint("token-12345678", file=sys.stderr)\nif True:\n    json.loads("{")\n',
    'eval_checks/node.yaml': `${head('node')}script_path: check.mjs\n`,
    'eval_checks/check.mjs': "import assert from 'node:assert/strict'\n\nassert.equal(1, 2)\n",
    'eval_checks/passed.yaml': checkThat('passed', 'passed'),
    [`${odd}/odd.yaml`]: checkThat('failed', 'odd'),
  })
  ended = await startVitest(
    project,
    [
      'run',
      '--reporter=default',
      '--reporter=./collector.mjs',
      '--reporter=junit',
      '--outputFile.junit=vitest.xml',
    ],
    {
      env: { MY_TOKEN: 'token-12345678' },
    },
  )
})

/** What Vitest prints about one failed test. */
function blockOf(id: string): string {
  const block = ended.stderr.split(/⎯{10,}/).find((text) => new RegExp(`FAIL .* > ${id}$`, 'm').test(text))
  return block ?? expect.fail(`nothing is said about ${id}`)
}
const frames = (id: string) => [...blockOf(id).matchAll(/^ ❯ (\S+:\d+:\d+)$/gm)].map(([, place]) => place)

test('a script that stands in its check file fails in the line of the file', () => {
  expect(frames('inline')).toEqual(['eval_checks/inline.yaml:9:7', 'eval_checks/inline.yaml:2:1'])
  expect(blockOf('inline')).toMatch(/ 9\| {7}assert 1 == 2, "not two"\n +\| +\^/)
})

test('where the lines of a script are not those of its file, the check is pointed at', () => {
  expect(frames('folded')).toEqual(['eval_checks/folded.yaml:2:1'])
})

test('a script of its own fails in its own line, with the lines around it', () => {
  expect(frames('python')).toEqual(['eval_checks/scripts/check.py:6:5', 'eval_checks/python.yaml:2:1'])
  expect(blockOf('python')).toMatch(/ 6\| {5}json\.loads\("\{"\)\n +\| +\^/)
  expect(frames('node')).toEqual(['eval_checks/check.mjs:3:8', 'eval_checks/node.yaml:2:1'])
  expect(blockOf('node')).toMatch(/ 3\| assert\.equal\(1, 2\)\n/)
})

test('the test says where stderr and evidence lie, and how to run it again', () => {
  const { python = [] } = annotationsOf(project)
  expect(python.map(({ type }) => type)).toEqual(['stderr', 'evidence', 'run again'])
  const message = (type: string) => python.find((each) => each.type === type)?.message ?? ''
  expect(existsSync(join(project, message('stderr')))).toBe(true)
  expect(readFileSync(join(project, message('evidence'), 'seen.txt'), 'utf8')).toBe('x')
  expect(message('run again')).toBe("npx vitest run eval_checks/python.yaml -t '^python$'")
  expect(blockOf('python')).toContain(message('run again'))
})

test('stderr can be had as a file, without secrets', () => {
  const attachment = annotationsOf(project).python?.find(({ type }) => type === 'stderr')?.attachment
  const text = Buffer.from(attachment?.body ?? '', 'base64').toString()
  expect(attachment?.contentType).toBe('text/plain')
  expect(text).toMatch(/^\[REDACTED\]\nTraceback.*JSONDecodeError/s)
})

test('no annotation has a place, so that none becomes an annotation of a file in a CI job', () => {
  for (const annotations of Object.values(annotationsOf(project))) {
    for (const annotation of annotations) expect(annotation.location).toBeUndefined()
  }
})

test('a passed check is quiet', () => {
  expect(annotationsOf(project).passed).toEqual([])
  expect(ended.stdout).not.toMatch(/run again|↳/)
})

test("annotations are properties in Vitest's own JUnit report", () => {
  const document = parseXml(readFileSync(join(project, 'vitest.xml'), 'utf8'))
  const python = elementsOf(document, 'testcase').find(({ attributes }) => attributes.name === 'python')
  expect(elementsOf(python ?? document, 'property').map(({ attributes }) => attributes.name)).toEqual([
    'stderr',
    'evidence',
    'run again',
  ])
})

test('the command that is shown runs this check alone, wherever its file lies', async () => {
  const command = annotationsOf(project).odd?.find(({ type }) => type === 'run again')?.message ?? ''
  expect(command).toMatch(/^npx vitest run /)
  const args = execFileSync('sh', ['-c', `printf '%s\\0' ${command.slice('npx vitest '.length)}`], {
    encoding: 'utf8',
  })
  await startVitest(project, args.split('\0').slice(0, -1))
  expect(statuses(project)).toEqual({ odd: 'failed' })
  const flags = await startCli(project, ['run', '--check-id', 'odd'])
  expect(flags.exitCode).toBe(1)
})

test('a judge is quoted, also when the check is passed, and its prompt is named when it is not', async () => {
  const judged = makeJudgeProject({ yes: 'pass', no: 'fail' }, { files: { 'collector.mjs': collector } })
  const { stdout, stderr } = await startVitest(judged, [
    'run',
    '--reporter=default',
    '--reporter=./collector.mjs',
  ])
  const { yes = [], no = [] } = annotationsOf(judged)
  expect(yes).toEqual([{ type: 'judge', message: expect.stringMatching(/^fake: ./) }])
  expect(no.map(({ type }) => type)).toEqual(expect.arrayContaining(['judge', 'prompt', 'run again']))
  const prompt = no.find(({ type }) => type === 'prompt')?.message ?? ''
  expect(join(judged, prompt).startsWith(latestFolder(judged))).toBe(true)
  expect(readFileSync(join(judged, prompt), 'utf8')).toContain('Read README.md.')
  const quoted = (stdout + stderr).split('\n').filter((line) => line.includes('↳ fake'))
  expect(quoted).toHaveLength(1)
})
