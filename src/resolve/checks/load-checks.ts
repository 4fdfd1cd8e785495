// Reads and parses the discovered check files. A file's parse is kept with its bytes, so a file is parsed once.
import { readFileSync } from 'node:fs'
import type { CheckType, CheckTypeSchema } from '../../contracts/check-type.js'
import type { LoadFault } from '../../contracts/fault.js'
import type { DiscoveredFile, Discovery, LoadedCheck, LoadedChecks } from '../../contracts/resolved-files.js'
import { type CheckFileResult, findDuplicateIds, parseCheckFile } from '../../parse/check-file/index.js'

/** Parses kept by file, with the bytes that they are of, for as long as one host lives. */
export class ParseCache {
  readonly #kept = new Map<string, { readonly bytes: Uint8Array; readonly parsed: CheckFileResult }>()

  /** The kept parse of `bytes`, or a new one. */
  parse(file: string, bytes: Uint8Array, types: ReadonlyMap<string, CheckTypeSchema>): CheckFileResult {
    const kept = this.#kept.get(file)
    if (kept && Buffer.compare(kept.bytes, bytes) === 0) return kept.parsed
    const parsed = parseCheckFile({ file, bytes, types })
    this.#kept.set(file, { bytes, parsed })
    return parsed
  }
}

/** Loads every discovered file; all faults of all files come back together. */
export function loadChecks(
  discovery: Discovery,
  types: ReadonlyMap<string, CheckType>,
  cache: ParseCache,
): LoadedChecks {
  const schemas = new Map([...types].map(([name, type]) => [name, type.schema]))
  const faults: LoadFault[] = [...discovery.faults]
  const loaded: LoadedCheck[] = []
  for (const source of discovery.files) {
    const bytes = readBytes(source)
    if (!(bytes instanceof Uint8Array)) {
      faults.push(bytes)
      continue
    }
    const parsed = cache.parse(source.file, bytes, schemas)
    faults.push(...parsed.faults)
    if (parsed.check) loaded.push({ source, bytes, lines: countLines(bytes), parsed: parsed.check })
  }
  const duplicates = findDuplicateIds(
    loaded.map(({ source, parsed, bytes }) => ({
      file: source.file,
      parsed,
      text: () => new TextDecoder().decode(bytes),
    })),
  )
  const twice = new Set(duplicates.map((fault) => fault.file))
  return {
    discovered: discovery.files,
    checks: loaded.filter(({ source }) => !twice.has(source.file)),
    faults: [...faults.filter((fault) => fault.severity === 'error'), ...duplicates],
    warnings: faults.filter((fault) => fault.severity === 'warning'),
  }
}

function readBytes({ file }: DiscoveredFile): Uint8Array | LoadFault {
  try {
    return readFileSync(file)
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    return {
      file,
      line: 1,
      column: 1,
      code: 'unreadable',
      field: 'file',
      message: `cannot be read: ${cause}`,
      severity: 'error',
    }
  }
}

function countLines(bytes: Uint8Array): number {
  let lines = 1
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++
  return lines
}
