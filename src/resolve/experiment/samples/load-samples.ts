// Reads all sample files of a request: samples in code-unit order of their ids, and what they need to be there.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { EvalChecksErrors } from '../../../contracts/errors.js'
import { toInputError } from '../../../contracts/experiment/input-fault.js'
import type { DependencyRequirements } from '../../../contracts/experiment/options.js'
import type {
  ExperimentSample,
  SampleFile,
  SampleOrigin,
  SampleRequirements,
} from '../../../contracts/experiment/sample-set.js'
import { findDuplicateSamples, readSampleFile } from '../../../parse/sample-file/index.js'
import { callSystem, inputError, resolutionError } from '../faults.js'
import type { ResolveHost } from '../host.js'
import { lookAt } from '../locate.js'
import { findSampleFiles } from './find-sample-files.js'

/** One sample, with the place where it was written. */
export interface LoadedSample {
  readonly sample: ExperimentSample
  readonly origin: SampleOrigin
}

/** Where samples are looked for, and who is told of it. */
export interface SamplesPlace {
  /** Relative locators start here; absolute. */
  readonly base: string
  readonly host: Pick<ResolveHost, 'onProgress' | 'onWarning'>
  readonly values: { readonly locators: { readonly samples: string } }
}

/** The samples of a request. */
export interface LoadedSamples {
  readonly samples: readonly LoadedSample[]
  readonly requirements: readonly DependencyRequirements[]
}

/**
 * Reads the samples.
 * @throws {EvalChecksErrors} all faults of all files
 */
export function loadSamples({ base, host, values }: SamplesPlace): LoadedSamples {
  const locator = path.resolve(base, values.locators.samples)
  host.onProgress?.({ stepKind: 'read-samples', subject: locator })
  const read = findSampleFiles(locator).map((file) => readSampleFile({ file, bytes: readFile(file) }))
  const files = read.flatMap(({ sampleFile }) => sampleFile ?? [])
  const faults = [...read.flatMap((each) => each.faults), ...findDuplicateSamples(files)]
  for (const fault of faults) if (fault.severity === 'warning') host.onWarning?.(fault)
  const errors = faults.filter(({ severity }) => severity === 'error').map(toInputError)
  if (errors.length > 0) throw new EvalChecksErrors(errors)
  const samples = files.flatMap((file) => file.samples)
  if (samples.length === 0)
    throw inputError('CLI_INPUT_INVALID', `${locator} holds no sample`, {
      sourceKey: 'samples',
      location: { file: locator },
      expected: 'at least one sample',
    })
  const sorted = [...samples].sort((a, b) => (a.sample.sampleId < b.sample.sampleId ? -1 : 1))
  return { samples: sorted, requirements: gatherRequirements(files) }
}

function readFile(file: string): Uint8Array {
  const details = { sourceKey: 'samples', location: { file } }
  if (!lookAt(file, details)?.isFile()) throw resolutionError(`${file} is no file that can be read`, details)
  return callSystem(`cannot read ${file}`, details, () => readFileSync(file))
}

/** What all files need, united, each list sorted and without repeats: the files of one request lie in one folder. */
function gatherRequirements(files: readonly SampleFile[]): readonly DependencyRequirements[] {
  const needing = files.filter(({ requires }) => requires !== null)
  const [first] = needing
  if (first === undefined) return []
  const requires = REQUIREMENTS.flatMap((key) => {
    const all = needing.flatMap((file) => file.requires?.[key] ?? [])
    return all.length === 0 ? [] : [[key, [...new Set(all)].sort()]]
  })
  return [{ baseDirectoryLocator: path.dirname(first.file), requires: Object.fromEntries(requires) }]
}

const REQUIREMENTS = ['env', 'files', 'preflight', 'tools'] as const satisfies (keyof SampleRequirements)[]
