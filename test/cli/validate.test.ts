// `eval-checks validate`: all faults of all files, for people and for programs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linkHost, makeProject, startCli } from '../e2e/host.js'
import { checkText } from '../support/projects.js'

const two = {
  'eval_checks/a.yaml': checkText('first', { tags: ['fast'] }),
  'eval_checks/b.yaml': checkText('second'),
}
const broken = {
  'eval_checks/c.yaml':
    'schema_version: 1\nid: third\ntype: deterministic\ndescription: d\nscritp: x\ntags: y\n',
  'eval_checks/d.yaml': 'id: [',
}
const judge = checkText('asks', { type: 'harness_judge', script: undefined, instructions: 'Is it good?' })

describe('for people', () => {
  test('says how many checks are valid, and runs nothing', async () => {
    const project = makeProject({
      ...two,
      'eval_checks/b.yaml': checkText('second', { script: 'open("ran", "w")' }),
    })
    const ended = await startCli(project, ['validate'], { env: { PATH: '/absent' } })
    expect(ended).toEqual({ exitCode: 0, stdout: 'Validated 2 checks successfully.', stderr: '' })
    expect(existsSync(join(project, 'ran')) || existsSync(join(project, '.eval-banana'))).toBe(false)
  })

  test('shows all faults of all files with the lines around them', async () => {
    const { exitCode, stdout, stderr } = await startCli(makeProject({ ...two, ...broken }), ['validate'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    for (const code of ['unknown-field', 'wrong-type', 'yaml-syntax']) expect(stderr).toContain(`[${code}]`)
    expect(stderr).toContain('> 5 | scritp: x\n    | ^')
    expect(stderr).toMatch(/\d faults in 2 files: not valid$/)
  })

  test('of one check warns of faults elsewhere', async () => {
    const project = makeProject({ ...two, ...broken })
    const { exitCode, stdout, stderr } = await startCli(project, ['validate', '--check-id', 'first'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'Validated 1 checks successfully.' })
    expect(stderr).toMatch(/^warning: eval_checks\/c\.yaml:5:1 scritp/m)
    const unknown = await startCli(project, ['validate', '--check-id', 'secnod'])
    expect(unknown).toMatchObject({ exitCode: 1, stdout: '' })
    expect(unknown.stderr).toContain('did you mean second?')
  })

  test('of an id that two files have names both', async () => {
    const project = makeProject({ ...two, 'eval_checks/e.yaml': checkText('first') })
    const { exitCode, stderr } = await startCli(project, ['validate', '--check-id', 'first'])
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/a\.yaml, .*e\.yaml \[duplicate-id\]/)
  })

  test('may look at one folder or one tag only', async () => {
    const project = makeProject({ ...two, 'other/x.yaml': checkText('elsewhere') })
    const valid = (count: number) => ({
      exitCode: 0,
      stdout: `Validated ${count} checks successfully.`,
      stderr: '',
    })
    expect(await startCli(project, ['validate', '--check-dir', 'other'])).toEqual(valid(1))
    expect(await startCli(project, ['validate', '--tag', 'fast', '--tag', 'x'])).toEqual(valid(1))
    expect(await startCli(project, ['validate', '--tag', 'x'])).toMatchObject({
      exitCode: 1,
      stderr: 'No checks found',
    })
  })

  test('names a judge that lacks a harness, unless a flag brings one', async () => {
    const project = makeProject({ ...two, 'eval_checks/j.yaml': judge })
    const { exitCode, stderr } = await startCli(project, ['validate'])
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/j\.yaml:1:\d+ type: .*\[missing-harness\]/)
    expect(await startCli(project, ['validate', '--harness-agent', 'claude'])).toMatchObject({ exitCode: 0 })
    expect(await startCli(project, ['list'])).toMatchObject({ exitCode: 0 })
  })

  test('refuses a flag that no key takes', async () => {
    const ended = await startCli(makeProject(two), ['validate', '--harness-agent', ' '])
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
  })
})

describe('for programs', () => {
  test('prints an empty list when nothing is wrong', async () => {
    expect(await startCli(makeProject(two), ['validate', '--json'])).toEqual({
      exitCode: 0,
      stdout: '[]',
      stderr: '',
    })
  })

  test('prints every fault and warning with its place', async () => {
    const project = makeProject({ ...two, ...broken, 'eval_checks/E.YAML': '' })
    const { exitCode, stdout, stderr } = await startCli(project, ['validate', '--json'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' })
    const faults = JSON.parse(stdout)
    expect(faults).toContainEqual({
      file: join(project, 'eval_checks/c.yaml'),
      line: 5,
      column: 1,
      code: 'unknown-field',
      field: 'scritp',
      message: expect.stringContaining("did you mean 'script'?"),
      severity: 'error',
    })
    expect(faults).toContainEqual(
      expect.objectContaining({ code: 'upper-case-extension', severity: 'warning' }),
    )
  })

  test('prints faults of the configuration too', async () => {
    const project = makeProject({ ...two, '.eval-banana/config.toml': '[core]\npass_threshold = 80\n' })
    const { exitCode, stdout } = await startCli(project, ['validate', '--json'])
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({
        file: join(project, '.eval-banana/config.toml'),
        line: 2,
        code: 'CONFIG_OUT_OF_RANGE',
        message: expect.stringContaining('use 0.8'),
      }),
    ])
  })
})

test('a check type of a plugin is known where the Vitest config has it', async () => {
  const project = makeProject({
    'eval_checks/a.yaml': JSON.stringify({ schema_version: 1, id: 'own', type: 'mine', description: 'd' }),
    'vitest.config.mjs': `import { evalChecks } from 'vitest-eval-checks'
const mine = { type: 'mine', version: '1', moduleUrl: import.meta.url, schema: { fields: {} },
  compile: { references: () => [], compile: () => ({ config: {}, resources: [], runtimeKind: 'none' }) },
  preflight: async () => null, run: async () => ({ status: 'cancelled' }) }
export default { plugins: [evalChecks({ plugins: [mine] })] }\n`,
  })
  linkHost(project)
  expect(await startCli(project, ['validate'])).toEqual({
    exitCode: 0,
    stdout: 'Validated 1 checks successfully.',
    stderr: '',
  })
})
