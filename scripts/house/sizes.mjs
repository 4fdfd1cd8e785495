// File sizes: small files are read, long ones are scrolled.

const longest = 400
const medianBelow = 100
const layers =
  /^src\/(?:vitest|cli|contracts|parse|resolve|compile|prepare|preflight|execute|evaluate|analyze|decide|semantics|statistics|store|process|conduct)\/|^src\/(?:index|runner|builtins|define-check-type)\.ts$|^(?:plugins|reporters)\//

/** Checks sizes and places of the sources; returns `{ file, line, rule, message }` per fault. */
export function checkSizes(sources) {
  const sizes = sources.map(({ file, text }) => ({ file, lines: text.replace(/\n$/, '').split('\n').length }))
  const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return [
    // No file over 400 lines.
    ...sizes
      .filter(({ lines }) => lines > longest)
      .map(({ file, lines }) =>
        fault(file, longest + 1, 'file-size', `${lines} lines, more than ${longest}`),
      ),
    // The median file stays under 100 lines.
    ...(median >= medianBelow
      ? [fault('.', 0, 'median-size', `the median file has ${median} lines; keep it under ${medianBelow}`)]
      : []),
    // A file outside every layer would escape the import rules.
    ...sources
      .filter(({ file }) => !layers.test(file))
      .map(({ file }) => fault(file, 1, 'known-layer', 'lies in no layer that the import rules know')),
  ]
}

function fault(file, line, rule, message) {
  return { file, line, rule, message }
}
