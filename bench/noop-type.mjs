// A check type that does nothing: what is left is the cost of a check itself.

/** For benchmarks only. */
export const noop = {
  type: 'noop',
  version: '1',
  moduleUrl: import.meta.url,
  schema: { fields: {} },
  compile: {
    references: () => [],
    compile: () => ({ config: {}, resources: [], runtimeKind: 'none' }),
  },
  preflight: async () => null,
  run: async () => ({ status: 'passed', reason: null, exitCode: null, stdout: '', stderr: '', details: {} }),
}
