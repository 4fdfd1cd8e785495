// What the summary of a run warns of.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collectWarnings } from '../../src/vitest/warnings.js'
import { noAgents } from '../support/judging.js'
import { checkText, loadFolder, writeProject } from '../support/projects.js'

async function load(environment: Readonly<Record<string, string>> = {}) {
  const root = writeProject({
    'eval_checks/blank.yaml': checkText('blank', { script: '#' }),
    'eval_checks/chosen.yaml': '- a',
    'eval_checks/other.yaml': '- a',
    'eval_checks/upper.YAML': '',
  })
  return { root, project: await loadFolder(root, { environment }) }
}

test('warnings of files are shown, and the faults of files that were not chosen', async () => {
  const { root, project } = await load()
  const warnings = collectWarnings(project, new Set([join(root, 'eval_checks/chosen.yaml')]), noAgents)
  expect(warnings).toEqual([
    expect.stringMatching(/^eval_checks\/upper\.YAML:1:1 {2}file: .*\[upper-case-extension\]$/),
    expect.stringMatching(/^eval_checks\/blank\.yaml:1:\d+ {2}script: .*\[blank-script\]$/),
    expect.stringMatching(
      /^eval_checks\/other\.yaml:1:1 {2}top: .*\[not-a-mapping\] \(not part of this run\)$/,
    ),
  ])
})

test('nothing is shown when all broken files were chosen and nothing is odd', async () => {
  const root = writeProject({ 'eval_checks/a.yaml': '- a', 'eval_checks/b.yaml': checkText('b') })
  expect(
    collectWarnings(await loadFolder(root), new Set([join(root, 'eval_checks/a.yaml')]), noAgents),
  ).toEqual([])
})

test('warnings of the configuration come first, with what to do', async () => {
  const { project } = await load({ EVAL_BANANA_PASS_TRESHOLD: '1' })
  const [first, ...others] = collectWarnings(project, new Set(), noAgents)
  expect(first).toContain('EVAL_BANANA_PASS_TRESHOLD')
  expect(first).toContain('EVAL_BANANA_PASS_THRESHOLD')
  expect(others).toHaveLength(4)
})
