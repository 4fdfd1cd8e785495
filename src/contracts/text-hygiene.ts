// Makes text from outside fit to be shown: without terminal codes, without secrets. Pure, linear in the text.
import ansiRegex from 'ansi-regex'
import type { CheckResult } from './check-result.js'
import type { RunHeader } from './eval-report.js'

/** Replaces every secret in a text. */
export type Redact = (text: string) => string

/** Shorter values are too common in ordinary text to be taken for secrets. */
const SHORTEST_SECRET = 8
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i
const REDACTED = '[REDACTED]'

// `ansi-regex` and not `strip-ansi`: the latter skips texts whose only introducers are 8-bit OSC or DCS.
const escapes = ansiRegex()
const bidiOverrides = /[\u202a-\u202e\u2066-\u2069]/g
const lineEnds = /\r\n?/g
const otherControls = /(?![\t\n])\p{Cc}/gu
const anythingToStrip = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u

/**
 * Removes escape sequences (7-bit and 8-bit) and every control character but tab and newline. A carriage return becomes
 * a newline; a bidi override becomes U+FFFD, so that a reader sees that one was there; lone surrogates likewise.
 */
export function stripControls(text: string): string {
  if (!anythingToStrip.test(text)) return text
  return text
    .replace(escapes, '')
    .replace(lineEnds, '\n')
    .replace(otherControls, '')
    .replace(bidiOverrides, '\ufffd')
    .toWellFormed()
}

const commandAtStart = /^([^\S\n]*):(?=:)/gm
const commandAnywhere = /##(?=\[)/g

/**
 * Text that a CI job may print: what GitHub Actions would take for a command, `::` at the start of a line and `##[`
 * anywhere, has a zero-width space in it. Whoever is quoted, such as a judge, commands nothing.
 */
export function defuseCommands(text: string): string {
  if (!text.includes('::') && !text.includes('##[')) return text
  return text.replace(commandAtStart, '$1:\u200b').replace(commandAnywhere, '##\u200b')
}

/**
 * The values to redact: those of environment names that look secret, and every value of `extra` whatever its name.
 * Values are trimmed; those under 8 characters are left out.
 */
export function secretValues(
  environment: Readonly<Record<string, string | undefined>>,
  extra: readonly string[] = [],
): string[] {
  const named = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && SECRET_NAME.test(name) ? [value] : [],
  )
  const values = [...named, ...extra].map((value) => value.trim())
  return [...new Set(values.filter((value) => value.length >= SHORTEST_SECRET))]
}

/**
 * A function that puts `[REDACTED]` in the place of every secret. Overlapping secrets are covered as one. Each secret is
 * also found in the form that {@link stripControls} gives it. Secrets under 8 characters are ignored.
 */
export function makeRedactor(secrets: readonly string[]): Redact {
  const forms = new Set(secrets.flatMap((secret) => [secret, stripControls(secret)]))
  const needles = [...forms].filter((form) => form.length >= SHORTEST_SECRET)
  return (text) => {
    const spans = needles.flatMap((needle) => findSpans(text, needle))
    return spans.length === 0 ? text : cover(text, spans)
  }
}

type Span = readonly [start: number, end: number]

function findSpans(text: string, needle: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    spans.push([at, at + needle.length])
  }
  return spans
}

function cover(text: string, spans: Span[]): string {
  spans.sort(([a, aEnd], [b, bEnd]) => a - b || bEnd - aEnd)
  let result = ''
  let covered = 0
  for (const [start, end] of spans) {
    if (start >= covered) result += text.slice(covered, start) + REDACTED
    covered = Math.max(covered, end)
  }
  return result + text.slice(covered)
}

/**
 * A result as it may be recorded: every text that a check or its author wrote is stripped and redacted. What identifies
 * the check (id, type, digest, codes) stays; its path is stripped but not redacted, so that it still leads somewhere.
 */
export function sanitizeResult(result: CheckResult, redact: Redact): CheckResult {
  const clean = cleaner(redact)
  return {
    ...result,
    description: clean(result.description),
    source_path: stripControls(result.source_path),
    tags: result.tags.map(clean),
    reason: result.reason === null ? null : clean(result.reason),
    error_detail: result.error_detail === null ? null : clean(result.error_detail),
    stdout: clean(result.stdout),
    stderr: clean(result.stderr),
    details: cleanRecord(result.details, clean),
  }
}

/** A run header as it may be recorded: the reasons of skipped checks and the load errors are stripped and redacted. */
export function sanitizeHeader(header: RunHeader, redact: Redact): RunHeader {
  const clean = cleaner(redact)
  return {
    ...header,
    skipped: header.skipped.map(({ id, reason }) => ({ id, reason: clean(reason) })),
    load_errors: header.load_errors.map((fault) => ({
      ...fault,
      file: stripControls(fault.file),
      field: clean(fault.field),
      message: clean(fault.message),
    })),
  }
}

// Stripping comes first: a secret that is interrupted by colour codes must be whole when it is looked for.
function cleaner(redact: Redact): Redact {
  return (text) => redact(stripControls(text))
}

type Details = CheckResult['details']

function cleanRecord(record: Details, clean: Redact): Details {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [clean(key), cleanJson(value, clean)]),
  )
}

function cleanJson(value: Details[string], clean: Redact): Details[string] {
  if (typeof value === 'string') return clean(value)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? value.map((item) => cleanJson(item, clean)) : cleanRecord(value, clean)
}
