// A run in which every text tries to be something else.
import { makeRedactor, sanitizeHeader, sanitizeResult } from '../../src/contracts/text-hygiene.js'
import { loadError, makeHeader, makeResult } from './results.js'

const secret = 'sk-hostile-secret'
const attack = [
  '\x1b]0;owned\x07\x1b[2J\x1b[31m',
  '# heading\n\n<script>alert(1)</script><img src=x onerror=alert(1)> <!-- ',
  '| cell | cell |\n| - | - |\n````\n```\n~~~\n</code></pre>',
  '![image](http://evil.example/x.png) [link](javascript:alert(1)) <http://evil.example>',
  'http://evil.example www.evil.example a@evil.example @everyone #1 $x$ `code` **bold** &lt;b&gt; \u202egnp.exe',
  `key ${secret}`,
].join('\n')
const redact = makeRedactor([secret])

/** Ids that are as long as they can be, or need quoting. */
export const longId = 'i'.repeat(5000)

/** Header of the hostile run, clean as reporters get it. */
export const hostileHeader = sanitizeHeader(
  makeHeader(['failed', 'silent', 'errored', longId, 'left'], {
    pass_threshold: 0.5,
    skipped: [{ id: 'skipped', reason: attack }],
    load_errors: [{ ...loadError, file: '/project/eval_checks/`|<b>.yaml', field: '<i>|', message: attack }],
  }),
  redact,
)

/** Results of the hostile run, clean as reporters get them. */
export const hostileResults = [
  makeResult('failed', 'failed', { description: attack, reason: attack, stderr: attack, stdout: attack }),
  makeResult('silent', 'failed', { description: '<b>x</b> | y', reason: null, stderr: attack }),
  makeResult('errored', 'error', { description: attack, error_detail: attack, error_code: '`|<b>' }),
  makeResult(longId, 'passed', { description: `${attack}${'long '.repeat(1000)}` }),
].map((result) => sanitizeResult(result, redact))
