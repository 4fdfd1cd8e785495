// What Claude Code can do for a target.
import type { ExecutorCapabilities } from '../../../src/contracts/executor-capabilities.js'

/** Its hooks see every call of a tool before it happens, so that mocks answer in the tool's place. */
export const capabilities: ExecutorCapabilities = {
  schemaVersion: 'eval-checks.executor-capabilities/v1',
  protocols: [
    {
      protocolId: 'omk.invoke/v1',
      execution: {
        concurrency: { safety: 'parallel-safe' },
        cancellation: 'cooperative',
        trialState: 'isolated',
        seedControl: 'unsupported',
        determinism: 'stochastic',
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
      telemetry: { trace: 'native', usage: 'reported', providerCost: 'reported' },
    },
  ],
}
