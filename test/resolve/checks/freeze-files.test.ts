// Files that checks refer to are read once, or have a cause why not.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestBytes } from '../../../src/contracts/digest.js'
import { freezeFile } from '../../../src/resolve/checks/freeze-files.js'
import { writeProject } from '../../support/projects.js'

const role = 'referenced-script'

function freeze(root: string, path: string) {
  return freezeFile({ checkFile: join(root, 'eval_checks/check.yaml'), projectRoot: root }, { role, path })
}

test('a file is found from the folder of the check file, and known by its bytes', () => {
  const bytes = Uint8Array.of(0xff, 0x00, 0x0d, 0x0a)
  const root = writeProject({ 'eval_checks/a.py': bytes, 'scripts/b.py': bytes })
  expect(freeze(root, 'a.py')).toEqual({
    role,
    path: 'a.py',
    absolutePath: join(root, 'eval_checks/a.py'),
    bytes: Buffer.from(bytes),
    digest: digestBytes(bytes),
  })
  expect(freeze(root, '../scripts/b.py').absolutePath).toBe(join(root, 'scripts/b.py'))
  expect(freeze(root, join(root, 'scripts/b.py')).bytes).toEqual(Buffer.from(bytes))
})

test('the tilde and variables mean nothing: they are parts of names', () => {
  const root = writeProject({ 'eval_checks/~/$HOME.py': 'pass' })
  expect(freeze(root, '~/$HOME.py').bytes).toEqual(Buffer.from('pass'))
})

test('what is frozen stays as it was', () => {
  const root = writeProject({ 'eval_checks/a.py': 'before' })
  const frozen = freeze(root, 'a.py')
  writeFileSync(join(root, 'eval_checks/a.py'), 'after')
  expect(frozen).toMatchObject({ bytes: Buffer.from('before'), digest: digestBytes('before') })
})

test('an empty file is a file', () => {
  const root = writeProject({ 'eval_checks/a.py': '' })
  expect(freeze(root, 'a.py')).toMatchObject({ bytes: Buffer.alloc(0), digest: digestBytes('') })
})

test('a link is followed, and the file keeps the place of the link', () => {
  const root = writeProject({ 'real.py': 'pass' })
  mkdirSync(join(root, 'eval_checks'))
  symlinkSync('../real.py', join(root, 'eval_checks/link.py'))
  expect(freeze(root, 'link.py')).toMatchObject({
    absolutePath: join(root, 'eval_checks/link.py'),
    bytes: Buffer.from('pass'),
  })
})

test.each([
  ['that is not there', 'absent.py', 'it does not exist'],
  ['below a file', 'check.yaml/a.py', 'it does not exist'],
  ['behind a link to nothing', 'dangling.py', 'it does not exist'],
  ['that is a folder', '.', 'it is no file'],
  ['that is a pipe', 'pipe.py', 'it is no file'],
  ['whose name holds NUL', 'a\0b.py', 'its path holds a NUL character'],
  ['behind a loop of links', 'loop.py', 'it is a loop of links'],
  ['whose name is too long', `${'x'.repeat(300)}.py`, 'its path is too long'],
])('a file %s has a cause instead of bytes', (_, path, cause) => {
  const root = writeProject({ 'eval_checks/check.yaml': '' })
  symlinkSync('absent', join(root, 'eval_checks/dangling.py'))
  symlinkSync('loop.py', join(root, 'eval_checks/loop.py'))
  execFileSync('mkfifo', [join(root, 'eval_checks/pipe.py')])
  const absolutePath = path === '.' ? join(root, 'eval_checks') : join(root, 'eval_checks', path)
  expect(freeze(root, path)).toEqual({ role, path, absolutePath, bytes: null, cause })
})

test.skipIf(process.getuid?.() === 0)('a file that may not be read has a cause instead of bytes', () => {
  const root = writeProject({ 'eval_checks/a.py': 'pass' })
  chmodSync(join(root, 'eval_checks/a.py'), 0o000)
  expect(freeze(root, 'a.py')).toMatchObject({ bytes: null, cause: 'there is no permission to read it' })
})

test('from the project root, a link that leads out is not read', () => {
  const root = writeProject({ 'notes/a.txt': 'in' })
  const outside = writeProject({ 'secret.txt': 'out' })
  symlinkSync(join(outside, 'secret.txt'), join(root, 'notes/link.txt'))
  symlinkSync(join(root, 'notes/a.txt'), join(root, 'notes/inner.txt'))
  const read = (path: string) =>
    freezeFile(
      { checkFile: join(root, 'eval_checks/check.yaml'), projectRoot: root },
      { role, path, base: 'project-root' },
    )
  expect(read('notes/link.txt')).toMatchObject({ bytes: null, cause: 'it leads out of the project' })
  expect(read('notes/inner.txt')).toMatchObject({ bytes: Buffer.from('in') })
  expect(read('notes/a.txt')).toMatchObject({ bytes: Buffer.from('in') })
})
