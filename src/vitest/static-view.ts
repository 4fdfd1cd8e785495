// The static view of a check file: one literal `test("<id>", ...)` line, source-mapped to the `id:` line of the YAML.
// Editors, `list`, `related` and `--changed` read it; with our pool it is never executed.
import { encode } from '@jridgewell/sourcemap-codec'
import type { ParsedCheck } from '../contracts/check-definition.js'

/** JavaScript for a check file and its source map. */
export interface StaticView {
  readonly code: string
  readonly map: {
    readonly version: 3
    readonly sources: string[]
    readonly sourcesContent: string[]
    readonly names: string[]
    readonly mappings: string
  }
}

/** First line of every static view: what another instance of the plugin recognises. */
export const STATIC_VIEW_MARK = '/* eval-checks static view */'

/**
 * Renders the view. Names and options are literals (editors read them without running anything), ASCII only, and not
 * on the first line, where column bases differ between versions.
 */
export function renderStaticView(input: {
  readonly file: string
  readonly text: string
  readonly check: ParsedCheck
  /** Module specifier from which `runCheckInWorker` is imported. */
  readonly runtime: string
}): StaticView {
  const { id, tags, skip } = input.check.definition
  const position = input.check.positions.id ?? { line: 1, column: 1 }
  // A check has its own limits: Vitest's testTimeout and retry do not apply where this line is executed.
  const options = [
    'timeout: 0',
    'retry: 0',
    ...(tags.length > 0 ? [`tags: ${asciiJson(tags)}`] : []),
    ...(skip === undefined ? [] : ['skip: true']),
  ]
  const lines = [
    STATIC_VIEW_MARK,
    `import { test } from 'vitest'; import { runCheckInWorker } from ${asciiJson(input.runtime)};`,
    `test(${asciiJson(id)}, { ${options.join(', ')} }, runCheckInWorker(${asciiJson(input.file)}));`,
  ]
  const segment: [number, number, number, number] = [0, 0, position.line - 1, position.column - 1]
  return {
    code: lines.join('\n'),
    map: {
      version: 3,
      sources: [input.file],
      sourcesContent: [input.text],
      names: [],
      mappings: encode([[], [], [segment]]),
    },
  }
}

/** JSON in ASCII alone. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
