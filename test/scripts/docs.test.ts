// The generated reference: it is what the sources say, and a page that is not is found.
import { appendFileSync, cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

function copyTree(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'eval-checks-docs-')))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  for (const name of [
    'src',
    'plugins',
    'reporters',
    'scripts',
    'docs/reference',
    // The page on digests is made of the table that tests go through.
    'test/prepare/sensitivity',
    'test/compile/experiment/support',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(realpathSync(join(root, 'node_modules')), join(copy, 'node_modules'))
  return copy
}

test('a stale page is named, and written anew', async () => {
  const copy = copyTree()
  const docs = (...args: string[]) =>
    execa(process.execPath, [join(copy, 'scripts/docs.mjs'), ...args], { reject: false })
  await docs()
  const page = join(copy, 'docs/reference/configuration.md')
  const before = readFileSync(page, 'utf8')
  appendFileSync(page, 'a word of our own\n')
  expect(await docs('--check')).toMatchObject({
    exitCode: 1,
    stdout: 'docs/reference/configuration.md is stale: npm run docs',
  })
  expect(readFileSync(page, 'utf8')).not.toBe(before)
  expect(await docs()).toMatchObject({ exitCode: 0, stdout: 'wrote docs/reference/configuration.md' })
  expect(readFileSync(page, 'utf8')).toBe(before)
  expect(await docs('--check')).toMatchObject({ exitCode: 0, stdout: '' })
})
