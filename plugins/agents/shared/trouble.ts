// From what an agent said, or from its exit status, to a trouble. Pure.
import type { AgentOutput, AgentTrouble, AgentTroubleCode } from '../../../src/contracts/agent.js'
import { classifyMessage, readRetryAfter } from './transport.js'

/** Characters of a message that are kept. */
const LONGEST = 2000

/** A trouble in the agent's words; the seconds to wait are read out of them. */
export function troubleOf(code: AgentTroubleCode, message: string): AgentTrouble {
  const retryAfterSeconds = code === 'rate-limited' || code === 'overloaded' ? readRetryAfter(message) : null
  const kept = message.trim().slice(0, LONGEST).toWellFormed()
  return { code, message: kept, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) }
}

/** A trouble told by the words alone; `otherwise` when they tell nothing. */
export function troubleOfMessage(message: string, otherwise: AgentTroubleCode): AgentTrouble {
  return troubleOf(classifyMessage(message) ?? otherwise, message)
}

/**
 * What the exit status and standard error say; null when the program exited with 0. The prompt is taken out first, since
 * some agents repeat it there.
 */
export function troubleOfExit(output: AgentOutput): AgentTrouble | null {
  if (output.exitCode === 0) return null
  const ended = output.exitCode === null ? 'ended by a signal' : `exit code ${output.exitCode}`
  const words = lastWords(output)
  const { code, message, ...wait } = troubleOfMessage(words, 'exit-nonzero')
  return { code, message: message === '' ? ended : `${ended}: ${message}`, ...wait }
}

/** The end of standard error, without the prompt: its last lines that say something. */
export function lastWords({ stderr, prompt }: AgentOutput): string {
  const said = prompt === '' ? stderr : stderr.replaceAll(prompt, '')
  return said.trim().slice(-LONGEST)
}
