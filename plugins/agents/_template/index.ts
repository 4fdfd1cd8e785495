// An agent to copy; see README.md.
import type { Agent } from '../../../src/contracts/agent.js'
import { prepare } from './prepare.js'
import { probe } from './probe.js'
import { read } from './read.js'
import { template } from './template.js'

/** The parts under their names; the order is that in which they are used. */
export const example: Agent = {
  // As in `harness.agent`.
  name: 'example',
  // Change it when the same settings start the program otherwise, or its output is read otherwise: part of the plan.
  version: '1',
  // The code files in this module's folder are digested into the plan.
  moduleUrl: import.meta.url,
  template,
  // Whether `read` finds a cost: a budget in dollars needs it.
  reportsCost: false,
  probe,
  prepare,
  read,
}
