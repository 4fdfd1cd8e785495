// The rules of a sample that are about several of its values, applied once each value is right by itself.
import type { Assertion } from '../../contracts/experiment/assertion.js'
import type { ExperimentSample, Mock } from '../../contracts/experiment/sample-set.js'
import { isRecord } from '../../contracts/is-json.js'
import type { Json } from '../../contracts/json.js'
import { compileJsonSchema } from '../../contracts/json-schema.js'
import type { SourcePath } from '../source/locate.js'
import { checkChecks, checkRubric } from './check-expected.js'
import { checkMessages } from './check-messages.js'
import type { ReportSample } from './report-sample.js'

/** Why schemas cannot be used, or null, by their text: large files tend to use one schema for all samples. */
export type SchemaVerdicts = Map<string, string | null>

/** Where a format keeps what the rules are about. */
export interface SampleLayout {
  readonly assertions: SourcePath
  readonly rubric: SourcePath
}

/** Sets in sets. */
const DEEPEST_SET = 16
/** Collections in collections, the sample being the first. */
const DEEPEST_SAMPLE = 31

/** Applies all rules. `written` is the sample as it stands in the file. */
export function checkSample(
  written: unknown,
  sample: ExperimentSample,
  layout: SampleLayout,
  verdicts: SchemaVerdicts,
  report: ReportSample,
): void {
  const { evaluationContext: evaluation, executionContext: execution, input, expected } = sample
  checkDepth(written, layout, report)
  if (evaluation?.rubric) checkRubric(evaluation.rubric, layout.rubric, report)
  if (evaluation?.checks) checkChecks(evaluation.checks, expected, report)
  if (input.inputKind === 'messages') checkMessages(input.messages, report)
  if (input.inputKind === 'json' && input.schemaDocument !== undefined) {
    checkDocument(input.value, input.schemaDocument, report)
  }
  const rules: AssertionRules = {
    reference: evaluation?.reference,
    passages: execution?.context !== undefined || execution?.data !== undefined,
    mockKeys: keysOf(execution?.mocks ?? []),
    verdicts,
    report,
  }
  for (const [index, assertion] of (evaluation?.assertions ?? []).entries()) {
    checkAssertion(assertion, [...layout.assertions, index], 1, rules)
  }
}

interface AssertionRules {
  readonly reference: string | undefined
  readonly passages: boolean
  readonly mockKeys: ReadonlySet<string>
  readonly verdicts: SchemaVerdicts
  readonly report: ReportSample
}

function checkAssertion(assertion: Assertion, path: SourcePath, level: number, rules: AssertionRules): void {
  switch (assertion.type) {
    case 'assert-set':
      if (level > DEEPEST_SET) {
        const message = `assertions nest more than ${DEEPEST_SET} levels`
        const expected = `at most ${DEEPEST_SET} levels`
        rules.report(path, { code: 'too-deep', message, expected, fix: 'Nest less deeply.' })
        return
      }
      for (const [index, child] of assertion.children.entries()) {
        checkAssertion(child, [...path, 'children', index], level + 1, rules)
      }
      break
    case 'json_schema':
      checkSchema(assertion.schema, [...path, 'schema'], rules)
      break
    case 'mock_hit':
      checkMockHit(assertion.value, [...path, 'value'], rules)
      break
    case 'semantic_similarity':
    case 'faithfulness':
    case 'context_recall':
      checkReference(assertion, path, rules)
  }
}

function checkReference(
  { type, reference }: Extract<Assertion, { readonly reference?: string | undefined }>,
  path: SourcePath,
  rules: AssertionRules,
): void {
  if ((reference ?? rules.reference) !== undefined) return
  const passages = type === 'semantic_similarity' ? false : rules.passages
  if (passages) return
  const also = type === 'semantic_similarity' ? '' : ', or a context of the sample'
  rules.report([...path, 'reference'], {
    code: 'missing-field',
    message: `${type} has nothing to compare with`,
    expected: `a reference${also}`,
    fix: `Write reference${also}.`,
  })
}

function checkMockHit(value: string, path: SourcePath, { mockKeys, report }: AssertionRules): void {
  if (mockKeys.has(value)) return
  const known = [...mockKeys].join(', ')
  report(path, {
    code: 'invalid-value',
    message: `mock_hit names ${JSON.stringify(value)}, which is no mock of this sample`,
    expected: known === '' ? 'a sample with mocks' : `one of ${known}`,
    fix:
      known === '' ? 'Add the mock.' : 'Name a mock by its tool and its number among the mocks of that tool.',
  })
}

/** Mocks by name: the tool, and which of its mocks it is, from 1. */
function keysOf(mocks: readonly Mock[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  return new Set(
    mocks.map(({ tool }) => {
      const count = (counts.get(tool) ?? 0) + 1
      counts.set(tool, count)
      return `${tool}:${count}`
    }),
  )
}

function checkSchema(schema: Json, path: SourcePath, { verdicts, report }: AssertionRules): void {
  const key = JSON.stringify(schema)
  let why = verdicts.get(key)
  if (why === undefined) {
    const compiled = compileJsonSchema(schema)
    why = compiled.ok ? null : compiled.why
    verdicts.set(key, why)
  }
  if (why === null) return
  report(path, {
    code: 'invalid-value',
    message: `the schema cannot be used: ${why}`,
    expected: 'a JSON Schema',
    fix: 'Correct the schema; references may only lead inside it.',
  })
}

function checkDocument(value: Json, document: Json, report: ReportSample): void {
  const compiled = compileJsonSchema(document)
  if (!compiled.ok) {
    report(['input', 'schemaDocument'], {
      code: 'invalid-value',
      message: `the schema cannot be used: ${compiled.why}`,
      expected: 'a JSON Schema',
      fix: 'Correct the schema; references may only lead inside it.',
    })
  } else if (!compiled.accepts(value)) {
    report(['input', 'value'], {
      code: 'invalid-value',
      message: 'the value is not what its schemaDocument asks for',
      expected: 'a value that the schema accepts',
      fix: 'Correct the value or the schema.',
    })
  }
}

function checkDepth(written: unknown, layout: SampleLayout, report: ReportSample): void {
  const path = findDeep(written, DEEPEST_SAMPLE, [], layout.assertions.join('.'))
  if (path === null) return
  report(path, {
    code: 'too-deep',
    message: `a sample nests more than ${DEEPEST_SAMPLE} levels`,
    expected: `at most ${DEEPEST_SAMPLE} levels`,
    fix: 'Nest less deeply.',
  })
}

/** The first collection with more than `levels` levels in it and around it; assertions have a bound of their own. */
function findDeep(value: unknown, levels: number, path: SourcePath, skipped: string): SourcePath | null {
  if (typeof value !== 'object' || value === null) return null
  if (levels === 0) return path
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'object' || inner === null) continue
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    if (at.length <= 2 && at.join('.') === skipped) continue
    const found = findDeep(inner, levels - 1, at, skipped)
    if (found) return found
  }
  return null
}

/** Refuses the one name that a mapping by name cannot hold; for every sample, right or wrong. */
export function checkProto(written: unknown, path: SourcePath, report: ReportSample): void {
  let at = written
  for (const part of path) at = isRecord(at) && Object.hasOwn(at, part) ? at[String(part)] : undefined
  if (!isRecord(at) || !Object.hasOwn(at, '__proto__')) return
  report([...path, '__proto__'], {
    code: 'invalid-value',
    message: '__proto__ cannot be a name here',
    expected: 'another name',
    fix: 'Rename it.',
  })
}
