// The project that the pages are about: a check of every outcome, with text that would do harm if it were taken for HTML.
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkThat, configWith, makeSmallProject } from '../e2e/small-project.js'

/** Text that must be shown, never run. */
export const HOSTILE = '<img src=x onerror=document.title="owned">'

/** What the judge of the project says. */
export const REASON = 'it leaves out the west'

const judge = `cat >/dev/null; echo '{"score":0,"reason":"${REASON}"}'`

/** A linked project with five checks, one of them broken and one for a judge, and Vitest's user interface. */
export function makePageProject(): string {
  const project = makeSmallProject({
    'vitest.config.ts': configWith(
      `{ harness: { agent: 'reader' }, agents: { reader: { command: ['sh', '-c', ${JSON.stringify(judge)}], promptInput: 'stdin' } } }`,
    ),
    'eval_checks/passing.yaml': checkThat('passed', 'the-docs-name-every-flag'),
    'eval_checks/failing.yaml': `schema_version: 1
id: summary-stays-short
type: deterministic
description: The summary has at most 100 words
script: |
  print("counting words")
  raise SystemExit('132 words, 100 allowed ${HOSTILE}')
`,
    'eval_checks/errored.yaml': checkThat('error', 'needs-a-script'),
    'eval_checks/judged.yaml':
      'schema_version: 1\nid: names-every-region\ntype: harness_judge\ndescription: Every region is named\ninstructions: Look.\n',
    'eval_checks/broken.yaml':
      'schema_version: 1\nid: misspelt\ntype: deterministic\ndescripton: d\nscript: x = 1\n',
  })
  const link = join(project, 'node_modules/@vitest/ui')
  const ui = fileURLToPath(new URL('../../node_modules/@vitest/ui', import.meta.url))
  if (!existsSync(link)) symlinkSync(ui, link, 'junction')
  return project
}
