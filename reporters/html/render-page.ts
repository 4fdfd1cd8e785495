// Writes a page: one file without a single reference to another. Pure.
import { createHash } from 'node:crypto'
import { stripControls } from '../../src/contracts/text-hygiene.js'
import type { PageAssets } from './assets.js'
import { escapeHtml } from './escape-html.js'
import type { PageDocument } from './page-document.js'
import { renderPlainPart } from './plain-part.js'

/**
 * The page of a document. Without `assets` it has no program and shows its plain part only. Nothing may be loaded and no
 * program may run but the one whose digest stands in the policy, so that a text that slips through every escape is inert.
 */
export function renderPage(document: PageDocument, assets: PageAssets | null): string {
  const { run } = document
  const { script = '', style = '' } = assets ?? {}
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(titleOf(document))}</title>
<style>${style}</style>
</head>
<body>
<div id="page">${renderPlainPart(document)}</div>
<script type="application/json" id="report">${embedJson(document)}</script>
<script type="module">${script}</script>
</body>
</html>
<!-- run ${escapeHtml(run.run_id).replace(/-{2,}/g, '-')} -->
`
}

/** JSON that may stand in a script element: nothing in it opens or closes an element or a comment. */
export function embedJson(value: unknown): string {
  // Ids and codes reach reporters as they are: here no text keeps a control character or turns its direction.
  const json = JSON.stringify(value, (_, each) => (typeof each === 'string' ? stripControls(each) : each))
  return json.replace(/[<>&\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function policyFor(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src ${digestOf(script)}`,
    `style-src ${digestOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function titleOf({ run, totals }: PageDocument): string {
  const verdict = { passed: 'passed', 'not-passed': 'not passed', undecided: 'undecided' }[run.decision]
  return `${totals.passed}/${totals.total} ${verdict} · ${run.project} · eval checks`
}
