// Maps errors and warnings of the `yaml` library to faults with a code of ours and a way out.
import type { ErrorCode, YAMLError } from 'yaml'
import type { FaultCode } from '../../contracts/fault.js'
import { clip, quote } from './describe.js'
import type { Finding } from './finding.js'

const codes: Partial<Record<ErrorCode, FaultCode>> = {
  TAG_RESOLVE_FAILED: 'unknown-tag',
  BAD_COLLECTION_TYPE: 'unknown-tag',
  BAD_DIRECTIVE: 'yaml-directive',
  RESOURCE_EXHAUSTION: 'too-deep',
}

/** Sentences for the mistakes that people make most. */
const remedies: Partial<Record<ErrorCode, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'put a value that holds ": " in quotes',
  BAD_SCALAR_START: 'put the value in quotes',
  BAD_ALIAS: 'put a value that starts with * in quotes',
  TAB_AS_INDENT: 'indent with spaces',
  MULTILINE_IMPLICIT_KEY: 'a line may lack its ": ", or a value its quotes',
}

/** A tag that the core schema has but the library knows only for numbers with a point; auditNodes judges it. */
const floatTag = 'Unresolved tag: tag:yaml.org,2002:float'

/** The finding for one issue; null when auditNodes decides instead. */
export function describeIssue(issue: YAMLError, text: string): Finding | null {
  if (issue.message === floatTag) return null
  const warning = issue.name === 'YAMLWarning'
  const code = codes[issue.code] ?? (warning ? 'yaml-warning' : 'yaml-syntax')
  const remedy = remedies[issue.code]
  const source = text.slice(issue.pos[0], issue.pos[1])
  return {
    offset: issue.pos[0],
    code,
    field: 'YAML',
    message:
      code === 'unknown-tag'
        ? `the tag ${clip(source)} is unknown here or does not fit its value; remove it`
        : clip(issue.message, 300) + (remedy === undefined ? '' : `: ${remedy}`),
    ...(code === 'unknown-tag' ? { expected: 'a value without a tag' } : {}),
    ...(source.trim() === '' ? {} : { found: code === 'unknown-tag' ? clip(source) : quote(source) }),
  }
}
