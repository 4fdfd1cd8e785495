// The variants of an experiment file.
import { type ConfigVariant, configVariantSchema } from '../../contracts/experiment/eval-config.js'
import type { InputErrorDetails } from '../../contracts/experiment/input-error.js'
import type { RequestValues } from '../../contracts/experiment/request.js'
import type { Candidate, InputReader } from './input-reader.js'

type Variant = RequestValues['variants'][number]

/** Variants from one place. */
export interface VariantsReading {
  /** What was set; empty when this place says nothing. */
  readonly given: readonly Candidate[]
  /** Undefined when a fault was found. */
  readonly variants: readonly Variant[] | undefined
  /** Notes where they came from; called when they are the ones that are taken. */
  readonly record: () => void
  /** Where the variant of an index stands. */
  readonly place: (index: number) => InputErrorDetails
}

const FIELD = 'definition.targets'

/** Reads the variants of the file. */
export function fileVariants(reader: InputReader): VariantsReading {
  const [candidate] = reader.candidates(FIELD)
  const none = { given: [], variants: [], record: () => {}, place: () => ({}) }
  if (candidate === undefined) return none
  const raw: readonly unknown[] = Array.isArray(candidate.raw) ? candidate.raw : []
  const read = raw.map((item, index) => checkVariant(reader, candidate, item, index))
  const whole = read.filter((each) => each !== undefined)
  refuseTwice(reader, candidate, read)
  return {
    given: [candidate],
    variants: whole.length === raw.length ? whole.map(makeVariant) : undefined,
    record: () => recordVariants(reader, candidate, whole),
    place: (index) => {
      const sourceKey = `variants[${index}].role`
      const location = reader.locate(sourceKey)
      return { sourceKey, ...(location === undefined ? {} : { location }) }
    },
  }
}

function checkVariant(
  reader: InputReader,
  candidate: Candidate,
  item: unknown,
  index: number,
): ConfigVariant | undefined {
  const label = `variants[${index}]`
  const checked = configVariantSchema.safeParse(item)
  if (!checked.success) {
    for (const { path } of checked.error.issues) {
      const suffix = `[${index}]${path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')}`
      reader.refuse(candidate, `variants${suffix} is not right`, { suffix })
    }
    return undefined
  }
  const { artifact, git } = checked.data
  if ((artifact === undefined) !== (git === undefined)) return checked.data
  const both = artifact !== undefined
  const suffix = both ? `[${index}].git` : `[${index}]`
  reader.refuse(
    candidate,
    `${label} has ${both ? 'an artifact and a git source' : 'neither artifact nor git'}`,
    {
      suffix,
      expected: 'exactly one of artifact and git',
      fix: both ? 'Remove one of both.' : 'Write artifact: baseline for nothing at all, or a path, or git.',
    },
  )
  return undefined
}

function refuseTwice(
  reader: InputReader,
  candidate: Candidate,
  variants: readonly (ConfigVariant | undefined)[],
): void {
  const seen = new Set<string>()
  for (const [index, variant] of variants.entries()) {
    if (variant === undefined) continue
    if (seen.has(variant.name))
      reader.refuse(candidate, `two variants are ${JSON.stringify(variant.name)}`, {
        suffix: `[${index}].name`,
        code: 'CLI_INPUT_DUPLICATE_ID',
        expected: 'a name that no other has',
        fix: 'Give each its own name.',
      })
    seen.add(variant.name)
  }
}

function makeVariant({ name, role, artifact, git, cwd, allowedSkills }: ConfigVariant): Variant {
  return {
    targetId: name,
    experimentRole: role,
    artifactSource:
      git === undefined
        ? { artifactSourceKind: 'expression', expression: artifact ?? '' }
        : {
            artifactSourceKind: 'remote-git',
            url: git.url,
            ...(git.ref === undefined ? {} : { ref: git.ref }),
            spec: git.spec,
          },
    ...(cwd === undefined ? {} : { workspaceLocator: cwd }),
    ...(allowedSkills === undefined ? {} : { allowedSkills: [...allowedSkills] }),
  }
}

function recordVariants(reader: InputReader, candidate: Candidate, variants: readonly ConfigVariant[]): void {
  reader.record(FIELD, candidate)
  for (const [index, { name, role, artifact, git, cwd, allowedSkills }] of variants.entries()) {
    const parts = [
      ['name', 'definition.targets[].targetId', name],
      ['role', 'definition.targets[].experimentRole', role],
      ['artifact', 'resources.targets[].artifactLocator', artifact],
      ['git.url', 'resources.targets[].gitSource.url', git?.url],
      ['git.ref', 'resources.targets[].gitSource.ref', git?.ref],
      ['git.spec', 'resources.targets[].gitSource.spec', git?.spec],
      ['cwd', 'resources.targets[].workspaceLocator', cwd],
      ['allowedSkills', 'definition.targets[].behavior.allowedSkills', allowedSkills],
    ] as const
    for (const [key, field, value] of parts)
      if (value !== undefined)
        reader.record(field.replace('[]', `[${index}]`), candidate, `[${index}].${key}`)
  }
}
