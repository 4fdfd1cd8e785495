// What a model can do that is called directly: it answers, and touches nothing.
import type { ExecutorCapabilities } from '../../../src/contracts/executor-capabilities.js'

/** Capabilities of a direct call; `efforts` are those that the service takes. */
export function apiCapabilities(efforts: readonly string[]): ExecutorCapabilities {
  return {
    schemaVersion: 'eval-checks.executor-capabilities/v1',
    protocols: [
      {
        protocolId: 'omk.invoke/v1',
        execution: {
          concurrency: { safety: 'parallel-safe' },
          cancellation: 'cooperative',
          trialState: 'stateless',
          seedControl: 'unsupported',
          determinism: 'stochastic',
        },
        features: {
          systemInstructions: 'native',
          workspace: ['none'],
          mcp: ['none'],
          mockInterception: ['none'],
          toolPolicies: ['unrestricted'],
          // There is nothing to discover, and nothing that discovers.
          skillDiscovery: ['runtime-default', 'disabled'],
          sandboxIds: [],
          efforts: [...efforts],
        },
        telemetry: { trace: 'unsupported', usage: 'reported', providerCost: 'unreported' },
      },
    ],
  }
}
