// What a test explorer shows before anything has run: every check at its line, and what is wrong with broken files.
import { expect, test } from 'vitest'
import { startEditor } from './editor-session.js'
import { startVitest } from './host.js'
import { checkThat, makeSmallProject, ordinaryTest, runFolders } from './small-project.js'

const LONG_ID = 'a_very_long_id-'.repeat(40)

const files = {
  'eval_checks/plain.yaml': checkThat('passed', 'plain'),
  'eval_checks/tagged.yaml': `# a comment first\n\n${checkThat('passed', 'tagged', 'tags: [fast, "with \\"quotes\\"", "🍌"]\n')}`,
  'eval_checks/skipped.yaml': checkThat('passed', 'skipped', 'skip: "not now: \'why\' 🍌"\n'),
  'eval_checks/long.yaml': checkThat('passed', LONG_ID),
  'eval_checks/quoted-id.yaml': checkThat('passed', 'quoted').replace('id: quoted', "'id': 'quoted'"),
  'eval_checks/emoji.yaml': checkThat('passed', 'after_emoji')
    .replace(
      'schema_version: 1\n',
      `description: "${'🍌'.repeat(30)} \\"quoted\\" 'single' \`tick\` \${x}"\nschema_version: 1\n`,
    )
    .replace('description: About after_emoji\n', ''),
  'eval_checks/last.yaml': `type: deterministic\nscript: 'x = 1'\ndescription: d\nschema_version: 1\nid: last_line\n`,
  'plain.test.ts': ordinaryTest('ordinary'),
}
const expected = {
  'eval_checks/emoji.yaml': { name: 'after_emoji', line: 3, tags: [], mode: 'run' },
  'eval_checks/last.yaml': { name: 'last_line', line: 5, tags: [], mode: 'run' },
  'eval_checks/long.yaml': { name: LONG_ID, line: 2, tags: [], mode: 'run' },
  'eval_checks/plain.yaml': { name: 'plain', line: 2, tags: [], mode: 'run' },
  'eval_checks/quoted-id.yaml': { name: 'quoted', line: 2, tags: [], mode: 'run' },
  'eval_checks/skipped.yaml': { name: 'skipped', line: 2, tags: [], mode: 'skip' },
  'eval_checks/tagged.yaml': { name: 'tagged', line: 4, tags: ['fast', 'with "quotes"', '🍌'], mode: 'run' },
}

test('an explorer lists every check at its line, with tags and skip state, before anything has run', async () => {
  const editor = await startEditor(files)
  const listed = await editor.files()
  expect(listed).toEqual([...Object.keys(expected), 'plain.test.ts'].map((file) => ['', file]))
  const collected = await editor.collect(listed)
  const seen = collected.map(({ file, tests, errors }) => [
    file,
    tests.map(({ name, line, tags, mode }) => ({ name, line, tags, mode })),
    errors,
  ])
  expect(seen).toEqual([
    ...Object.entries(expected).map(([file, check]) => [file, [check], []]),
    ['plain.test.ts', [{ name: 'ordinary', line: 2, tags: [], mode: 'run' }], []],
  ])
  expect(runFolders(editor.project)).toEqual([])
})

test('a check has the same id and line before and after its run', async () => {
  const editor = await startEditor(files)
  const listed = await editor.files()
  const place = ({ tests }: Awaited<ReturnType<typeof editor.collect>>[number]) =>
    tests.map(({ id, name, line }) => ({ id, name, line }))
  const before = new Map((await editor.collect(listed)).map((module) => [module.file, place(module)]))
  const ran = await editor.runAll()
  expect(ran).toHaveLength(listed.length)
  for (const module of ran)
    expect([module.file, place(module)]).toEqual([module.file, before.get(module.file)])
})

test('a file can be collected without having been listed', async () => {
  const editor = await startEditor(files)
  const [module] = await editor.collect([['', 'eval_checks/tagged.yaml']])
  expect(module?.tests).toMatchObject([{ name: 'tagged', line: 4 }])
})

const broken = {
  syntax: ['schema_version: 1\nid: [a\n', '3:1'],
  'unknown key': [checkThat('passed', 'a', 'surprise: 1\n'), '5:1'],
  'two faults': ['schema_version: 1\nid: a b\ntype: deterministic\n', '1:1'],
} as const

test.for(Object.entries(broken))(
  'a file with a fault (%s) shows one error with its line, and comes back when mended',
  async ([, [text, place]]) => {
    const editor = await startEditor({
      'eval_checks/a.yaml': text,
      'eval_checks/b.yaml': checkThat('passed', 'b'),
    })
    const a = [['', 'eval_checks/a.yaml']] as const
    const [module] = await editor.collect(a)
    expect(module?.tests).toEqual([])
    expect(module?.errors).toHaveLength(1)
    const [error] = module?.errors ?? []
    expect(error?.name).toBe('CheckFileError')
    const stack = error?.stack?.split('\n') ?? []
    expect(stack.filter((line) => line.startsWith('    at '))).toHaveLength(1)
    expect(stack.at(-1)).toBe(`    at ${editor.project}/eval_checks/a.yaml:${place}`)
    const [other] = await editor.collect([['', 'eval_checks/b.yaml']])
    expect(other).toMatchObject({ tests: [{ name: 'b' }], errors: [] })

    editor.write({ 'eval_checks/a.yaml': checkThat('passed', 'mended') })
    await editor.changed('eval_checks/a.yaml')
    expect(await editor.collect(a)).toMatchObject([{ tests: [{ name: 'mended', line: 2 }], errors: [] }])
    expect(runFolders(editor.project)).toEqual([])
  },
)

test('vitest list names checks as tests, as text and as JSON with their lines', async () => {
  const project = makeSmallProject(files)
  const text = await startVitest(project, ['list', 'eval_checks'])
  expect(text).toMatchObject({ exitCode: 0 })
  expect(text.stdout.trim().split('\n').sort()).toEqual(
    // Vitest leaves out what is skipped.
    Object.entries(expected)
      .filter(([, { mode }]) => mode === 'run')
      .map(([file, { name }]) => `${file} > ${name}`)
      .sort(),
  )
  for (const args of [
    ['list', 'eval_checks', '--json'],
    ['list', 'eval_checks', '--json', '--static-parse'],
  ]) {
    const { stdout, exitCode } = await startVitest(project, args)
    expect(exitCode).toBe(0)
    const listed: { name: string; file: string; location?: { line: number } }[] = JSON.parse(stdout)
    const byFile = Object.fromEntries(
      listed.map(({ name, file, location }) => [file.slice(project.length + 1), [name, location?.line]]),
    )
    expect(byFile).toEqual(
      Object.fromEntries(
        Object.entries(expected).flatMap(([file, { name, line, mode }]) =>
          mode === 'run' ? [[file, [name, line]]] : [],
        ),
      ),
    )
  }
  const only = await startVitest(project, ['list', 'eval_checks', '--filesOnly'])
  expect(only.stdout.trim().split('\n').sort()).toEqual(Object.keys(expected).sort())
  expect(runFolders(project)).toEqual([])
})
