// The same sample id in several files of one experiment is a fault of each place.
import type { InputFault } from '../../contracts/experiment/input-fault.js'
import type { SampleFile, SampleOrigin } from '../../contracts/experiment/sample-set.js'
import { clip } from '../check-file/describe.js'

const MOST_NAMED = 5

/** One fault per place whose id another place has too, in the order given; each names the others. Linear. */
export function findDuplicateSamples(files: readonly SampleFile[]): InputFault[] {
  const places = new Map<string, [index: number, SampleOrigin][]>()
  const all = files.flatMap(({ samples }) => samples)
  for (const [index, { sample, origin }] of all.entries()) {
    const known = places.get(sample.sampleId)
    if (known) known.push([index, origin])
    else places.set(sample.sampleId, [[index, origin]])
  }
  return all.flatMap(({ sample, origin }, index): InputFault[] => {
    const { sampleId } = sample
    const same = places.get(sampleId) ?? []
    if (same.length < 2) return []
    const others = same.slice(0, MOST_NAMED + 1).flatMap(([at, each]) => (at === index ? [] : [each]))
    const named = others.slice(0, MOST_NAMED).map(({ file, line, column }) => `${file}:${line}:${column}`)
    const more = same.length - 1 > named.length ? ` and ${same.length - 1 - named.length} more` : ''
    return [
      {
        ...origin,
        code: 'duplicate-id',
        field: 'sampleId',
        message: `the sample id ${JSON.stringify(clip(sampleId))} stands in ${named.join(', ')}${more} too`,
        expected: 'an id that no other sample has',
        found: JSON.stringify(clip(sampleId)),
        fix: 'Give each sample its own id.',
        severity: 'error',
      },
    ]
  })
}
