// What a script said of its end: for Python the last line that it wrote, for Node the error that stands before the stack.

/** Characters of stderr that a reason quotes at the most. */
const LONGEST = 300

/** The last line of Node's report of an uncaught error. */
const trailer = /^Node\.js v\d/
/** A place in a file, above the line of source and the carets below it. */
const place = /:\d+$/
const carets = /^\s*\^+$/
const frame = /^ {4}at /
const errorName = /^(?:Uncaught )?[A-Z][\w$.]*(?: \[\w+\])?:/
/** What Node adds to an error beside its message and its stack. */
const remark = /^(?:\(Use `node --trace-uncaught|Emitted 'error' event)/
const nativeStack = '----- Native stack trace -----'

/** What stderr says of the end of a program, as one line of at most 300 characters; empty when it says nothing. */
export function readReasonLine(stderr: string): string {
  const lines = findReason(readLines(stderr)).map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .slice(0, LONGEST)
}

function findReason(lines: readonly string[]): readonly string[] {
  const native = lines.lastIndexOf(nativeStack)
  if (native >= 0) return lastOf(readLines(lines.slice(0, native).join('\n')))
  const last = lines.at(-1) ?? ''
  if (trailer.test(last)) {
    const report = readLines(lines.slice(0, -1).join('\n'))
    return readReport(report) ?? readStack(report) ?? lastOf(report)
  }
  if (frame.test(last) || last === '}') return readStack(lines) ?? lastOf(lines)
  return (carets.test(last) ? readWarning(lines) : null) ?? lastOf(lines)
}

/** The error in a report of Node: it begins under the carets and ends where the stack begins. */
function readReport(lines: readonly string[]): readonly string[] | null {
  const under = lines.findLastIndex((line, i) => carets.test(line) && place.test(lines[i - 2] ?? ''))
  if (under < 0) return null
  const rest = lines.slice(under + 1)
  const end = rest.findIndex((line) => frame.test(line) || remark.test(line))
  return end < 0 ? rest : rest.slice(0, end)
}

/** The error above the last stack, such as a script has printed itself. */
function readStack(lines: readonly string[]): readonly string[] | null {
  const top = lines.findLastIndex((line, i) => frame.test(line) && !frame.test(lines[i - 1] ?? ''))
  if (top < 0) return null
  const above = readLines(lines.slice(0, top).join('\n'))
  const start = above.findLastIndex((line) => errorName.test(line))
  return start < 0 ? lastOf(above) : above.slice(start)
}

/** A warning that ends in a line of source, as that of a promise that nothing settles. */
function readWarning(lines: readonly string[]): readonly string[] | null {
  const start = lines.findLastIndex((line) => line.startsWith('Warning: '))
  return start < 0 ? null : lines.slice(start, -2)
}

function readLines(text: string): readonly string[] {
  return text.trimEnd().split(/\r?\n/)
}

function lastOf(lines: readonly string[]): readonly string[] {
  return lines.slice(-1)
}
