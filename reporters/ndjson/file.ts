// Writes the events of a run to a file, as they happen.
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import type { RunReporter } from '../../src/contracts/reporter.js'
import { type OutputFileOptions, placeOutputFile } from '../shared/output-file.js'
import { ndjsonReporter } from './index.js'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants

/**
 * The reporter `ndjson` of a list: the lines of {@link ndjsonReporter} in a file, `events.jsonl` in the run folder by
 * default. What stood there before is gone; a watch session goes on with its file. Nothing is written through a link.
 */
export function ndjsonFileReporter(options: OutputFileOptions): RunReporter {
  let file: number | null = null
  const close = () => {
    if (file !== null) closeSync(file)
    file = null
  }
  const events = ndjsonReporter((line) => {
    if (file !== null) writeSync(file, line)
  })
  return {
    ...events,
    onRunStart(run) {
      close()
      const { path, mode } = placeOutputFile(options, run, 'events.jsonl')
      const how = run.header.watch ? O_APPEND : O_TRUNC
      file = openSync(path, O_WRONLY | O_CREAT | (O_NOFOLLOW ?? 0) | how, mode)
      return events.onRunStart?.(run)
    },
    onRunEnd(run) {
      events.onRunEnd?.(run)
      close()
    },
  }
}
