// Paths that are check files.
import { expect, test } from 'vitest'
import { isCheckPath } from '../../src/vitest/is-check-file.js'

test.each([
  '/project/eval_checks/a.yaml',
  '/project/eval_checks/a.yml',
  '/project/src/eval_checks/deep/er/a.yaml',
  '/eval_checks/node_modules/eval_checks/a.yaml',
  'eval_checks/a.yaml',
  'eval_checks/.a.yaml',
  'C:\\project\\eval_checks\\a.yaml',
  '/project/eval_checks/a.yaml?import&v=1',
  '/project/eval_checks/é 😀.yaml',
])('%s is one', (path) => {
  expect(isCheckPath(path)).toBe(true)
})

test.each([
  '/project/eval_checks/a.YAML',
  '/project/eval_checks/a.yaml.ts',
  '/project/eval_checks/a.ts?file=eval_checks/b.yaml',
  '/project/eval_checks.yaml',
  '/project/my_eval_checks/a.yaml',
  '/project/eval_checks2/a.yaml',
  '/project/Eval_checks/a.yaml',
  '/project/a.yaml',
  '/project/eval_checks',
  '',
])('%s is none', (path) => {
  expect(isCheckPath(path)).toBe(false)
})
