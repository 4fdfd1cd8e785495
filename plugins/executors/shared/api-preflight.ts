// What is asked of a service before a run: a key, and a list of models, which costs nothing.
import { EvalChecksError } from '../../../src/contracts/errors.js'
import type { PreflightDeclaration } from '../../../src/contracts/executor.js'
import { checkServer } from './connectivity.js'

type Environment = Readonly<Record<string, string>>

/** A service, as far as it is examined. */
export interface Service {
  readonly name: string
  /** Variable with the key. */
  readonly keyName: string
  readonly baseUrl: (environment: Environment) => string
  readonly headers: (key: string) => Readonly<Record<string, string>>
}

/** Declarations of a service. */
export function apiPreflight({ name, keyName, baseUrl, headers }: Service): readonly PreflightDeclaration[] {
  return [
    { checkId: `${name}-program`, kind: 'doctor', disposition: 'not-required', reasonCode: 'no-program' },
    {
      checkId: `${name}-key`,
      kind: 'credential',
      disposition: 'check',
      check: async ({ environment }) =>
        environment[keyName]?.trim()
          ? null
          : new EvalChecksError('not-logged-in', `${keyName} is not set`, { fix: `set ${keyName}` }),
    },
    {
      checkId: `${name}-models`,
      kind: 'connectivity',
      disposition: 'check',
      check: ({ environment, signal }) =>
        checkServer({
          url: `${baseUrl(environment).replace(/\/+$/, '')}/models`,
          headers: headers(environment[keyName] ?? ''),
          mustSucceed: true,
          signal,
        }),
    },
    {
      checkId: `${name}-files`,
      kind: 'filesystem',
      disposition: 'not-required',
      reasonCode: 'touches-no-files',
    },
  ]
}
