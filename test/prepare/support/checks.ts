// Resolved checks for tests.
import { compileChecks } from '../../../src/compile/checks/compile-checks.js'
import { digestBytes } from '../../../src/contracts/digest.js'
import type { ResolvedCheck, ResolvedCheckInput } from '../../../src/contracts/resolved-checks.js'
import type { RunPlan } from '../../../src/contracts/run-plan.js'
import { openSealedPlan, preparePlan } from '../../../src/prepare/prepare-plan.js'

/** A script check called `id`. */
export function scriptCheck(id: string, script = `print(${JSON.stringify(id)})`): ResolvedCheck {
  return {
    definition: {
      id,
      type: 'deterministic',
      description: `What ${id} says`,
      tags: ['fast', 'ünïcode'],
      timeoutSeconds: 30,
      paths: ['src/**'],
      fields: { script },
    },
    relativePath: `eval_checks/${id.slice(0, 60)}.yaml`,
    definitionSha256: digestBytes(`definition of ${id}: ${script}`),
    compiled: {
      runtimeKind: 'python',
      config: { source: 'inline', entry: 'script' },
      resources: [{ role: 'script', bytes: Buffer.from(script), mediaType: 'text/x-python' }],
    },
    typeVersion: '1',
    typeFingerprint: digestBytes('code of deterministic'),
  }
}

/** A judge check called `id`. */
export function judgeCheck(id: string): ResolvedCheck {
  return {
    definition: {
      id,
      type: 'harness_judge',
      description: `Whether ${id} is good`,
      tags: [],
      skip: 'not today',
      fields: { instructions: 'Look.' },
    },
    relativePath: `pkg/eval_checks/${id}.yml`,
    definitionSha256: digestBytes(`definition of ${id}`),
    compiled: { runtimeKind: 'agent', config: { instructions: 'Look.', promptVersion: 1 }, resources: [] },
    typeVersion: '2',
    typeFingerprint: digestBytes('code of harness_judge'),
  }
}

/** Two checks under a threshold of 80 percent. */
export const twoChecks: ResolvedCheckInput = {
  passThreshold: 0.8,
  llmMaxInputChars: 4000,
  harness: { agent: 'claude', model: null, timeout_seconds: 300, access: 'read-only' },
  checks: [scriptCheck('greet'), judgeCheck('tone')],
}

/** Compiles and seals checks. */
export function planChecks(input: ResolvedCheckInput): RunPlan {
  return openSealedPlan(preparePlan(compileChecks(input)))
}
