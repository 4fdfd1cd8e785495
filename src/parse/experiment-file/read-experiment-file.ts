// Bytes of one experiment file to its keys, or to all of its faults at once. Pure.
import { deepFreeze } from '../../contracts/deep-freeze.js'
import type { ErrorLocation } from '../../contracts/errors.js'
import {
  type EvalConfig,
  evalConfigSchema,
  removedConfigKeys,
} from '../../contracts/experiment/eval-config.js'
import type { InputFault } from '../../contracts/experiment/input-fault.js'
import { isRecord } from '../../contracts/is-json.js'
import { describeNode } from '../check-file/describe.js'
import type { PlacedFinding } from '../source/explain-issues.js'
import { judge, keepTrusted } from '../source/judge.js'
import { locate, readSourcePath } from '../source/locate.js'
import { readSource } from '../source/read-source.js'
import { type Source, type SourceInput, toInputFaults } from '../source/source.js'
import { checkConfig } from './check-config.js'
import { isBareName, noteOtherTool } from './other-tool.js'

/** What to read. */
export interface ExperimentFileInput extends SourceInput {
  /** True when the user named the file: then it is an experiment whatever its name, and flags may supply what it lacks. */
  readonly explicit?: boolean
}

/** What was read. */
export interface ExperimentFileResult {
  readonly kind: 'experiment' | 'other-tool'
  /** Null when a fault is an error, and for other tools. Frozen. */
  readonly config: EvalConfig | null
  /** Where a key stands, as in `variants[1].git.url`; for what is not there, the nearest collection around it. */
  readonly positionOf: (keyPath: string) => Required<ErrorLocation>
  /** Faults and warnings in the order of the text. */
  readonly faults: readonly InputFault[]
}

/** Reads an experiment file. Never throws for anything that its bytes say. */
export function readExperimentFile({
  file,
  bytes,
  explicit = false,
}: ExperimentFileInput): ExperimentFileResult {
  const source = readSource({ file, bytes }, { isTest: true })
  const positionOf = (keyPath: string) => positionIn(source, keyPath)
  const other = explicit || !isBareName(file) ? null : noteOtherTool(source)
  if (other) return { kind: 'other-tool', config: null, positionOf, faults: toInputFaults(source, [other]) }
  const { config, placed } = judgeConfig(source, explicit)
  const findings = [...source.findings, ...keepTrusted(source, placed)]
  const failed = findings.some(({ severity }) => severity !== 'warning')
  return {
    kind: 'experiment',
    config: failed ? null : deepFreeze(config),
    positionOf,
    faults: toInputFaults(source, findings),
  }
}

const hints = new Map(Object.entries(removedConfigKeys))
const { samples, variants } = evalConfigSchema.shape
const whole = evalConfigSchema.extend({ samples: samples.unwrap(), variants: variants.unwrap() })

function judgeConfig(
  source: Source,
  explicit: boolean,
): { config: EvalConfig | null; placed: readonly PlacedFinding[] } {
  const { value } = source
  if (!isRecord(value)) return { config: null, placed: [notMapping(source)] }
  const place = { at: [], name: 'an experiment file', hints }
  const judged = judge(source, value, explicit ? evalConfigSchema : whole, place)
  const checked = checkConfig(source, value)
  const ours = new Set(checked.map(({ finding }) => finding.field))
  // Our own words are better than the schema's for the same value, and for the items of a list.
  const said = judged.ok
    ? []
    : judged.findings.filter(
        ({ finding }) => !ours.has(finding.field.replace(/\.allowedSkills\[.*$/, '.allowedSkills')),
      )
  return { config: judged.ok ? judged.data : null, placed: [...said, ...checked] }
}

function notMapping(source: Source): PlacedFinding {
  const { node, offset, end } = locate(source.tree(), [])
  const found = describeNode(node)
  const message =
    found === 'nothing'
      ? 'the file is empty; an experiment names its samples and variants'
      : `an experiment file is one mapping of keys, found ${found}`
  const fix = 'Write the keys samples and variants.'
  const finding = {
    offset,
    code: 'not-a-mapping',
    field: 'top',
    message,
    expected: 'a mapping',
    found,
    fix,
  } as const
  return { finding, start: offset, end }
}

function positionIn(source: Source, keyPath: string): Required<ErrorLocation> {
  const path = readSourcePath(keyPath) ?? []
  const { keyOffset } = locate(source.tree(), path)
  return { file: source.file, ...source.lines.positionAt(keyOffset) }
}
