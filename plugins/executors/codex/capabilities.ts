// What Codex can do for a target.
import type { ExecutorCapabilities } from '../../../src/contracts/executor-capabilities.js'

/**
 * Nothing can stand before a call of one of its tools: mocks, lists of allowed tools and lists of skills are refused
 * rather than half kept. Instructions stand before the prompt.
 */
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
        systemInstructions: 'prepended',
        workspace: ['none', 'copy-on-write-overlay'],
        mcp: ['none'],
        mockInterception: ['none'],
        toolPolicies: ['unrestricted'],
        skillDiscovery: ['runtime-default', 'disabled'],
        sandboxIds: [],
        efforts: ['low', 'medium', 'high', 'xhigh'],
      },
      telemetry: { trace: 'best-effort', usage: 'reported', providerCost: 'unreported' },
    },
  ],
}
