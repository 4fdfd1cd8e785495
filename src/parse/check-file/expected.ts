// Says in a few words what a zod schema asked for.
import type { z } from 'zod'
import { clip } from './describe.js'

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  number: 'a finite number',
  int: 'an integer',
  boolean: 'true or false',
}

/** What would have been right, in a few words; undefined when the issue does not say. */
export function expectedBy(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return Object.hasOwn(typeNames, issue.expected) ? typeNames[issue.expected] : issue.expected
    case 'invalid_value':
      return clip(issue.values.map((value) => JSON.stringify(String(value))).join(' or '), 200)
    case 'too_small':
      return bound(issue.origin, issue.inclusive === false ? 'greater than' : 'of at least', issue.minimum)
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'less than' : 'of at most', issue.maximum)
    case 'invalid_format':
      return issue.pattern === undefined ? undefined : `text that matches ${clip(issue.pattern, 100)}`
    default:
      return undefined
  }
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  const sized = origin === 'string' ? 'string' : origin === 'array' ? 'list' : null
  if (sized === null) return `a number ${relation} ${limit}`
  if (relation === 'of at least' && Number(limit) === 1) return `a non-empty ${sized}`
  return `a ${sized} ${relation} ${limit} ${sized === 'string' ? 'characters' : 'items'}`
}

/** Whether a text was asked for, so that quotes may be what is missing. */
export function wantsString(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.expected === 'string'
}
