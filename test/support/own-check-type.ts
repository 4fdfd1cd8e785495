// Check types of tests: whole ones, whose parts a test replaces as it needs.
import type { CheckOutcome, VerdictOutcome } from '../../src/contracts/check-result.js'
import type { CheckType } from '../../src/contracts/check-type.js'

/** An outcome that passes. */
export const passedOutcome: VerdictOutcome = {
  status: 'passed',
  reason: 'fine',
  exitCode: 0,
  stdout: 'out',
  stderr: 'err',
  details: { known: true },
}

/** A check type called `own` that passes without doing anything. */
export function makeType(parts: Partial<CheckType> = {}): CheckType {
  return {
    type: 'own',
    version: '1',
    moduleUrl: import.meta.url,
    schema: { fields: {} },
    compile: {
      references: () => [],
      compile: () => ({ config: {}, resources: [], runtimeKind: 'none' }),
    },
    preflight: async () => null,
    run: async (): Promise<CheckOutcome> => passedOutcome,
    ...parts,
  }
}
