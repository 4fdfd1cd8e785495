// The list of reporters, as the plugin and the command line take it.
import type { z } from 'zod'
import { EvalChecksError, EvalChecksErrors } from '../../contracts/errors.js'
import type { ReporterChoice, RunReporter } from '../../contracts/reporter.js'
import { showPath } from './key-path.js'
import { nearestName } from './nearest-name.js'

/** The schema of each reporter's options, by its name. */
export type KnownReporters = ReadonlyMap<string, z.ZodType>

const HOOKS = ['onRunStart', 'onCheckEnd', 'onRunEnd'] as const

/**
 * Reads the option `reporters`: names, pairs of a name and options, and reporters of the user's own.
 * @throws {EvalChecksErrors} `REPORTER_UNKNOWN`, `OPTION_UNKNOWN` and `OPTION_WRONG_TYPE`, all of them at once
 */
export function parseReporters(entries: readonly unknown[], known: KnownReporters): ReporterChoice[] {
  const faults: EvalChecksError[] = []
  const choices = entries.flatMap((entry, index) => {
    const read = readEntry(entry, ['reporters', index], known)
    if (read instanceof EvalChecksErrors) faults.push(...read.errors)
    return read instanceof EvalChecksErrors ? [] : [read]
  })
  if (faults.length > 0) throw new EvalChecksErrors(faults)
  return choices
}

type Path = readonly (string | number)[]

function readEntry(entry: unknown, path: Path, known: KnownReporters): ReporterChoice | EvalChecksErrors {
  if (typeof entry === 'string') return readNamed(entry, {}, path, path, known)
  if (Array.isArray(entry)) {
    const [name, options = {}, ...rest]: unknown[] = entry
    if (typeof name === 'string' && rest.length === 0) {
      return readNamed(name, options, [...path, 0], [...path, 1], known)
    }
  }
  if (isReporter(entry)) return { kind: 'own', reporter: entry }
  return wrongType(
    path,
    'is not a reporter',
    `a name (${[...known.keys()].join(', ')}), [name, options], or an object with a name and functions ${HOOKS.join(', ')}`,
  )
}

function readNamed(
  name: string,
  options: unknown,
  place: Path,
  optionsPlace: Path,
  known: KnownReporters,
): ReporterChoice | EvalChecksErrors {
  const schema = known.get(name)
  if (schema === undefined) return unknownReporter(name, `option ${showPath(place)}`, known)
  const checked = schema.safeParse(options)
  if (checked.success) return { kind: 'built-in', name, options: Object(checked.data) }
  return new EvalChecksErrors(checked.error.issues.flatMap((issue) => faultsOf(issue, optionsPlace)))
}

/** The fault of a name that no reporter has; `where` is what holds it. */
export function unknownReporter(name: string, where: string, known: KnownReporters): EvalChecksErrors {
  const near = nearestName(name, [...known.keys()])
  return new EvalChecksErrors([
    new EvalChecksError('REPORTER_UNKNOWN', `${where}: there is no reporter ${JSON.stringify(name)}`, {
      expected: `one of ${[...known.keys()].join(', ')}`,
      ...(near === undefined ? {} : { fix: `use ${near}` }),
    }),
  ])
}

function faultsOf(issue: z.core.$ZodIssue, place: Path): EvalChecksError[] {
  const path = [...place, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))]
  if (issue.code !== 'unrecognized_keys') {
    return [
      new EvalChecksError('OPTION_WRONG_TYPE', `option ${showPath(path)} is not right: ${issue.message}`),
    ]
  }
  return issue.keys.map(
    (key) => new EvalChecksError('OPTION_UNKNOWN', `option ${showPath([...path, key])} is unknown`),
  )
}

/** True for an object in the shape of a reporter; it may have more than that. */
function isReporter(value: unknown): value is RunReporter {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const members = value as Readonly<Record<string, unknown>>
  const named = typeof members.name === 'string' && members.name !== ''
  return named && HOOKS.every((hook) => ['function', 'undefined'].includes(typeof members[hook]))
}

function wrongType(path: Path, problem: string, expected: string): EvalChecksErrors {
  return new EvalChecksErrors([
    new EvalChecksError('OPTION_WRONG_TYPE', `option ${showPath(path)} ${problem}`, { expected }),
  ])
}
