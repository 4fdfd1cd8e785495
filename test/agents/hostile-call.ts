// A judging call in a copy of the hostile repository, and what the repository achieved.
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startModelServer } from '../../fixtures/model-server/server.js'
import {
  copyHostileRepository,
  findPlanted,
  JUDGED_FILE,
  listSprungTraps,
} from '../support/hostile-repository.js'
import { type AgentName, startJudge } from './judge.js'
import type { Ended, Invocation } from './start-agent.js'

/** Asks about the file that holds a verdict for itself; a server that answers 1 stands at the planted address. */
export async function startHostile(
  agent: AgentName,
  change: (invocation: Invocation, cwd: string, url: string) => Invocation,
) {
  const planted = await startModelServer()
  onTestFinished(() => planted.close())
  const cwd = copyHostileRepository(planted.url('pass'))
  const file = join(cwd, JUDGED_FILE)
  const { ended, server } = await startJudge(agent, 'planted', {
    cwd,
    file,
    change: (invocation, url) => change(invocation, cwd, url),
  })
  return { ended, tell: async () => tell(await ended) }

  function tell({ exitCode }: Ended) {
    const [first, second] = server.asked()
    return {
      exitCode,
      sprung: listSprungTraps(cwd),
      /** What the model was told before it read the file, and whether it read it. */
      told: findPlanted(first?.text ?? ''),
      read: findPlanted(second?.text ?? '').includes('PLANTED-VERDICT'),
      /** Keys and models that reached the planted address. */
      planted: planted.requests.map(({ key, question }) => ({ key, model: question?.model })),
      /** What it wanted to reach beside the model. */
      elsewhere: server.requests.filter(({ scenario }) => scenario === null).map(({ path }) => path),
    }
  }
}
