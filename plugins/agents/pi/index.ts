// `pi`: pi as a judge.
import type { Agent } from '../../../src/contracts/agent.js'
import { prepare } from './prepare.js'
import { probe } from './probe.js'
import { read } from './read.js'
import { template } from './template.js'

/** pi. */
export const pi: Agent = {
  name: 'pi',
  version: '1',
  moduleUrl: import.meta.url,
  template,
  reportsCost: true,
  probe,
  prepare,
  read,
}
