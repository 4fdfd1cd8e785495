// What must not be seen in anything that is shown: secrets of the environment, and all that is given to agents.
import { makeRedactor, type Redact, secretValues } from '../contracts/text-hygiene.js'
import { readStartEnvironment } from '../process/environment.js'
import { fillProviderEnv } from '../resolve/judging/provider-environment.js'
import type { LoadedProject } from '../resolve/load-project.js'

/** Hides the secrets of the environment and the values of every variable that the configuration gives to agents. */
export function redactorOf({ configuration }: LoadedProject): Redact {
  const { harness, agents } = configuration
  const environment = readStartEnvironment()
  const given = Object.values(agents).map(({ providerEnv = {} }) => fillProviderEnv(providerEnv, environment))
  return makeRedactor(secretValues(environment, [harness.env, ...given].flatMap(Object.values<string>)))
}
