#!/usr/bin/env node
// Stands where a coding agent or a model would stand: it follows the tables of the skill to the letter, and nothing else.
// No model, no key, no network, and no claim about how a model would do. It speaks the older exchange of custom executors:
// one JSON object {model, system, prompt} on standard input, one JSON object with its output on standard output.
import { readFileSync } from 'node:fs'

const { system = '', prompt } = JSON.parse(readFileSync(0, 'utf8'))
const report = prompt.toLowerCase()
const answer = {
  severity: lookUp('severity') ?? 'major',
  component: lookUp('component') ?? 'general',
  summary: prompt.split(/(?<=[.!?])\s/)[0].slice(0, 80),
}
const text = JSON.stringify(answer)
process.stdout.write(
  JSON.stringify({
    ok: true,
    output: text,
    inputTokens: words(system) + words(prompt),
    outputTokens: words(text),
    costUSD: 0,
  }),
)

/** The second cell of the first row of the table for `column` whose first cell names a phrase of the report. */
function lookUp(column) {
  let reading = false
  for (const line of system.split('\n')) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    if (cells.length !== 2) reading = false
    else if (cells[1] === column) reading = true
    else if (reading && cells[0].split(', ').some((phrase) => report.includes(phrase))) return cells[1]
  }
  return undefined
}

function words(text) {
  return text.split(/\s+/).filter(Boolean).length
}
