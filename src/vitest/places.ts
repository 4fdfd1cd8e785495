// Where to look for a check: the line of its `id`, or the line of its script that ended it.
import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { CheckResult } from '../contracts/check-result.js'
import type { ErrorLocation } from '../contracts/errors.js'
import type { LoadedCheck } from '../contracts/resolved-files.js'
import type { SealedProject } from '../execute/seal-project.js'
import type { LoadedProject } from '../resolve/load-project.js'
import { findScriptLine, type ScriptLine } from './script-line.js'

/** What a run knows beside its project. */
export interface RunOfScripts {
  readonly sealed: Pick<SealedProject, 'checks'>
  /** Where scripts that stand in check files are put to run. */
  readonly scratch: string
}

/** Looks up places by id, see `RunStart.locate`; lines of scripts only with the run that had them. */
export function locateIn({ checks, projectRoot }: LoadedProject, run?: RunOfScripts) {
  const byId = new Map(checks.checks.map((check) => [check.parsed.definition.id, check]))
  return (checkId: string, result?: CheckResult): ErrorLocation | null => {
    const check = byId.get(checkId)
    if (!check) return null
    return findScript(check, projectRoot, result, run) ?? { file: check.source.file, ...idOf(check) }
  }
}

function findScript(
  check: LoadedCheck,
  projectRoot: string,
  result?: CheckResult,
  run?: RunOfScripts,
): ErrorLocation | null {
  if (!run || !result || result.status === 'passed') return null
  const files = run.sealed.checks.get(result.check_id)?.originalPaths.values() ?? []
  const scripts = [...files].filter((file) => isInside(projectRoot, file))
  return findInner(check, result, scripts, run.scratch)
}

function idOf({ parsed }: LoadedCheck) {
  return parsed.positions.id ?? { line: 1, column: 1 }
}

function findInner(
  check: LoadedCheck,
  { stderr }: CheckResult,
  scripts: readonly string[],
  scratch: string,
): ErrorLocation | null {
  if (stderr === '') return null
  // Node names real paths, Python the path that it was started with.
  const named = new Map(
    scripts.flatMap((file) => [file, realPath(file)].map((name) => [name, file] as const)),
  )
  const isInline = (file: string) => isInside(scratch, file) && path.basename(file) === 'check.py'
  const found = findScriptLine(stderr, (file) => named.has(file) || isInline(file))
  if (found === null) return null
  const script = named.get(found.file)
  return script === undefined ? placeInYaml(check, found.line) : placeInFile(script, found)
}

function placeInFile(file: string, { line, column }: ScriptLine): ErrorLocation | null {
  const text = linesOf(readText(file))[line - 1]
  return text === undefined ? null : { file, line, column: column ?? startOf(text) }
}

/**
 * The line of a check file that holds a line of its script. In a literal block the lines follow the key; the texts are
 * compared, so that no other way to write a script leads to a wrong line.
 */
function placeInYaml({ bytes, parsed, source }: LoadedCheck, line: number): ErrorLocation | null {
  const { script } = parsed.definition.fields
  const key = parsed.positions.script
  if (typeof script !== 'string' || key === undefined) return null
  const wanted = linesOf(script)[line - 1]?.trim()
  if (!wanted) return null
  const written = linesOf(new TextDecoder().decode(bytes))
  const text = written[key.line + line - 1]
  if (text?.trim() === wanted) return { file: source.file, line: key.line + line, column: startOf(text) }
  const onKey = written[key.line - 1]?.indexOf(wanted, key.column - 1) ?? -1
  return line === 1 && onKey >= 0 ? { file: source.file, line: key.line, column: onKey + 1 } : null
}

function startOf(text: string): number {
  return text.length - text.trimStart().length + 1
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/)
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file)
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative)
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
