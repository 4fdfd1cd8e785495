// Finds the line of a script that ended it, in what Python or Node wrote about the end. Linear in the text.
import { fileURLToPath } from 'node:url'

/** A place in a script. */
export interface ScriptLine {
  /** As the program named it, without `file:`. */
  readonly file: string
  readonly line: number
  /** Unknown for Python. */
  readonly column?: number
}

/** A line of a traceback of Python, also inside a group of exceptions. */
const pythonFrame = /^[\s|+]*File "(.{1,4096})", line (\d{1,7})(?:,|$)/
const nodeFrame = /^\s+at (?:.{0,500}? \()?((?:file:\/\/)?[^()]{1,4096}):(\d{1,7}):(\d{1,7})\)?$/
/** Where an uncaught error of Node was thrown: it stands above the line of source. */
const nodeHead = /^((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^()]{0,4096}):(\d{1,7})$/

/**
 * The innermost line of a script on the way to its end: in a traceback of Python the last one that is in the script, in a
 * stack of Node the first. Null when the text names none.
 */
export function findScriptLine(stderr: string, isScript: (file: string) => boolean): ScriptLine | null {
  const lines = stderr.split(/\r?\n/)
  const read = (pattern: RegExp) => (line: string) => toPlace(pattern.exec(line))
  const python = lines.map(read(pythonFrame)).findLast((place) => place !== null && isScript(place.file))
  if (python) return python
  const heads = lines.map(read(nodeHead))
  const start = heads.findLastIndex((place) => place !== null)
  const frame = lines
    .slice(Math.max(start, 0))
    .map(read(nodeFrame))
    .find((place) => place !== null && isScript(place.file))
  if (frame) return frame
  const head = heads[start] ?? null
  return head !== null && isScript(head.file) ? head : null
}

function toPlace(match: RegExpExecArray | null): ScriptLine | null {
  if (match === null) return null
  const [, file = '', line, column] = match
  const place = { file: plainPath(file), line: Number(line) }
  return column === undefined ? place : { ...place, column: Number(column) }
}

function plainPath(file: string): string {
  if (!file.startsWith('file:')) return file
  try {
    return fileURLToPath(file)
  } catch {
    return file
  }
}
