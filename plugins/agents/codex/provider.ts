// A model server of the user's own. The user's config.toml, where it would stand, is not read; the environment is. Pure.
import type { AgentStart } from '../../../src/contracts/agent.js'

/** Settings that point Codex to `OPENAI_BASE_URL`; none when it is not set, or the command names a provider. */
export function providerFlags({ environment, template }: AgentStart): readonly string[] {
  const url = environment.OPENAI_BASE_URL?.trim()
  if (!url || namesProvider(template.command)) return []
  const key = environment.CODEX_API_KEY ? 'CODEX_API_KEY' : 'OPENAI_API_KEY'
  const provider = [
    'name="eval-checks"',
    `base_url=${tomlText(url)}`,
    ...(environment[key] ? [`env_key="${key}"`] : []),
    'wire_api="responses"',
    // Few retries of its own, since the call is repeated from outside.
    'request_max_retries=1',
    'stream_max_retries=1',
  ]
  return ['-c', 'model_provider="eval-checks"', '-c', `model_providers.eval-checks={${provider.join(',')}}`]
}

/** Whether a command names a model provider. */
export function namesProvider(command: readonly string[]): boolean {
  return command.some((word) => /^(?:--config=)?model_provider/.test(word))
}

/** The variable that holds the key of the provider in a command; null when none is named. */
export function providerKeyName(command: readonly string[]): string | null {
  const found = command.map((word) => /\benv_key\s*=\s*["']?(\w+)/.exec(word)?.[1])
  return found.find((name) => name !== undefined) ?? null
}

/** A basic string of TOML; JSON's escapes are among its own. */
function tomlText(text: string): string {
  return JSON.stringify(text)
}
