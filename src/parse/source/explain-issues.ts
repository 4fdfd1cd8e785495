// Turns what a zod schema says against a value into findings at the nodes at fault, in words for people.

import type { z } from 'zod'
import { asQuoted, clip, describeNode, quote } from '../check-file/describe.js'
import { expectedBy, wantsString } from '../check-file/expected.js'
import { nearestName } from '../configuration/nearest-name.js'
import { knownKeysAt } from './known-keys.js'
import { keysAt, locate, type Place, type SourcePath, showSourcePath } from './locate.js'
import type { SourceFinding, SourceTree } from './source.js'

/** Stands for "the schema has no message of its own". */
export const NO_MESSAGE = '\u0000'

/** Nobody reads more; each costs a comparison with every known key. */
const MOST_SUGGESTIONS = 100

/** What a schema's own rule says with an issue, under the key `params`. */
export interface RuleWords {
  readonly code?: SourceFinding['code']
  readonly expected?: string
  readonly fix?: string
}

/** What is needed to explain. */
export interface ExplainInput {
  readonly schema: z.core.$ZodType
  /** The value that was judged, which stands at `at` of the tree. */
  readonly value: unknown
  readonly at: SourcePath
  readonly tree: SourceTree
  /** What the thing is called whose keys these are: `an experiment`. */
  readonly name: string
  /** Keys and values that need other words than the schema has: by path without indexes, or by `key=value`. */
  readonly hints?: ReadonlyMap<string, string>
}

/** A finding with the stretch of text that it judges: what is broken there already is no second fault. */
export interface PlacedFinding {
  readonly finding: SourceFinding
  readonly start: number
  readonly end: number
}

/** One finding per issue. A mistyped key is one fault: the key that was meant is not missing as well. */
export function explainIssues(issues: readonly z.core.$ZodIssue[], input: ExplainInput): PlacedFinding[] {
  const flat = issues.flatMap(flatten)
  const meant = new Set<string>()
  const unknown = flat.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? explainKeys(issue, input, meant) : [],
  )
  const others = flat.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return []
    const place = locate(input.tree, [...input.at, ...issue.path])
    return !place.found && meant.has(showSourcePath(issue.path)) ? [] : [explainOne(issue, place, input)]
  })
  return [...unknown, ...others]
}

// Of a union, the branch that was meant: the one that the value has at least the right type for.
function flatten(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const meant = issue.errors.find(
    (branch) => !branch.some((inner) => isOutside(inner) && inner.path.length === 0),
  )
  if (meant === undefined) return [issue]
  return meant.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }))
}

function isOutside(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || isPlainCustom(issue)
}

/** A schema that takes what a function takes, and names it: no rule with words of its own. */
function isPlainCustom(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params === undefined
}

function isRule(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params !== undefined
}

function ownMessage(issue: z.core.$ZodIssue): string | undefined {
  return issue.message === NO_MESSAGE ? undefined : issue.message.replace(/^expected /, '')
}

function explainKeys(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  { schema, value, at, tree, name, hints }: ExplainInput,
  meant: Set<string>,
): PlacedFinding[] {
  const known = knownKeysAt(schema, issue.path, value)
  const offsets = keysAt(tree, locate(tree, [...at, ...issue.path]))
  return issue.keys.map((key, index): PlacedFinding => {
    const offset = offsets.get(key) ?? 0
    const path = [...issue.path, key]
    const field = showSourcePath([...at, ...path])
    const hint =
      hints?.get(issue.path.length === 0 ? key : showPattern(path)) ?? hints?.get(showPattern(path))
    if (hint !== undefined) {
      const message = `${field} is not read any more. ${hint}`
      return put(
        {
          offset,
          code: 'removed-field',
          field,
          message,
          expected: 'no such key',
          found: clip(key),
          fix: hint,
        },
        offset,
      )
    }
    const suggestion = index < MOST_SUGGESTIONS ? nearestName(key, known) : undefined
    if (suggestion !== undefined) meant.add(showSourcePath([...issue.path, suggestion]))
    const where = issue.path.length === 0 ? name : showSourcePath([...at, ...issue.path])
    const guess = suggestion === undefined ? '' : `, did you mean ${quote(suggestion)}?`
    return put(
      {
        offset,
        code: 'unknown-field',
        field,
        message: `${quote(key)} is no key of ${where}${guess}`,
        expected: `one of ${clip(known.join(', '), 500)}`,
        found: clip(key),
        suggestion,
        fix: suggestion === undefined ? 'Remove the key.' : `Write ${suggestion}.`,
      },
      offset,
    )
  })
}

function explainOne(
  issue: z.core.$ZodIssue,
  place: Place,
  { at, name, hints, value }: ExplainInput,
): PlacedFinding {
  const field = showSourcePath([...at, ...issue.path]) || 'top'
  if (!place.found) return explainMissing(issue, field, place)
  const label = field === 'top' ? name : field
  const found = describeNode(place.node)
  const words = wordsOf(issue)
  const own = ownMessage(issue)
  const expected = words.expected ?? (isRule(issue) ? undefined : own) ?? expectedOf(issue)
  const given = chosenBy(issue, value)
  const suggestion = suggest(issue, given, place)
  const hint = typeof given === 'string' ? hints?.get(`${String(issue.path.at(-1))}=${given}`) : undefined
  const guess = suggestion === undefined || wantsString(issue) ? '' : `, did you mean ${suggestion}?`
  return {
    start: place.keyOffset,
    end: place.end,
    finding: {
      offset: place.offset,
      code: words.code ?? (issue.code === 'invalid_type' ? 'wrong-type' : 'invalid-value'),
      field,
      message:
        hint ??
        (isRule(issue) && own !== undefined
          ? own
          : `${label} must be ${expected ?? 'valid'}, found ${found}${guess}`),
      expected,
      found,
      suggestion,
      fix: words.fix ?? hint ?? fixOf(issue, suggestion, expected),
    },
  }
}

function explainMissing(issue: z.core.$ZodIssue, field: string, place: Place): PlacedFinding {
  const { fix, code, expected } = wordsOf(issue)
  const own = isRule(issue) ? ownMessage(issue) : undefined
  return {
    start: place.keyOffset,
    end: place.end,
    finding: {
      offset: place.offset,
      code: code ?? 'missing-field',
      field,
      message: own ?? `${field} is missing`,
      expected: expected ?? expectedOf(issue) ?? `the key ${field}`,
      found: 'nothing',
      fix: fix ?? `Write ${field}.`,
    },
  }
}

/** What a rule of ours said besides its message. */
function wordsOf(issue: z.core.$ZodIssue): RuleWords {
  return issue.code === 'custom' ? (issue.params ?? {}) : {}
}

function expectedOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_key') return 'under a name that is not blank'
  if (issue.code !== 'invalid_union') return expectedBy(issue)
  const options: unknown = 'options' in issue ? issue.options : undefined
  if (Array.isArray(options)) return `one of ${clip(options.map(String).sort().join(', '), 800)}`
  const kinds = issue.errors.flatMap((branch) =>
    branch.flatMap((inner) => ownMessage(inner) ?? expectedBy(inner) ?? []),
  )
  return kinds.length === 0 ? undefined : [...new Set(kinds)].join(' or ')
}

function chosenBy(issue: z.core.$ZodIssue, value: unknown): unknown {
  let at = value
  for (const part of issue.path) {
    if (typeof at !== 'object' || at === null) return undefined
    at = Reflect.get(at, part)
  }
  return at
}

function suggest(issue: z.core.$ZodIssue, given: unknown, place: Place): string | undefined {
  if (wantsString(issue)) return given === null ? undefined : asQuoted(place.node)
  if (typeof given !== 'string') return undefined
  if (issue.code === 'invalid_type') return withoutQuotes(issue.expected, given)
  const options: unknown = 'options' in issue ? issue.options : 'values' in issue ? issue.values : undefined
  return Array.isArray(options) ? nearestName(given, options.map(String)) : undefined
}

function fixOf(issue: z.core.$ZodIssue, suggestion: string | undefined, expected: string | undefined) {
  if (issue.code === 'invalid_key') return 'Give it a name.'
  if (issue.code === 'invalid_type' && suggestion !== undefined && !wantsString(issue)) {
    return `Write ${suggestion} without quotes.`
  }
  return writeThis(suggestion ?? expected)
}

/** The number or boolean that stands in quotes. */
function withoutQuotes(expected: string, given: string): string | undefined {
  if (expected === 'boolean') return given === 'true' || given === 'false' ? given : undefined
  return /^-?[0-9]+(?:\.[0-9]+)?$/.test(given) && (expected === 'number' || expected === 'int')
    ? given
    : undefined
}

function writeThis(what: string | undefined): string | undefined {
  return what === undefined ? undefined : `Write ${what}.`
}

/** A path with its indexes left out: `variants[].git`. */
function showPattern(path: SourcePath): string {
  return showSourcePath(path).replaceAll(/\[\d+\]/g, '[]')
}

function put(finding: SourceFinding, offset: number): PlacedFinding {
  return { finding, start: offset, end: offset }
}
