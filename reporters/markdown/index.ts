// Writes `report.md`: what a person, or an agent, reads after a run.
import { join } from 'node:path'
import type { RunReporter } from '../../src/contracts/reporter.js'
import { atomicWrite } from '../../src/store/atomic-write.js'
import { renderReport } from '../shared/markdown/report.js'

/** The reporter that writes `report.md` into the run folder when the run ends. */
export function markdownReporter(): RunReporter {
  return {
    name: 'markdown',
    onRunEnd(run) {
      atomicWrite(join(run.places.folder, 'report.md'), renderReport(run))
    },
  }
}
