// `type: harness_judge`: coding agents judge, each by its own command line tool.
import type { CheckType } from '../../../src/contracts/check-type.js'
import { compile } from './compile.js'
import { preflight } from './preflight.js'
import { run } from './run.js'
import { schema } from './schema.js'

/** The built-in check type whose verdict comes from one or several agents. */
export const harnessJudge: CheckType = {
  type: 'harness_judge',
  version: '1',
  moduleUrl: import.meta.url,
  asksAgents: true,
  configuration: ['harness', 'agents'],
  schema,
  compile,
  preflight,
  run,
}
