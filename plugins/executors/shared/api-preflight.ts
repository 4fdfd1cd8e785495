// What is asked of a service before a run: its SDK, a key, and a list of models, which costs nothing.
import { EvalChecksError } from '../../../src/contracts/errors.js'
import type { PreflightDeclaration } from '../../../src/contracts/executor.js'
import { checkServer } from './connectivity.js'
import { checkSdk } from './load-sdk.js'
import { baseUrlOf, type Service } from './start-api.js'

/** A service, as far as it is examined. */
export interface ExaminedService {
  readonly name: string
  readonly service: Service
  /** Where models are listed, below the base URL. */
  readonly modelsPath: string
  /** Beside the key. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Declarations of a service. */
export function apiPreflight({
  name,
  service,
  modelsPath,
  headers = {},
}: ExaminedService): readonly PreflightDeclaration[] {
  const { sdk, keyName } = service
  return [
    {
      checkId: `${name}-sdk`,
      kind: 'doctor',
      disposition: 'check',
      check: (surroundings) => checkSdk(sdk, surroundings),
    },
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
          url: `${baseUrlOf(service, environment)}${modelsPath}`,
          headers: { ...service.keyHeaders((environment[keyName] ?? '').trim()), ...headers },
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
