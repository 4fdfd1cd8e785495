// The command that runs a check again, as it is shown to be copied.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type RerunRequest, rerunCommand } from '../../src/vitest/rerun-command.js'

const request: RerunRequest = {
  checkId: 'a_1-b',
  file: '/project/eval_checks/a.yaml',
  root: '/project',
  cwd: '/project',
  configFile: '/project/vitest.config.ts',
  commandLine: false,
  platform: 'linux',
}
const command = (changes: Partial<RerunRequest>) => rerunCommand({ ...request, ...changes })

test('names the file and the id', () => {
  expect(command({})).toBe("npx vitest run eval_checks/a.yaml -t '^a_1-b$'")
  expect(command({ commandLine: true })).toBe('npx eval-checks run --check-id a_1-b')
})

test('works from the folder in which Vitest was started, with the config that it had', () => {
  expect(command({ cwd: '/' })).toContain('npx vitest run --root project eval_checks/a.yaml')
  expect(command({ cwd: '/', commandLine: true })).toBe('npx eval-checks run --check-id a_1-b --cwd project')
  expect(command({ configFile: '/project/ci/evals.config.ts' })).toContain(
    '--config /project/ci/evals.config.ts',
  )
})

test('names a file outside of the root, or one that looks like an option, by its whole path', () => {
  expect(command({ file: '/other/a.yaml' })).toContain(' /other/a.yaml ')
  expect(command({ file: '/project/-x/a.yaml' })).toContain(' /project/-x/a.yaml ')
})

test.for(["it's here", '$(touch x)', '`id`', 'a;b', '"q"', '*?[a]', '~', '!x', 'a\\b', 'é & co'])(
  'a shell reads the path %s as it is',
  (name) => {
    const words = execFileSync(
      'sh',
      ['-c', `printf '%s\\n' ${command({ file: `/project/${name}/a.yaml` })}`],
      {
        encoding: 'utf8',
      },
    ).split('\n')
    expect(words.slice(0, 6)).toEqual(['npx', 'vitest', 'run', `${name}/a.yaml`, '-t', '^a_1-b$'])
  },
)

test('there is none for a path that cannot be typed', () => {
  expect(command({ file: '/project/a\nb/a.yaml' })).toBeNull()
})

test('is quoted for the shells of Windows there', () => {
  expect(command({ platform: 'win32' })).toBe('npx vitest run eval_checks/a.yaml -t "^a_1-b$"')
})
