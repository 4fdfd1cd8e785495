// Before the first judge: can everybody who is going to be asked be asked at all?
import type { CheckTypePreflight } from '../../../src/contracts/check-type.js'
import type { Judge } from '../../../src/contracts/judging.js'
import { readConfig } from './config.js'

/** See {@link CheckTypePreflight}. What only some checks ask for, such as a model of their own, is not their neighbours' fault. */
export const preflight: CheckTypePreflight = ({ judging }, { configs }) => {
  const judges = configs.flatMap((config) => readConfig(config).judges)
  return judging.examine(sharedParts(judges))
}

/** Each agent once, with the model and the effort that all of its calls share, or none. */
function sharedParts(judges: readonly Judge[]): readonly Judge[] {
  const byAgent = new Map<string, Judge>()
  for (const judge of judges) {
    const before = byAgent.get(judge.agent) ?? judge
    byAgent.set(judge.agent, {
      ...before,
      model: before.model === judge.model ? judge.model : null,
      reasoningEffort: before.reasoningEffort === judge.reasoningEffort ? judge.reasoningEffort : null,
    })
  }
  return [...byAgent.values()]
}
