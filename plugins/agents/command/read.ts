// The answer of a plain command is everything that it printed.
import type { AgentOutput, AgentReading } from '../../../src/contracts/agent.js'
import { cleanPlainOutput } from '../../../src/evaluate/verdict/clean-output.js'
import { unknownUsage } from '../shared/tokens.js'
import { troubleOfExit } from '../shared/trouble.js'

/** Reads standard output without the prompt, terminal codes and thoughts; the last verdict in it counts. */
export function read(output: AgentOutput): AgentReading {
  const trouble = troubleOfExit(output)
  const text = trouble === null ? cleanPlainOutput(output.stdout, output.prompt) : ''
  return {
    trouble,
    answer: text.trim() === '' ? null : { text, conflict: 'last' },
    usage: unknownUsage,
    costUsd: null,
    model: null,
    sessionId: null,
  }
}
