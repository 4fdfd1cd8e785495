// `openhands`: OpenHands as a judge.
import type { Agent } from '../../../src/contracts/agent.js'
import { prepare } from './prepare.js'
import { probe } from './probe.js'
import { read } from './read.js'
import { template } from './template.js'

/** OpenHands. */
export const openhands: Agent = {
  name: 'openhands',
  version: '1',
  moduleUrl: import.meta.url,
  template,
  reportsCost: false,
  probe,
  prepare,
  read,
}
