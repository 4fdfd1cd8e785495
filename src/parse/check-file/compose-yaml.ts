// Text to YAML documents with the `yaml` library, watched while it parses so that nesting can never exhaust the stack.
import { Composer, type CST, Lexer, Parser, type YAMLError } from 'yaml'
import type { ComposedDocument } from './describe.js'
import type { Finding } from './finding.js'
import type { LineIndex } from './line-index.js'
import { describeIssue } from './yaml-issues.js'

/** What the YAML library made of a text. */
export interface ComposedYaml {
  readonly documents: readonly ComposedDocument[]
  readonly findings: readonly Finding[]
  /** Where the text stops to be reliable: the first syntax fault; infinite when there is none. */
  readonly reliableUntil: number
}

/** Collections in collections; the top mapping counts as one. */
const DEEPEST = 100
/** A second document is a fault already; no need to read more of them. */
const MOST_DOCUMENTS = 2
const MOST_STRAY_TOKENS = 100

// Duplicate keys are found in auditNodes, in linear time.
const options = {
  version: '1.2',
  schema: 'core',
  merge: true,
  uniqueKeys: false,
  strict: true,
  prettyErrors: false,
  resolveKnownTags: false,
} as const

/** Parses YAML 1.2 (core schema with merge keys) without resolving any alias. */
export function composeYaml(text: string, lines: LineIndex): ComposedYaml {
  const parser = new Parser()
  const composer = new Composer(options)
  const documents: ComposedDocument[] = []
  const directives: Finding[] = []
  let stray = 0
  const compose = (tokens: Iterable<CST.Token>): void => {
    for (const token of tokens) {
      if (token.type === 'error') stray++
      if (token.type === 'directive') directives.push(...checkDirective(token))
      documents.push(...composer.next(token))
    }
  }
  for (const lexeme of new Lexer().lex(text)) {
    compose(parser.next(lexeme))
    if (parser.stack.length > DEEPEST && depthOf(parser.stack) > DEEPEST) {
      const finding = tooDeep(parser.offset - lexeme.length)
      return { documents: [], findings: [...directives, finding], reliableUntil: 0 }
    }
    if (documents.length >= MOST_DOCUMENTS || stray > MOST_STRAY_TOKENS) break
  }
  if (documents.length < MOST_DOCUMENTS) {
    compose(parser.end())
    documents.push(...composer.end())
  }
  const stream = composer.streamInfo()
  const issues = [
    ...documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]),
    ...stream.errors,
    ...stream.warnings,
  ]
  return { documents, ...readIssues(issues, directives, text, lines) }
}

/** The fault of a text that nests deeper than 100 levels. */
export function tooDeep(offset: number): Finding {
  return {
    offset,
    code: 'too-deep',
    field: 'YAML',
    message: `more than ${DEEPEST} levels of nesting`,
    expected: `at most ${DEEPEST} levels`,
  }
}

function depthOf(stack: readonly CST.Token[]): number {
  return stack.filter(
    ({ type }) => type === 'block-map' || type === 'block-seq' || type === 'flow-collection',
  ).length
}

function checkDirective({ source, offset }: CST.Directive): Finding[] {
  const version = /^%YAML\s+(\S+)/.exec(source)?.[1]
  if (version === undefined || version === '1.2') return []
  const message = 'the file is YAML 1.2; remove the directive'
  return [{ offset, code: 'yaml-directive', field: 'YAML', message, expected: '%YAML 1.2', found: source }]
}

// One fault per line: what follows on the same line is usually the parser finding its feet again.
function readIssues(
  issues: readonly YAMLError[],
  directives: readonly Finding[],
  text: string,
  lines: LineIndex,
): Pick<ComposedYaml, 'findings' | 'reliableUntil'> {
  const lineOf = (offset: number): number => lines.positionAt(offset).line
  const findings = [...directives]
  const reported = new Set(directives.map(({ offset }) => lineOf(offset)))
  let reliableUntil = Number.POSITIVE_INFINITY
  for (const issue of [...issues].sort((a, b) => a.pos[0] - b.pos[0])) {
    const finding = describeIssue(issue, text)
    if (finding === null) continue
    if (finding.code === 'yaml-syntax') reliableUntil = Math.min(reliableUntil, finding.offset)
    const line = lineOf(finding.offset)
    if (finding.code !== 'unknown-tag') {
      if (reported.has(line)) continue
      reported.add(line)
    }
    findings.push(finding)
  }
  return { findings, reliableUntil }
}
