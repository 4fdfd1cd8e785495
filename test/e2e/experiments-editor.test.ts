// Experiments in test explorers and watch sessions: shown before anything ran, run by a click, and never by a save.
import { expect, test } from 'vitest'
import { startEditor } from './editor-session.js'
import { checkThat, ordinaryTest } from './small-project.js'
import { CONFIG, startSession } from './watch-session.js'

const EXPERIMENT = `samples: ./samples.yaml
executor: { command: [cat], protocol: v0 }
model: m
noJudge: true
variants:
  - { name: old, role: control, artifact: baseline }
  - { name: new, role: treatment, artifact: ./new.md }
`
const files = {
  'triage.eval.yaml': EXPERIMENT,
  'samples.yaml': '- { sample_id: a, prompt: Say a., assertions: [{ type: contains, value: a }] }\n',
  'new.md': 'Say it.',
  'eval_checks/good.yaml': checkThat('passed', 'good'),
  'own.test.ts': ordinaryTest('own'),
}
const FILE = ['', 'triage.eval.yaml'] as const

test('an explorer shows suites and tests before anything ran, runs the file or a test by a click, and nothing by a save', async () => {
  const editor = await startEditor(files)
  expect(await editor.files()).toContainEqual([...FILE])
  const [shown] = await editor.collect([FILE])
  expect(shown?.tests.map(({ name, line }) => [name, line])).toEqual([
    ['old', 6],
    ['new', 7],
    ['control-vs-new', 7],
  ])
  const [clicked] = await editor.run([FILE])
  expect(clicked?.tests.map(({ name, state }) => [name, state])).toEqual([
    ['old', 'pass'],
    ['new', 'pass'],
    ['control-vs-new', 'fail'],
  ])
  expect(clicked?.tests.map(({ id }) => id)).toEqual(shown?.tests.map(({ id }) => id))
  const [one] = await editor.run([FILE], 'a new')
  expect(one?.tests.map(({ state }) => state)).toEqual(['skip', 'pass', 'skip'])
  await editor.watch()
  editor.write({ 'triage.eval.yaml': `${EXPERIMENT}# saved\n` })
  await editor.changed('triage.eval.yaml')
  const [saved] = await editor.nextRun()
  expect(new Set(saved?.tests.map(({ state }) => state))).toEqual(new Set(['skip']))
})

test('a broken experiment shows one error with its place, and comes back when mended', async () => {
  const editor = await startEditor({ ...files, 'triage.eval.yaml': `${EXPERIMENT}repeet: 2\n` })
  const [broken] = await editor.collect([FILE])
  expect(broken?.tests).toEqual([])
  expect(broken?.errors).toHaveLength(1)
  expect(broken?.errors[0]?.message).toContain('repeet')
  editor.write({ 'triage.eval.yaml': EXPERIMENT })
  await editor.changed('triage.eval.yaml')
  const [mended] = await editor.collect([FILE])
  expect(mended?.tests).toHaveLength(3)
})

test('in watch mode a save runs no experiment, also one that was named at the start', async () => {
  const config = CONFIG.replace('({ name }) => name', "(test) => test.name + ' ' + test.result().state")
  expect(config).not.toBe(CONFIG)
  const session = await startSession(
    { ...files, 'vitest.config.ts': config },
    ['old passed', 'new passed', 'control-vs-new failed'],
    ['triage.eval.yaml'],
  )
  await session.edit({ 'triage.eval.yaml': `${EXPERIMENT}# saved\n` }, [
    'old skipped',
    'new skipped',
    'control-vs-new skipped',
  ])
})
