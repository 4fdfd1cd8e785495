// The digests of a plan do not depend on this program: a Python program computes the same ones from the plan's content.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkDefinitionSha256 } from '../../src/compile/checks/definition-digest.js'
import type { FrozenFile } from '../../src/contracts/check-type.js'
import { digestBytes } from '../../src/contracts/digest.js'
import type { RunPlan } from '../../src/contracts/run-plan.js'
import { readPlanDocument } from '../../src/prepare/verify.js'
import { judgeCheck, planChecks, scriptCheck, twoChecks } from './support/checks.js'
import { definition, experiment, planExperiment } from './support/experiment.js'

const program = fileURLToPath(new URL('digests.py', import.meta.url))
const fixtures = fileURLToPath(new URL('../../fixtures/digests/', import.meta.url))
const yamlFile = path.join(fixtures, 'greeting.yaml')
const scriptFile = path.join(fixtures, 'greeting.py')
const planFile = path.join(fixtures, 'plan.json')

const script = readFileSync(scriptFile)
const reference = { role: 'referenced-script', path: 'greeting.py', absolutePath: scriptFile }
const readable: FrozenFile = { ...reference, bytes: script, digest: digestBytes(script) }
const unreadable: FrozenFile = { ...reference, bytes: null, cause: 'ENOENT' }

test.each([
  ['a readable script', readable, `referenced-script=${scriptFile}`],
  ['an unreadable script', unreadable, 'referenced-script='],
])('check_definition_sha256 with %s is what Python computes', (_name, file, argument) => {
  expect(checkDefinitionSha256(readFileSync(yamlFile), [file])).toBe(python('check', yamlFile, argument))
})

test('check_definition_sha256 never changes from release to release', () => {
  expect(checkDefinitionSha256(readFileSync(yamlFile), [readable])).toBe(
    'sha256:ead4f39acac41f6f586dbe2261b30615a0469fa0df98183005dd82be8222b0f8',
  )
})

/** The check in the fixtures folder, as resolving would yield it. */
function planFixture(): RunPlan {
  const check = scriptCheck('greeting')
  return planChecks({
    passThreshold: 1,
    llmMaxInputChars: 0,
    harness: {},
    checks: [
      {
        ...check,
        relativePath: 'eval_checks/greeting.yaml',
        definitionSha256: checkDefinitionSha256(readFileSync(yamlFile), [readable]),
        compiled: {
          runtimeKind: 'python',
          config: { source: 'file' },
          resources: [{ role: 'script', bytes: script, mediaType: 'text/x-python' }],
        },
      },
    ],
  })
}

test('the plan of the fixture never changes from release to release, but with a new schema version', async () => {
  await expect(`${JSON.stringify(planFixture(), null, 2)}\n`).toMatchFileSnapshot(planFile)
})

test('the stored plan of the fixture has the digests that Python computes', () => {
  const stored = readPlanDocument(readFileSync(planFile, 'utf8'))
  expect(JSON.parse(python('plan', planFile))).toStrictEqual(stored.digests)
})

test.each([
  [
    'of checks',
    planChecks({ ...twoChecks, checks: [scriptCheck('b'), judgeCheck('a'), scriptCheck('ä 😀')] }),
  ],
  ['of an experiment', planExperiment()],
  ['without comparison, policy or series', planExperimentAlone()],
])('all ten digests of a plan %s are what Python computes', (_name, plan) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'digests-'))
  try {
    const file = path.join(folder, 'plan.json')
    writeFileSync(file, JSON.stringify(plan))
    expect(JSON.parse(python('plan', file))).toStrictEqual(plan.digests)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

function planExperimentAlone(): RunPlan {
  const { seriesMembership: _, decisionPolicy: __, ...rest } = definition
  const { pairingKey: ___, ...sampling } = rest.experiment.sampling
  const changed = {
    ...rest,
    comparisons: [],
    experiment: {
      ...rest.experiment,
      sampling: { ...sampling, resamplingUnit: 'cluster' as const, clusterKey: '/sampleId' },
    },
  }
  const { runtimeBinding } = experiment
  const bindings = runtimeBinding.bindings.filter(
    ({ bindingKind }) => !/^(?:series|decision)-/.test(bindingKind),
  )
  return planExperiment({ definition: changed, runtimeBinding: { ...runtimeBinding, bindings } })
}

function python(...argv: string[]): string {
  return execFileSync('python3', [program, ...argv], { encoding: 'utf8' }).trim()
}
