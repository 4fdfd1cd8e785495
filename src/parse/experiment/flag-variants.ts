// The variants of `--control` and `--treatment`: expressions without names, from which names are derived.
import type { RequestValues } from '../../contracts/experiment/request.js'
import type { VariantsReading } from './file-variants.js'
import { type Candidate, type InputReader, showValue } from './input-reader.js'
import { deriveTargetId } from './target-id.js'

type Variant = RequestValues['variants'][number]

const fields = {
  control: 'definition.targets.control',
  treatments: 'definition.targets.treatments',
  controlCwd: 'resources.controlWorkspaceLocator',
  treatmentCwds: 'resources.treatmentWorkspaceLocators',
} as const

/** Reads the variants of the flags, or of the options when no such flag was typed: the two are not mixed. */
export function flagVariants(reader: InputReader): VariantsReading {
  const all = Object.entries(fields).flatMap(([part, field]) =>
    reader.candidates(field).map((candidate) => ({ part, field, candidate })),
  )
  const rank = Math.min(...all.map(({ candidate }) => candidate.rank))
  const given = all.filter(({ candidate }) => candidate.rank === rank)
  const of = (part: keyof typeof fields) => given.find((each) => each.part === part)?.candidate
  const before = reader.faults.length
  const control = readOne(reader, of('control'))
  const treatments = readList(reader, of('treatments'), false)
  const controlCwd = readOne(reader, of('controlCwd'))
  const cwds = readList(reader, of('treatmentCwds'), true)
  refuseHalf(reader, of('control') ?? of('controlCwd'), of('treatments') ?? of('treatmentCwds'), {
    hasControl: of('control') !== undefined,
    hasTreatments: of('treatments') !== undefined,
  })
  const aligned = of('treatmentCwds')
  if (aligned && cwds && treatments && cwds.length !== treatments.length)
    reader.refuse(
      aligned,
      `${aligned.key} names ${cwds.length} folders for ${treatments.length} treatments`,
      {
        expected: `${treatments.length} places, blank for none: a,,c`,
        fix: 'Give every treatment its place.',
      },
    )
  const arms: readonly Arm[] = [
    ...(control === undefined ? [] : [{ expression: control, cwd: controlCwd, candidate: of('control') }]),
    ...(treatments ?? []).map((expression, index) => ({
      expression,
      cwd: cwds?.[index] || undefined,
      candidate: of('treatments'),
    })),
  ]
  const variants = nameArms(reader, arms)
  return {
    given: given.map(({ candidate }) => candidate),
    variants: reader.faults.length > before ? undefined : variants,
    record: () => {
      for (const { field, candidate } of given) reader.record(field, candidate)
    },
    place: () => ({}),
  }
}

interface Arm {
  readonly expression: string
  readonly cwd: string | undefined
  readonly candidate: Candidate | undefined
}

function readOne(reader: InputReader, candidate: Candidate | undefined): string | undefined {
  if (candidate === undefined) return undefined
  const { raw, key } = candidate
  if (typeof raw === 'string' && raw.trim() !== '') return raw.trim()
  reader.refuse(candidate, `${key} must be one text, found ${showValue(raw)}`, { expected: 'a text' })
  return undefined
}

function readList(
  reader: InputReader,
  candidate: Candidate | undefined,
  blanks: boolean,
): readonly string[] | undefined {
  if (candidate === undefined) return undefined
  const { raw, key } = candidate
  const items: readonly unknown[] = typeof raw === 'string' ? raw.split(',') : Array.isArray(raw) ? raw : []
  const texts = items.flatMap((item) => (typeof item === 'string' ? [item.trim()] : []))
  if (items.length > 0 && texts.length === items.length && (blanks || !texts.includes(''))) return texts
  const expected = blanks
    ? 'folders with commas between them, blank for none'
    : 'texts with commas between them'
  reader.refuse(candidate, `${key} must be ${expected}, found ${showValue(raw)}`, { expected })
  return undefined
}

function refuseHalf(
  reader: InputReader,
  ofControl: Candidate | undefined,
  ofTreatments: Candidate | undefined,
  { hasControl, hasTreatments }: { readonly hasControl: boolean; readonly hasTreatments: boolean },
): void {
  const given = ofControl ?? ofTreatments
  if (given === undefined || (hasControl && hasTreatments)) return
  const missing = [...(hasControl ? [] : ['--control']), ...(hasTreatments ? [] : ['--treatment'])]
  const at = hasControl || ofTreatments === undefined ? given : ofTreatments
  reader.refuse(at, `${at.key} stands alone: there is no ${missing.join(' and no ')}`, {
    expected: '--control and --treatment, or neither with variants in the file',
    fix: `Add ${missing.join(' and ')}, or leave ${at.key} out.`,
    code: hasControl ? 'CLI_INPUT_TREATMENT_REQUIRED' : 'CLI_INPUT_CONTROL_REQUIRED',
  })
}

function nameArms(reader: InputReader, arms: readonly Arm[]): readonly Variant[] {
  const seen = new Map<string, string>()
  return arms.flatMap(({ expression, cwd, candidate }, index): Variant[] => {
    if (candidate === undefined) return []
    const targetId = deriveTargetId(expression)
    const other = targetId === null ? undefined : seen.get(targetId)
    if (targetId === null || other !== undefined) {
      const message =
        other === undefined
          ? `${JSON.stringify(expression)} ends with nothing that could be its name`
          : `${JSON.stringify(other)} and ${JSON.stringify(expression)} would both be called ${JSON.stringify(targetId)}`
      reader.refuse(candidate, message, {
        code: other === undefined ? 'CLI_INPUT_INVALID' : 'CLI_INPUT_DUPLICATE_ID',
        expected: 'artifacts whose last parts differ',
        fix: 'Name them in an experiment file, under variants.',
      })
      return []
    }
    seen.set(targetId, expression)
    return [
      {
        targetId,
        experimentRole: index === 0 && candidate.key.endsWith('ontrol') ? 'control' : 'treatment',
        artifactSource: { artifactSourceKind: 'expression', expression: anchorArtifact(reader, expression) },
        ...(cwd === undefined ? {} : { workspaceLocator: reader.anchorPath(cwd) }),
      },
    ]
  })
}

/** A name is looked up in the skill folder and a commit in the repository: only a path starts somewhere. */
function anchorArtifact(reader: InputReader, expression: string): string {
  const isPath = !expression.startsWith('git:') && /[/\\]|^\.\.?$|\.md$/i.test(expression)
  return isPath ? reader.anchorPath(expression) : expression
}
