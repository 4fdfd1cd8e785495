// Bytes of one sample file, in either format, to its samples, or to all of its faults at once. Pure.
import { deepFreeze } from '../../contracts/deep-freeze.js'
import type { InputFault } from '../../contracts/experiment/input-fault.js'
import type { ExperimentSample, SampleFile } from '../../contracts/experiment/sample-set.js'
import { clip } from '../check-file/describe.js'
import type { PlacedFinding } from '../source/explain-issues.js'
import { judge, keepTrusted } from '../source/judge.js'
import { locate } from '../source/locate.js'
import { placeFinding } from '../source/place-finding.js'
import { readSource } from '../source/read-source.js'
import { type Source, type SourceInput, toInputFaults } from '../source/source.js'
import { checkProto, checkSample, type SchemaVerdicts } from './check-sample.js'
import { chooseFormat, type SampleFormat } from './choose-format.js'
import { findOrigins } from './find-origins.js'
import type { ReportSample } from './report-sample.js'

/** What was read: null when a fault is an error; and all faults and warnings, in the order of the text. */
export interface SampleFileResult {
  readonly sampleFile: SampleFile | null
  readonly faults: readonly InputFault[]
}

/** Nobody reads more, and each has to be looked up. */
const MOST_FINDINGS = 1000

/** Reads a sample file, in time linear in its size. Never throws for anything that its bytes say. */
export function readSampleFile(input: SourceInput): SampleFileResult {
  const source = readSource(input)
  const { sampleFile, placed } = readFormat(source)
  const findings = [...source.findings, ...keepTrusted(source, placed)]
  const failed = findings.some(({ severity }) => severity !== 'warning')
  return {
    sampleFile: failed || sampleFile === null ? null : deepFreeze(sampleFile),
    faults: toInputFaults(source, findings),
  }
}

interface ReadSamples {
  readonly sampleFile: SampleFile | null
  readonly placed: readonly PlacedFinding[]
}

function readFormat(source: Source): ReadSamples {
  const chosen = chooseFormat(source)
  if (chosen.kind === 'none') return { sampleFile: null, placed: [chosen.placed] }
  const { format, items, schema } = chosen
  const judged = schema && judge(source, source.value, schema, { at: [], name: 'a sample file' })
  const placed: PlacedFinding[] = judged?.ok === false ? [...judged.findings] : []
  const samples = readItems(source, items, format, placed)
  if (placed.some(({ finding }) => finding.severity !== 'warning')) return { sampleFile: null, placed }
  const requires = judged?.ok === true ? (judged.data.requires ?? null) : null
  const origins = findOrigins(source, format, samples.length)
  const file = source.file
  const located = samples.map((sample, index) => ({
    sample,
    origin: origins[index] ?? { file, line: 1, column: 1 },
  }))
  return { sampleFile: { file, requires, samples: located }, placed }
}

// Stops once there is more to say than anybody reads.
function readItems(
  source: Source,
  items: readonly unknown[],
  format: SampleFormat,
  placed: PlacedFinding[],
): ExperimentSample[] {
  const verdicts: SchemaVerdicts = new Map()
  const firsts = new Map<string, number>()
  const samples: ExperimentSample[] = []
  for (const [index, item] of items.entries()) {
    if (placed.length > MOST_FINDINGS) break
    const at = [...format.base, index]
    const report: ReportSample = (path, words) => placed.push(placeFinding(source, [...at, ...path], words))
    checkProto(item, format.layout.rubric, report)
    const read = format.read(source, item, at)
    if (!read.ok) {
      placed.push(...read.findings)
      continue
    }
    const { sample, warnings } = read.data
    checkSample(item, sample, format.layout, verdicts, report)
    for (const { path, words } of warnings) report(path, words)
    const first = firsts.get(sample.sampleId)
    if (first === undefined) firsts.set(sample.sampleId, index)
    else placed.push(sayTwice(source, format, sample.sampleId, first, index))
    samples.push(sample)
  }
  return samples
}

function sayTwice(
  source: Source,
  { base, idKey }: SampleFormat,
  sampleId: string,
  first: number,
  second: number,
): PlacedFinding {
  const { line } = source.lines.positionAt(locate(source.tree(), [...base, first, idKey]).offset)
  return placeFinding(source, [...base, second, idKey], {
    code: 'duplicate-id',
    message: `two samples are ${JSON.stringify(clip(sampleId))}; first on line ${line}`,
    expected: 'an id that no other sample has',
    fix: 'Give each sample its own id.',
  })
}
