// Adds a member to an object in JSON with comments, at its end. The library's own way to do it lays out neighbours anew
// and moves comments; this one touches nothing that is there.
import { createScanner, type Node } from 'jsonc-parser'
import type { TextEdit } from '../migrate/text-edits.js'

/** A member with a text as value, or with an object of members. */
export type Member =
  | { readonly key: string; readonly value: string }
  | { readonly key: string; readonly members: readonly Member[] }

/** The edits that add `member` to `object`, a node of the right text `text`, in the text's own layout. */
export function addMember(text: string, object: Node, member: Member): readonly TextEdit[] {
  const layout = layoutOf(text)
  const outer = indentAt(text, object.offset)
  const brace = object.offset + object.length - 1
  const last = object.children?.at(-1)
  const lastEnd = last === undefined ? brace : last.offset + last.length
  const comma =
    last !== undefined && !hasComma(text, lastEnd) ? [{ start: lastEnd, end: lastEnd, text: ',' }] : []
  const at = text.slice(0, brace).trimEnd().length
  const gap = text.slice(at, brace)
  const line = `${layout.eol}${writeMember(member, outer + layout.unit, layout)}`
  const tail = gap.includes('\n')
    ? { end: at, text: line }
    : { end: brace, text: `${line}${layout.eol}${outer}` }
  return [...comma, { start: at, ...tail }]
}

interface Layout {
  readonly unit: string
  readonly eol: string
}

function writeMember(member: Member, indent: string, layout: Layout): string {
  const head = `${indent}${JSON.stringify(member.key)}: `
  if ('value' in member) return `${head}${JSON.stringify(member.value)}`
  const inner = member.members.map((one) => writeMember(one, indent + layout.unit, layout))
  return [`${head}{`, inner.join(`,${layout.eol}`), `${indent}}`].join(layout.eol)
}

/** Whether a comma follows, comments apart. */
function hasComma(text: string, offset: number): boolean {
  const scanner = createScanner(text, true)
  scanner.setPosition(offset)
  scanner.scan()
  return text.charAt(scanner.getTokenOffset()) === ','
}

/** What indents a line: the first indentation of the text, and its line ends. */
function layoutOf(text: string): Layout {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  '
  return { unit: indent.startsWith('\t') ? '\t' : indent, eol: text.includes('\r\n') ? '\r\n' : '\n' }
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset) + 1, offset)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}
