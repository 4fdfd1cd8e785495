// `gemini`: Gemini CLI as a judge.
import type { Agent } from '../../../src/contracts/agent.js'
import { prepare } from './prepare.js'
import { probe } from './probe.js'
import { read } from './read.js'
import { template } from './template.js'

/** Gemini CLI. */
export const gemini: Agent = {
  name: 'gemini',
  version: '1',
  moduleUrl: import.meta.url,
  template,
  reportsCost: false,
  probe,
  prepare,
  read,
}
