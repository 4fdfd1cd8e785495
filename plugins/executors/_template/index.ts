// `example`: an executor to copy. It needs a program `example` that answers on standard output.
import type { Executor } from '../../../src/contracts/executor.js'
import { checkPrivateFolders, checkVersion, isInstalled, type Tool } from '../shared/cli-preflight.js'

const tool: Tool = { program: 'example', installFix: 'Install example.' }

/** An executor that can do little, and says so: whatever it does not declare is refused before a run. */
export const example: Executor = {
  executorId: 'example',
  version: '1',
  moduleUrl: import.meta.url,
  capabilities: {
    schemaVersion: 'eval-checks.executor-capabilities/v1',
    protocols: [
      {
        protocolId: 'omk.invoke/v1',
        execution: {
          concurrency: { safety: 'serialized', maxInFlight: 1 },
          cancellation: 'cooperative',
          trialState: 'stateless',
          seedControl: 'unsupported',
          determinism: 'unknown',
        },
        features: {
          systemInstructions: 'prepended',
          workspace: ['none'],
          mcp: ['none'],
          mockInterception: ['none'],
          toolPolicies: ['unrestricted'],
          skillDiscovery: ['runtime-default'],
          sandboxIds: [],
          efforts: [],
        },
        telemetry: { trace: 'unsupported', usage: 'unreported', providerCost: 'unreported' },
      },
    ],
  },
  preflight: [
    {
      checkId: 'example-version',
      kind: 'doctor',
      disposition: 'check',
      check: (surroundings) => checkVersion(tool, surroundings),
    },
    { checkId: 'example-key', kind: 'credential', disposition: 'not-required', reasonCode: 'needs-no-key' },
    {
      checkId: 'example-server',
      kind: 'connectivity',
      disposition: 'not-required',
      reasonCode: 'works-alone',
    },
    { checkId: 'example-files', kind: 'filesystem', disposition: 'check', check: checkPrivateFolders },
  ],
  isInstalled: async (environment) => isInstalled(tool, environment),
}
