// What an experiment consists of, told from its files alone: for lists, before anything is asked, frozen or run.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Position } from '../../contracts/check-definition.js'
import { type ErrorLocation, EvalChecksError, EvalChecksErrors } from '../../contracts/errors.js'
import { comparisonIdOf } from '../../contracts/experiment/implementations.js'
import { toInputError } from '../../contracts/experiment/input-fault.js'
import { readExperimentFile } from '../../parse/experiment-file/index.js'
import { loadSamples } from './samples/load-samples.js'

/** A named part of an experiment file. Lines and columns count from 1. */
export interface OutlinePart {
  readonly id: string
  readonly position: Position
}

/** An experiment as lists show it. */
export interface ExperimentOutline {
  /** Absolute. */
  readonly file: string
  /** In code-unit order of their ids. They stand where the file names them: they may lie in files of their own. */
  readonly samples: readonly OutlinePart[]
  /** In the order of the file. */
  readonly targets: readonly OutlinePart[]
  readonly comparisons: readonly OutlinePart[]
  /** Lines of the file. */
  readonly lines: number
}

/** What a file turned out to be. */
export type OutlineReading =
  | { readonly kind: 'experiment'; readonly outline: ExperimentOutline }
  /** `errors`: all faults of the experiment file, or else of its samples. */
  | { readonly kind: 'broken'; readonly errors: readonly EvalChecksError[]; readonly frame: string | null }
  | { readonly kind: 'other-tool'; readonly note: string }

/** Reads an experiment file and its samples. Never throws for anything that they say. */
export function outlineExperiment(file: string): OutlineReading {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch (cause) {
    const error = new EvalChecksError('CLI_INPUT_INVALID', 'the file cannot be read', {
      location: { file },
      cause,
    })
    return { kind: 'broken', errors: [error], frame: null }
  }
  const { kind, config, positionOf, faults } = readExperimentFile({ file, bytes })
  const [first] = faults
  if (kind === 'other-tool') return { kind, note: first?.message ?? 'another tool reads it' }
  const errors = faults.filter(({ severity }) => severity === 'error')
  if (config === null || errors.length > 0)
    return { kind: 'broken', errors: errors.map(toInputError), frame: errors[0]?.frame ?? null }
  const place = (keyPath: string): Position => {
    const { line, column } = positionOf(keyPath)
    return { line, column }
  }
  const samplesAt = place('samples')
  try {
    const loaded = loadSamples({
      base: path.dirname(file),
      host: {},
      values: { locators: { samples: config.samples ?? '' } },
    })
    const { variants = [] } = config
    const targets = variants.map(({ name, role }, index) => ({
      role,
      id: name,
      position: place(`variants[${index}].name`),
    }))
    const outline: ExperimentOutline = {
      file,
      samples: loaded.samples.map(({ sample }) => ({ id: sample.sampleId, position: samplesAt })),
      targets: targets.map(({ id, position }) => ({ id, position })),
      comparisons: targets.flatMap(({ id, role, position }) =>
        role === 'treatment' ? { id: comparisonIdOf(id), position } : [],
      ),
      lines: Buffer.from(bytes).toString('utf8').split('\n').length,
    }
    return { kind: 'experiment', outline }
  } catch (error) {
    const thrown =
      error instanceof EvalChecksErrors ? error.errors : error instanceof EvalChecksError ? [error] : null
    if (thrown === null) throw error
    return { kind: 'broken', errors: thrown.map((each) => placed(each, { file, ...samplesAt })), frame: null }
  }
}

/** The error itself where it knows its line; otherwise, as for samples that are missing, one at the key that names them. */
function placed(error: EvalChecksError, location: ErrorLocation): EvalChecksError {
  const { code, message, expected, fix, cause } = error
  if (error.location?.line !== undefined) return error
  return new EvalChecksError(code, message, {
    location,
    ...(expected === undefined ? {} : { expected }),
    ...(fix === undefined ? {} : { fix }),
    cause,
  })
}
