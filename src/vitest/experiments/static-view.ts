// The static view of an experiment: a suite for each sample with a test for each target, and a suite of decisions.
import { encode } from '@jridgewell/sourcemap-codec'
import { EvalChecksErrors } from '../../contracts/errors.js'
import type { ExperimentOutline, OutlineReading } from '../../resolve/experiment/outline-experiment.js'
import { failureOfErrors } from '../failures.js'
import { asciiJson, STATIC_VIEW_MARK, type StaticView } from '../static-view.js'
import { experimentTree } from './tree.js'

/** Renders the view: names are literals, each on a line that is mapped to its place in the experiment file. */
export function renderExperimentView(input: {
  readonly text: string
  readonly outline: ExperimentOutline
  /** Module specifier from which `leaveExperiment` is imported. */
  readonly runtime: string
}): StaticView {
  const { file } = input.outline
  const lines = [
    STATIC_VIEW_MARK,
    `import { describe, test } from 'vitest'; import { leaveExperiment } from ${asciiJson(input.runtime)};`,
  ]
  const mappings: [number, number, number, number][][] = [[], []]
  const add = (line: string, position?: { readonly line: number; readonly column: number }) => {
    lines.push(line)
    mappings.push(position ? [[0, 0, position.line - 1, position.column - 1]] : [])
  }
  for (const suite of experimentTree(input.outline)) {
    add(`describe(${asciiJson(suite.name)}, () => {`, suite.position)
    for (const { name, position } of suite.tests)
      add(`test(${asciiJson(name)}, { timeout: 0, retry: 0 }, leaveExperiment);`, position)
    add('});')
  }
  return {
    code: lines.join('\n'),
    map: {
      version: 3,
      sources: [file],
      sourcesContent: [input.text],
      names: [],
      mappings: encode(mappings),
    },
  }
}

/** Throws the faults of a broken experiment, with `id`, `loc` and `frame`, as Vite and editors expect them. */
export function throwExperimentFaults(
  file: string,
  { errors, frame }: Extract<OutlineReading, { readonly kind: 'broken' }>,
): never {
  const failure = failureOfErrors(new EvalChecksErrors(errors), file, frame)
  const { location } = errors.find((error) => error.location?.line !== undefined) ?? {}
  const { line = 1, column = 1 } = location ?? {}
  const error = new Error(failure.message)
  error.name = failure.name
  error.stack = failure.stack
  throw Object.assign(error, {
    id: file,
    loc: { file: location?.file ?? file, line, column: column - 1 },
    frame: frame ?? '',
  })
}
