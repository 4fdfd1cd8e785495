// The arms of an experiment: those of flags and options replace those of the file as a whole.
import type { InputErrorDetails } from '../../contracts/experiment/input-error.js'
import type { RequestValues } from '../../contracts/experiment/request.js'
import { fileVariants } from './file-variants.js'
import { flagVariants } from './flag-variants.js'
import type { Candidate, InputReader } from './input-reader.js'

type Variant = RequestValues['variants'][number]
type InstrumentControl = NonNullable<Variant['instrumentControl']>

const CONTROLS = [
  ['definition.instrumentControls.mustWin', 'must-win'],
  ['definition.instrumentControls.mustTie', 'must-tie'],
] as const

/** Reads the variants; undefined when a fault was found. A batch finds its own. */
export function readVariants(reader: InputReader, batch: boolean): readonly Variant[] | undefined {
  const fromFlags = flagVariants(reader)
  const fromFile = fileVariants(reader)
  const controls = readControls(reader)
  if (batch) {
    refuseBesideBatch(reader, fromFlags.given)
    return []
  }
  const chosen = fromFlags.given.length > 0 ? fromFlags : fromFile
  const { variants, record, place } = chosen
  if (variants === undefined) return undefined
  if (variants.length === 0) {
    reader.refuseHost('definition.targets', 'variants', 'nothing is compared: there are no variants', {
      code: 'CLI_INPUT_CONTROL_REQUIRED',
      expected: 'a control and at least one treatment',
      fix: 'Name both with --control and --treatment, or write variants.',
    })
    return undefined
  }
  record()
  refuseRoles(reader, variants, place)
  return markControls(reader, variants, controls)
}

function refuseBesideBatch(reader: InputReader, given: readonly Candidate[]): void {
  for (const candidate of given)
    reader.refuse(candidate, `${candidate.key} cannot be given with a batch, which compares every artifact`, {
      expected: 'a batch, or a control with treatments',
      fix: `Remove --batch or ${candidate.key}.`,
    })
  for (const [field] of CONTROLS)
    for (const candidate of reader.candidates(field))
      reader.refuse(candidate, `${candidate.key} names treatments, which a batch does not know`, {
        fix: `Remove --batch or ${candidate.key}.`,
      })
}

function refuseRoles(
  reader: InputReader,
  variants: readonly Variant[],
  place: (index: number) => InputErrorDetails,
): void {
  const controls = [...variants.entries()].filter(([, { experimentRole }]) => experimentRole === 'control')
  const expected = 'exactly one control and at least one treatment'
  const details = { expected, ...place(controls[1]?.[0] ?? 0) }
  if (controls.length === 0)
    reader.refuseHost('definition.targets', 'variants', 'no variant is the control', {
      ...details,
      code: 'CLI_INPUT_CONTROL_REQUIRED',
      fix: 'Write role: control for the one that the others are compared with.',
    })
  else if (controls.length > 1)
    reader.refuseHost('definition.targets', 'variants', `${controls.length} variants are controls`, {
      ...details,
      code: 'CLI_INPUT_CONTROL_REQUIRED',
      fix: 'Leave one of them the control.',
    })
  if (controls.length === variants.length)
    reader.refuseHost('definition.targets', 'variants', 'no variant is a treatment', {
      ...details,
      code: 'CLI_INPUT_TREATMENT_REQUIRED',
      fix: 'Write role: treatment for what is compared with the control.',
    })
}

interface ControlChoice {
  readonly candidate: Candidate
  readonly field: string
  readonly kind: InstrumentControl
  readonly names: readonly string[]
}

function readControls(reader: InputReader): readonly ControlChoice[] {
  return CONTROLS.flatMap(([field, kind]) => {
    const [candidate] = reader.candidates(field)
    const names = reader.choose(field)
    return candidate === undefined || names === undefined ? [] : [{ candidate, field, kind, names }]
  })
}

function markControls(
  reader: InputReader,
  variants: readonly Variant[],
  controls: readonly ControlChoice[],
): readonly Variant[] {
  const treatments = variants.filter(({ experimentRole }) => experimentRole === 'treatment')
  const ids = treatments.map(({ targetId }) => targetId)
  const kinds = new Map<string, InstrumentControl>()
  for (const { candidate, kind, names } of controls) {
    for (const [index, name] of names.entries()) {
      const suffix = `[${index}]`
      const label = `${candidate.key}${suffix}: ${JSON.stringify(name)}`
      if (!ids.includes(name))
        reader.refuse(candidate, `${label} is no treatment`, {
          suffix,
          expected: `one of ${ids.join(', ')}`,
          fix: 'Name a variant whose role is treatment.',
        })
      else if (kinds.has(name))
        reader.refuse(candidate, `${label} stands there already`, {
          suffix,
          code: 'CLI_INPUT_DUPLICATE_ID',
          expected: 'each treatment once, and one thing that it has to do',
          fix: 'Remove one of both.',
        })
      else kinds.set(name, kind)
    }
  }
  const [first] = controls
  if (first !== undefined && treatments.length > 0 && kinds.size === treatments.length)
    reader.refuse(first.candidate, 'every treatment is there to test the instrument: nothing is compared', {
      code: 'CLI_INPUT_TREATMENT_REQUIRED',
      expected: 'at least one treatment that is named in neither mustWin nor mustTie',
      fix: 'Add the treatment that the experiment is about.',
    })
  return variants.map((variant) => {
    const instrumentControl = kinds.get(variant.targetId)
    return instrumentControl === undefined ? variant : { ...variant, instrumentControl }
  })
}
