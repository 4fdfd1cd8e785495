// Vite's view of a check file: JavaScript made from the YAML, or an error that points into it.
import { readFileSync } from 'node:fs'
import type { CheckType } from '../contracts/check-type.js'
import { parseCheckFile } from '../parse/check-file/index.js'
import { findDependencies } from '../resolve/dependencies/check-dependencies.js'
import { failureOfFaults } from './failures.js'
import { renderStaticView, type StaticView } from './static-view.js'

/** A check file to transform. */
export interface TransformRequest {
  readonly code: string
  readonly id: string
  readonly types: ReadonlyMap<string, CheckType>
  /** Where the `paths` of a check start, and where results are written; null: nobody asks for dependencies. */
  readonly folders: { readonly projectRoot: string; readonly outputDir: string } | null
  /** Module that runs the check where our pool does not. */
  readonly runtime: string
}

/** The static view and the files that it depends on, absolute. */
export interface TransformedCheck {
  readonly view: StaticView
  readonly dependencies: readonly string[]
}

/** Renders the static view. @throws an error with `id`, `loc` and `frame`, as Vite and editors expect them */
export async function transformCheckFile(request: TransformRequest): Promise<TransformedCheck> {
  const { code, id, types, runtime, folders } = request
  const file = id.split('?', 1)[0] ?? id
  const schemas = new Map([...types].map(([name, type]) => [name, type.schema]))
  // The exact bytes decide, not the text that Vite has decoded; a virtual file has only its text.
  const { check, faults } = parseCheckFile({ file, bytes: readBytes(file, code), types: schemas })
  const type = check ? types.get(check.definition.type) : undefined
  if (check && type) {
    const { definition } = check
    const dependencies = folders ? await findDependencies({ definition, type, file, ...folders }) : []
    return { view: renderStaticView({ file, text: code, check, runtime }), dependencies }
  }
  const errors = faults.filter((fault) => fault.severity === 'error')
  const failure = failureOfFaults(file, errors)
  const [first] = errors
  const error = new Error(failure.message)
  error.name = failure.name
  error.stack = failure.stack
  throw Object.assign(error, {
    id: file,
    loc: { file, line: first?.line ?? 1, column: (first?.column ?? 1) - 1 },
    frame: first?.frame ?? '',
  })
}

function readBytes(file: string, code: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch {
    return new TextEncoder().encode(code)
  }
}
