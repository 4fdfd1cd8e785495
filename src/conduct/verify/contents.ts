// Whether everything that records and report refer to lies there as it was.
import { existsSync } from 'node:fs'
import pathOf from 'node:path'
import { EvalChecksError } from '../../contracts/errors.js'
import type { EvaluationBundle } from '../../contracts/experiment/evaluation-bundle.js'
import type { ExecutionBundle } from '../../contracts/experiment/execution-bundle.js'
import type { ExperimentReport } from '../../contracts/experiment/experiment-report.js'
import type { StoredRunFault } from '../../contracts/experiment/stored-run-fault.js'
import type { ResourceDescriptor } from '../../contracts/resource-descriptor.js'
import { contentsOf } from '../../execute/experiment/execution-bundle.js'
import { readStoredContent } from '../../store/experiment/stored-content.js'

interface Kept {
  readonly captureKind: string
  readonly descriptor?: ResourceDescriptor
}

/** Reads every content behind a descriptor once. */
export function* checkContents(
  folder: string,
  execution: ExecutionBundle,
  evaluation: EvaluationBundle,
): Generator<StoredRunFault> {
  const known = new Set<string>()
  for (const [at, record] of execution.records.entries())
    yield* check(folder, contentsOf(record), 'execution-bundle.json', `/records/${at}`, known)
  for (const [at, record] of evaluation.records.entries()) {
    if (record.evaluationStatus === 'not-evaluated') continue
    const observations = record.evaluationStatus === 'completed' ? record.observations : []
    const contents = [record.evidence, ...observations.map(({ evidence }) => evidence)]
    const kept = contents.filter((content) => content !== undefined)
    yield* check(folder, kept, 'evaluation-bundle.json', `/records/${at}`, known)
  }
}

function* check(
  folder: string,
  contents: readonly Kept[],
  file: string,
  path: string,
  known: Set<string>,
): Generator<StoredRunFault> {
  for (const { descriptor } of contents) {
    if (!descriptor) continue
    const key = `${descriptor.digest} ${descriptor.size}`
    if (known.has(key)) continue
    try {
      readStoredContent(folder, descriptor)
      known.add(key)
    } catch (error) {
      if (!(error instanceof EvalChecksError)) throw error
      yield { code: 'STORED_CONTENT_INVALID', file, path, message: error.message }
    }
  }
}

/** Whether the logs of failed calls lie where the report says. */
export function* checkLogs(folder: string, { broken }: ExperimentReport): Generator<StoredRunFault> {
  for (const [at, { logFile }] of broken.entries())
    if (logFile !== undefined && !existsSync(pathOf.join(folder, logFile)))
      yield {
        code: 'STORED_FILE_MISSING',
        file: 'report.json',
        path: `/broken/${at}/logFile`,
        message: 'names a log that is missing',
      }
}
