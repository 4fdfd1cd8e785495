// What the host does around a run, and how it shows it.
import { given } from './given.js'
import type { InputReader } from './input-reader.js'

/** Reads the values under `orchestration`; undefined ones had a fault or are not set. */
export function readOrchestration(reader: InputReader) {
  const values = {
    dryRun: reader.choose('orchestration.dryRun'),
    batch: reader.choose('orchestration.batch'),
    repeatCount: reader.choose('orchestration.independentSeries.repeatCount'),
    resumeSourceLocator: reader.choose('orchestration.resumeSourceLocator'),
    preflight: {
      doctor: reader.choose('orchestration.preflight.doctor'),
      connectivity: reader.choose('orchestration.preflight.connectivity'),
    },
    diagnostic: reader.choose('orchestration.diagnostic'),
    managedEvidence: reader.choose('orchestration.managedEvidence'),
  }
  refuseBesideResume(reader, values.batch === true, (values.repeatCount ?? 1) > 1)
  return values
}

/** A run that is resumed is one run, which is there already. */
function refuseBesideResume(reader: InputReader, batch: boolean, repeats: boolean): void {
  const [resume] = reader.candidates('orchestration.resumeSourceLocator')
  if (resume === undefined) return
  const others = [
    ...(batch ? reader.candidates('orchestration.batch') : []),
    ...(repeats ? reader.candidates('orchestration.independentSeries.repeatCount') : []).slice(0, 1),
  ]
  for (const other of others)
    reader.refuse(other, `${other.key} and ${resume.key} contradict each other: one run is resumed`, {
      expected: `one of ${[other.key, resume.key].sort().join(' and ')}`,
      fix: `Remove ${other.key} or ${resume.key}.`,
    })
}

/** Reads the values under `presentation`. */
export function readPresentation(reader: InputReader): Readonly<Record<string, unknown>> {
  const { outputDirectory, language, serve } = reader.input.defaults
  const indexScope = reader.choose('presentation.indexScope')
  const folder = indexScope === 'global' ? outputDirectory.global : outputDirectory.project
  return given({
    outputDirectoryLocator: reader.choose('presentation.outputDirectoryLocator', {
      ofFlags: reader.anchorPath,
      otherwise: { ...folder, derived: true },
    }),
    indexScope,
    language: reader.choose('presentation.language', { otherwise: language }),
    serve: reader.choose('presentation.serve', { otherwise: serve }),
    verbose: reader.choose('presentation.verbose'),
    layeredView: reader.choose('presentation.layeredView'),
    exitMode: reader.choose('presentation.exitMode'),
    keepWorkspaces: reader.choose('presentation.keepWorkspaces'),
    includeContent: reader.choose('presentation.includeContent'),
    json: reader.choose('presentation.json'),
  })
}
