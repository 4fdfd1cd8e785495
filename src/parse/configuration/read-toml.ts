// Reads the text of `config.toml`.
import { parse, TomlError } from 'smol-toml'
import { EvalChecksError } from '../../contracts/errors.js'
import { tomlDialect } from './dialect.js'
import { emptyLayer, type Layer } from './layer.js'
import { readTree } from './tree-reader.js'

/** A configuration file as read from disk: its text, or its bytes, which must be UTF-8. */
export interface TomlSource {
  /** Path for errors and provenance. */
  readonly file: string
  readonly text: string | Uint8Array
}

/** Reads a file. Faults are collected, none is thrown: `CONFIG_SYNTAX` and those of single keys. */
export function readToml({ file, text }: TomlSource): Layer {
  const decoded = typeof text === 'string' ? text.replace(/^\uFEFF/, '') : decode(file, text)
  if (decoded instanceof EvalChecksError) return { ...emptyLayer(), faults: [decoded] }
  try {
    // With whole numbers as bigint, `4.0` can be told from `4`.
    const root = parse(decoded, { integersAsBigInt: true, maxDepth: 100 })
    return readTree(tomlDialect(file, decoded), root)
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    const { line, column } = cause
    const message = cause.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? ''
    const fault = new EvalChecksError('CONFIG_SYNTAX', message, { location: { file, line, column }, cause })
    return { ...emptyLayer(), faults: [fault] }
  }
}

function decode(file: string, bytes: Uint8Array): string | EvalChecksError {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    return new EvalChecksError('CONFIG_SYNTAX', 'the file is not UTF-8', {
      location: { file, line: firstUndecodableLine(bytes) },
      expected: 'text in UTF-8',
      fix: 'save the file in UTF-8',
      cause,
    })
  }
}

// A line feed is never part of a longer UTF-8 sequence, so lines can be tried one by one.
function firstUndecodableLine(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start)
    const next = end === -1 ? bytes.length : end + 1
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, next))
    } catch {
      return line
    }
    start = next
  }
  return line
}
