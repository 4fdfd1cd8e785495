// Writes the stamped result document as text: for machines alone, or for machines first and people below.
import type { Text } from 'mdast'
import type { RunEnd } from '../../src/contracts/reporter.js'
import {
  RESULT_FENCE,
  type ResultDocument,
  type ResultFormat,
  type ResultStatus,
} from '../../src/contracts/result-document.js'
import { codeBlock, heading, inlineCode, paragraph, writeMarkdown } from '../shared/markdown/nodes.js'
import { renderReport } from '../shared/markdown/report.js'

/** Why there is no report, by status. */
const withoutReport: Readonly<Record<ResultStatus, string>> = {
  completed: 'The run has no report.',
  no_checks: 'Nothing was run: no check was chosen.',
  config_error: 'Nothing was run: an option, the configuration or a check file is at fault.',
  harness_error: 'Nothing was run: the harness of the judges cannot be used.',
}

/**
 * The text of a document: `json` is the JSON alone, `md` the same JSON in a fenced block with the report below it.
 * `end` is the end of the run that the document is about, null when nothing was run.
 */
export function renderResultDocument(
  document: ResultDocument,
  format: ResultFormat,
  end: RunEnd | null,
): string {
  const json = writeJson(document)
  if (format === 'json') return `${json}\n`
  return `\`\`\`${RESULT_FENCE}\n${json}\n\`\`\`\n\n${end === null ? renderFailure(document) : renderBody(document, end)}`
}

/**
 * JSON that nothing takes for the end of its fence: neither a line nor any part of a text holds three backticks, and
 * there are no line ends but newlines, whatever a reader takes for one.
 */
function writeJson(document: ResultDocument): string {
  return JSON.stringify(document, null, 2).replace(/`{3,}|[\u0085\u2028\u2029]/g, (found) =>
    [...found].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  )
}

function renderBody({ error }: ResultDocument, end: RunEnd): string {
  const trouble = error === null ? [] : [paragraph(plain('The run is not whole:')), codeBlock(error)]
  const files = paragraph(plain('Files named here lie in '), inlineCode(end.places.folder, 1000))
  return `${renderReport(end)}\n${writeMarkdown([...trouble, files])}`
}

function renderFailure({ status, error }: ResultDocument): string {
  return writeMarkdown([
    heading(1, plain('Eval checks')),
    paragraph({ type: 'strong', children: [plain(withoutReport[status])] }),
    codeBlock(error ?? ''),
  ])
}

function plain(value: string): Text {
  return { type: 'text', value }
}
