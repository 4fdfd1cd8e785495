// Plans of three realistic experiments, as they were sealed when they were written: they change with a new version of a
// schema or of an implementation, and for no other reason. `vitest run -u` writes them anew.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readPlanDocument } from '../../../src/prepare/verify.js'
import { examples } from './support/examples.js'
import { compiled, planOf } from './support/experiments.js'

const file = (name: string) =>
  fileURLToPath(new URL(`../../../fixtures/experiments/plans/${name}.json`, import.meta.url))

test.each(Object.entries(examples))('the plan of %s is the one that was stored', async (name, parts) => {
  const plan = planOf(compiled(parts))
  await expect(`${JSON.stringify(plan, null, 1)}\n`).toMatchFileSnapshot(file(name))
  // What is stored says the same, and its digests are those of what it says.
  expect(readPlanDocument(readFileSync(file(name), 'utf8')).digests).toEqual(plan.digests)
})
