// A run in which every text is an attack of a megabyte, as no reporter should ever get it: neither stripped nor redacted.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckResult } from '../../src/contracts/check-result.js'
import type { RunEnd } from '../../src/contracts/reporter.js'
import { checkStem } from '../../src/contracts/stem.js'
import { makeJudged, makeVoteRecord } from './judged.js'
import { makeHeader, makeResult } from './results.js'
import { makeRunEnd } from './run-ends.js'

const attack = [
  '<script>document.title="owned"</script>',
  '</script><script>document.title="owned"</script>',
  '<img src=x onerror=document.title="owned">',
  '<!--<script>',
  '"><svg onload=document.title="owned">\'',
  '</style><style>*{display:none}</style>',
  '\u001b]0;owned\u0007\u001b[2J\u001b[31m',
  '\u202eevil\u2066 \u2028\u2029',
  'javascript:document.title="owned" http://evil.example/',
].join(' ')

/** The attack, and nothing but it, for a megabyte. */
export const LONG_ATTACK = attack.repeat(Math.ceil(1_000_000 / attack.length))

/** The run, stored in `folder`: a failure, an error, a pass and a judged check, each with the attack in every field. */
export function attackRun(folder: string): RunEnd {
  mkdirSync(join(folder, 'checks'))
  const everywhere: Partial<CheckResult> = {
    description: LONG_ATTACK,
    stdout: LONG_ATTACK,
    stderr: LONG_ATTACK,
    check_type: LONG_ATTACK,
    source_path: `/project/${LONG_ATTACK}`,
    tags: Array(60).fill(LONG_ATTACK),
    reason: LONG_ATTACK,
  }
  const vote = makeVoteRecord({
    agent_type: LONG_ATTACK,
    model: LONG_ATTACK,
    reason: LONG_ATTACK,
    status: 'failed',
  })
  const results = [
    makeResult(LONG_ATTACK, 'failed', everywhere),
    makeResult('errored', 'error', { ...everywhere, error_code: LONG_ATTACK, error_detail: LONG_ATTACK }),
    makeResult('passed', 'passed', everywhere),
    { ...makeJudged('judged', 'failed', [vote, vote, vote], { isolation: LONG_ATTACK }), ...everywhere },
  ]
  writeFileSync(join(folder, 'checks', `${checkStem('judged')}.prompt.txt`), LONG_ATTACK)
  const source = join(folder, '<script>.yaml')
  writeFileSync(source, LONG_ATTACK)
  const header = makeHeader([...results.map(({ check_id }) => check_id), `left ${LONG_ATTACK}`], {
    project_root: `/${LONG_ATTACK.replaceAll('/', '|')}`,
    skipped: [{ id: LONG_ATTACK, reason: LONG_ATTACK }],
    load_errors: [
      { file: LONG_ATTACK, line: 1, column: 1, code: LONG_ATTACK, field: LONG_ATTACK, message: LONG_ATTACK },
    ],
  })
  return {
    ...makeRunEnd(header, results, { folder }),
    redact: (text) => text,
    locate: () => ({ file: source, line: 1, column: 1 }),
  }
}
