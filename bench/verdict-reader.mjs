// Reads hostile texts, each in turn with JSON.parse of an ordinary document of the same length, in this process.
import { cleanPlainOutput } from '../dist/src/evaluate/verdict/clean-output.js'
import { readVerdict } from '../dist/src/evaluate/verdict/read-verdict.js'
import { hostilePrompt, hostileTexts, ordinaryDocument } from './hostile-texts.mjs'
import { measureFunctions } from './measure.mjs'

/** The figures of every kind of text, the worst CPU ratio first; `n` counted pairs each. */
export function measureVerdictReader({ length, n }) {
  const document = asRead(ordinaryDocument(length))
  const parse = () => JSON.parse(document)
  const rows = Object.entries(hostileTexts(length)).map(([kind, made]) => {
    const text = asRead(made)
    const read = () => readVerdict(cleanPlainOutput(text, hostilePrompt), { conflict: 'refuse' })
    return { kind, ...measureFunctions({ a: read, b: parse, n }) }
  })
  return rows.sort((one, other) => other.cpu.ratio - one.cpu.ratio)
}

/** The text as it comes from a stream: in one piece. */
function asRead(text) {
  return Buffer.from(text).toString()
}
