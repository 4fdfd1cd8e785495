// Judges a part of a source by a zod schema. Faults of the text come first: what they broke is not judged a second time.
import type { z } from 'zod'
import { countAtMost } from '../check-file/line-index.js'
import { type ExplainInput, explainIssues, NO_MESSAGE, type PlacedFinding } from './explain-issues.js'
import type { Source, SourceFinding } from './source.js'

/** What the schema made of a value; or why it did not. */
export type Judged<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly findings: readonly PlacedFinding[] }

/** Judges `value`, which stands at `at`, by `schema`. */
export function judge<T>(
  source: Source,
  value: unknown,
  schema: z.ZodType<T>,
  rest: Pick<ExplainInput, 'at' | 'name' | 'hints'>,
): Judged<T> {
  // Options cost time on every call; only a value that fails needs them.
  const quick = schema.safeParse(value)
  if (quick.success) return { ok: true, data: quick.data }
  const result = schema.safeParse(value, { error: () => NO_MESSAGE })
  if (result.success) return { ok: true, data: result.data }
  return {
    ok: false,
    findings: explainIssues(result.error.issues, { ...rest, schema, value, tree: source.tree() }),
  }
}

/** The findings that a fault of the text does not explain: those of values that it left whole. */
export function keepTrusted(source: Source, placed: readonly PlacedFinding[]): SourceFinding[] {
  if (placed.length === 0) return []
  const { reliableUntil } = source.tree()
  const broken = source.findings.flatMap(({ code, offset }) => (code === 'duplicate-key' ? [] : [offset]))
  broken.sort((a, b) => a - b)
  const isBroken = (start: number, end: number) => countAtMost(broken, end) > countAtMost(broken, start - 1)
  return placed
    .filter(({ finding, start, end }) => {
      const hidden = finding.field === 'top' && source.value === undefined && source.findings.length > 0
      return !hidden && end < reliableUntil && !isBroken(start, end)
    })
    .map(({ finding }) => finding)
}
