// What the page says where no program may run, as in artifact viewers that forbid it, and until the program has started. Pure.
import { cutText, oneLine } from '../shared/display.js'
import { escapeHtml } from './escape-html.js'
import type { PageCheck, PageDocument } from './page-document.js'

const MOST_CHECKS = 100

/** The verdict, what to do, and the checks that were not passed, as HTML without a program. */
export function renderPlainPart(document: PageDocument): string {
  const open = document.checks.filter(({ status }) => status !== 'passed')
  const rest = open.length - MOST_CHECKS
  return [
    '<main class="plain">',
    `<h1>${escapeHtml(capitalize(document.run.sentence))}</h1>`,
    list(document.steps.map(({ text }) => escapeHtml(text))),
    `<p>Pass rate ${escapeHtml(document.pass_rate_words)}</p>`,
    open.length === 0 ? '' : `<h2>Not passed</h2>${list(open.slice(0, MOST_CHECKS).map(describe))}`,
    rest > 0 ? `<p>and ${rest} more, see report.md</p>` : '',
    '</main>',
  ].join('')
}

function describe({ id, status, reason, evidence }: PageCheck): string {
  const why = reason === null ? '' : `: ${escapeHtml(cutText(oneLine(reason), 500))}`
  const links = evidence.map(({ label, href }) => ` <a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`)
  return `<b>${status}</b> <code>${escapeHtml(id)}</code>${why}${links.join('')}`
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
}

function capitalize(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
}
