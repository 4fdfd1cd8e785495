// `eval-checks list`: what would be found, for programs to read.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeProject, startCli } from '../e2e/host.js'
import { checkText } from '../support/projects.js'

const two = {
  'eval_checks/b.yaml': checkText('second'),
  'a/eval_checks/a.yml': checkText('first', { description: '  Two\n\tlines,\u001b[31m red ' }),
}
const listed = [
  'first\tdeterministic\tTwo lines, red\ta/eval_checks/a.yml',
  'second\tdeterministic\tWhat second asks for\teval_checks/b.yaml',
].join('\n')

describe('a list', () => {
  test('has one line a check, in the order of paths, and runs nothing', async () => {
    const project = makeProject({
      ...two,
      'eval_checks/b.yaml': checkText('second', { script: 'open("ran", "w")' }),
    })
    // No interpreter and no Vitest is needed.
    const ended = await startCli(project, ['list'], { env: { PATH: '/absent' } })
    expect(ended).toEqual({ exitCode: 0, stdout: listed, stderr: '' })
    expect(existsSync(join(project, 'ran')) || existsSync(join(project, '.eval-banana'))).toBe(false)
  })

  test('of another folder starts at its project', async () => {
    const project = makeProject({
      ...two,
      '.eval-banana/config.toml': '[discovery]\nexclude_dirs = ["a"]\n',
      'below/deep/.keep': '',
    })
    const listing = await startCli('/', ['list', '--cwd', join(project, 'below/deep')])
    expect(listing).toEqual({ exitCode: 0, stdout: listed.split('\n')[1], stderr: '' })
  })

  test('may pass over the configuration', async () => {
    const project = makeProject({ ...two, '.eval-banana/config.toml': 'broken = [' })
    const broken = await startCli(project, ['list'])
    expect(broken).toMatchObject({ exitCode: 1, stdout: '' })
    expect(broken.stderr).toMatch(/config\.toml:1:\d+: .*\[CONFIG_SYNTAX\]/)
    expect(await startCli(project, ['list', '--no-project-config'])).toMatchObject({
      exitCode: 0,
      stdout: listed,
    })
  })

  test('shows good checks on standard output, and all faults of the others on standard error', async () => {
    const project = makeProject({
      ...two,
      'eval_checks/c.yaml': checkText('third', { colour: 'red', tags: 'x' }),
      'eval_checks/d.yaml': 'id: [',
    })
    const { exitCode, stdout, stderr } = await startCli(project, ['list'])
    expect(exitCode).toBe(1)
    expect(stdout).toBe(listed)
    const faults = stderr.split('\n').filter((line) => line.startsWith('error: '))
    expect(faults).toEqual([
      expect.stringMatching(/eval_checks\/c\.yaml:1:\d+ colour: .*\[unknown-field\]$/),
      expect.stringMatching(/eval_checks\/c\.yaml:1:\d+ tags: .*\[wrong-type\]$/),
      expect.stringMatching(/eval_checks\/d\.yaml:\d+:\d+ YAML: .*\[yaml-syntax\]$/),
    ])
  })

  test('only warns of what is odd and no fault', async () => {
    const project = makeProject({ ...two, 'eval_checks/c.YAML': '' })
    const { exitCode, stdout, stderr } = await startCli(project, ['list'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: listed })
    expect(stderr).toMatch(/^warning: eval_checks\/c\.YAML:1:1 file: .*\[upper-case-extension\]$/)
  })

  test('of nothing says so on standard error', async () => {
    expect(await startCli(makeProject({}), ['list'])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'No checks found',
    })
  })

  test('of a folder that does not exist cannot be made', async () => {
    const { exitCode, stdout, stderr } = await startCli(makeProject({}), ['list', '--cwd', 'absent'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toContain('[CWD_INVALID]')
  })
})
