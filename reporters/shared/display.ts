// Shapes of texts and numbers that several reporters show.
import type { CheckResult } from '../../src/contracts/check-result.js'

/** At most `longest` UTF-16 units, the last of them an ellipsis when something was cut; no character is split. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text
  const head = text.slice(0, longest - 1)
  const whole = /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head
  return `${whole}…`
}

/** The text on one line: every run of white space is one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The start of a text: at most `lines` lines and `longest` UTF-16 units, with an ellipsis when something was cut. */
export function headLines(text: string, lines: number, longest: number): string {
  const trimmed = text.trimEnd()
  const first = trimmed.split('\n', lines).join('\n')
  return cutText(first.length < trimmed.length ? `${first}\n…` : first, longest)
}

/** The end of a text: at most `lines` lines and `longest` UTF-16 units, marked when something was cut. */
export function tailLines(text: string, lines: number, longest: number): string {
  const trimmed = text.trimEnd()
  const last = trimmed.slice(-longest).split('\n').slice(-lines).join('\n')
  return last.length < trimmed.length ? `…${last.replace(/^[\udc00-\udfff]/, '')}` : last
}

/** A duration for people: `12 ms`, `1.2 s`, `2 min 3 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Why a check was not passed: its reason or error; for a script that gave none, the end of what it said. */
export function explainResult(result: CheckResult): string {
  if (result.status === 'error') return result.error_detail || result.error_code || 'the cause is unknown'
  if (result.reason) return result.reason
  const said = tailLines(result.stderr, 5, 1000) || tailLines(result.stdout, 5, 1000)
  if (said) return said
  return result.exit_code === null
    ? 'no reason was given'
    : `exit code ${result.exit_code}, nothing on stderr`
}
