// Any program that prints a verdict, as `[agents.NAME]` describes it.
import type { Agent } from '../../../src/contracts/agent.js'
import { prepare } from './prepare.js'
import { probeOf } from './probe.js'
import { read } from './read.js'
import { templateOf } from './template.js'

/** The agent behind `[agents.<name>]` when no built-in one has that name. */
export function commandAgent(name: string): Agent {
  return {
    name,
    version: '1',
    moduleUrl: import.meta.url,
    template: templateOf(name),
    reportsCost: false,
    probe: probeOf(name),
    prepare,
    read,
  }
}
