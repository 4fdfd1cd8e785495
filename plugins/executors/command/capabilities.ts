// What a program of the user's own is trusted to do: it is told of everything, and answers for keeping to it.
import type { ExecutorCapabilities } from '../../../src/contracts/executor-capabilities.js'

/** The exchange hands over workspace, mocks, tools and skills; whether the program keeps to them, only its author knows. */
export const capabilities: ExecutorCapabilities = {
  schemaVersion: 'eval-checks.executor-capabilities/v1',
  protocols: [
    {
      protocolId: 'omk.invoke/v1',
      execution: {
        concurrency: { safety: 'parallel-safe' },
        cancellation: 'cooperative',
        trialState: 'stateless',
        seedControl: 'optional',
        determinism: 'unknown',
      },
      features: {
        systemInstructions: 'native',
        workspace: ['none', 'copy-on-write-overlay'],
        mcp: ['none', 'native-config'],
        mockInterception: ['none', 'pre-tool-call'],
        toolPolicies: ['unrestricted', 'allow-list'],
        skillDiscovery: ['runtime-default', 'disabled', 'allow-list'],
        sandboxIds: [],
        efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
      },
      telemetry: { trace: 'best-effort', usage: 'reported', providerCost: 'reported' },
    },
  ],
}
