// What the command line says to those who ask, and to those who ask wrongly.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeProject, startCli } from '../e2e/host.js'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

test('the version is that of the package', async () => {
  const ended = await startCli(makeProject({}), ['--version'])
  expect(ended).toEqual({ exitCode: 0, stdout: manifest.version, stderr: '' })
})

test.each([[['--help']], [['list', '--help']], [['report', '--help']]])('%j prints help', async (args) => {
  const { exitCode, stdout, stderr } = await startCli(makeProject({}), args)
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout).toMatch(/^Usage: eval-checks /)
})

test.each([
  ['no command', []],
  ['an unknown command', ['lst']],
  ['an unknown flag', ['list', '--colour']],
  ['a flag without its value', ['list', '--cwd']],
  ['an argument too many', ['report', 'rebuild', 'a', 'b']],
  ['an argument too few', ['report', 'rebuild']],
  ['half a command', ['report']],
])('%s is wrong usage: exit 2, and nothing on standard output', async (_, args) => {
  const { exitCode, stdout, stderr } = await startCli(makeProject({}), args)
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  expect(stderr).not.toBe('')
})
