// The project that the pages are about: a check of every outcome, with text that would do harm if it were taken for HTML.
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkThat, makeSmallProject } from '../e2e/small-project.js'

/** Text that must be shown, never run. */
export const HOSTILE = '<img src=x onerror=document.title="owned">'

/** A linked project with four checks, one of them broken, and Vitest's user interface. */
export function makePageProject(): string {
  const project = makeSmallProject({
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
    'eval_checks/broken.yaml':
      'schema_version: 1\nid: misspelt\ntype: deterministic\ndescripton: d\nscript: x = 1\n',
  })
  const link = join(project, 'node_modules/@vitest/ui')
  const ui = fileURLToPath(new URL('../../node_modules/@vitest/ui', import.meta.url))
  if (!existsSync(link)) symlinkSync(ui, link, 'junction')
  return project
}
