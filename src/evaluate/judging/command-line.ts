// The command line of one call, and what an operating system would not let through. Pure.
import type { AgentLaunch } from '../../contracts/agent.js'
import type { Judge, SealedTemplate } from '../../contracts/judging.js'

/** Bytes of one argument, with its closing NUL, on Linux. */
export const LONGEST_ARGUMENT = 128 * 1024

/** A command line: the program, its arguments, and what it reads from standard input (empty: nothing). */
export interface CommandLine {
  readonly command: string
  readonly args: readonly string[]
  readonly stdin: string
}

/** Puts a command line together: command, prompt or flags, model, effort, prompt, tail. */
export function buildCommandLine(
  judge: Judge & { readonly template: SealedTemplate },
  { flags, tail = [] }: Pick<AgentLaunch, 'flags' | 'tail'>,
  prompt: string,
): CommandLine {
  const { template, model, reasoningEffort } = judge
  const { promptFlag, promptInput, promptPosition, modelFlag, reasoningEffortFlag } = template
  const [command = '', ...first] = template.command
  const asArgument = promptInput === 'argument' ? [...(promptFlag ? [promptFlag] : []), prompt] : []
  const early = promptPosition === 'after_command'
  const args = [
    ...first,
    ...(early ? asArgument : []),
    ...flags,
    ...(model !== null && modelFlag ? [modelFlag, model] : []),
    ...(reasoningEffort === null ? [] : reasoningEffortFlag.map((text) => fillEffort(text, reasoningEffort))),
    ...(early ? [] : asArgument),
    ...tail,
  ]
  return { command, args, stdin: promptInput === 'stdin' ? prompt : '' }
}

/** Why a prompt cannot be an argument, as a sentence; null when it can, or when it is none. */
export function promptObstacle(template: SealedTemplate, prompt: string): string | null {
  if (template.promptInput !== 'argument') return null
  if (prompt.includes('\0')) return 'the prompt holds a NUL character, which no argument may hold'
  const bytes = new TextEncoder().encode(prompt).length
  if (bytes < LONGEST_ARGUMENT) return null
  return `the prompt has ${bytes} bytes, and an argument may have ${LONGEST_ARGUMENT - 1}`
}

/** Whether a template has a way to hand the model on. */
export function passesModel({ modelFlag, modelEnvVars }: SealedTemplate): boolean {
  return Boolean(modelFlag) || modelEnvVars.length > 0
}

/** Whether a template has a way to hand the reasoning effort on. */
export function passesEffort({ reasoningEffortFlag }: SealedTemplate): boolean {
  return reasoningEffortFlag.length > 0
}

function fillEffort(text: string, effort: string): string {
  return text.replaceAll('{effort}', () => effort)
}

/** What a template cannot hand on although the judge is to have it: an error code and a sentence; null when all is well. */
export function findUnpassed(
  judge: Judge,
  template: SealedTemplate,
): { code: string; message: string } | null {
  const { agent, model, reasoningEffort } = judge
  if (model !== null && !passesModel(template)) {
    const fix = `set agents.${agent}.model_flag or model_env_vars, or name no model`
    return { code: 'model-not-passed', message: `${agent} has no way to be given the model ${model}: ${fix}` }
  }
  if (reasoningEffort !== null && !passesEffort(template)) {
    const fix = `set agents.${agent}.reasoning_effort_flag, or name no effort`
    return {
      code: 'effort-not-passed',
      message: `${agent} has no way to be given the effort ${reasoningEffort}: ${fix}`,
    }
  }
  return null
}
