// The environment that an agent gets. Pure.
import type { AgentTemplate } from '../../contracts/agent.js'
import { fillProviderEnv } from '../../resolve/judging/provider-environment.js'

/** What an agent's environment is made of. */
export interface EnvironmentRequest {
  readonly base: Readonly<Record<string, string>>
  readonly projectRoot: string
  readonly agent: string
  readonly template: Pick<AgentTemplate, 'providerEnv' | 'modelEnvVars'>
  readonly harnessEnv: Readonly<Record<string, string>>
  readonly model: string | null
}

/** The parent's environment, ours, the agent's provider variables, `[harness.env]` and the model, later ones winning. */
export function judgeEnvironment(request: EnvironmentRequest): Record<string, string> {
  const { base, projectRoot, agent, template, harnessEnv, model } = request
  const models = model === null ? [] : template.modelEnvVars.map((name) => [name, model])
  return {
    ...base,
    CI: '1',
    PYTHONUNBUFFERED: '1',
    EVAL_BANANA_PROJECT_ROOT: projectRoot,
    EVAL_BANANA_HARNESS_AGENT: agent,
    ...fillProviderEnv(template.providerEnv, base),
    ...harnessEnv,
    ...Object.fromEntries(models),
  }
}
