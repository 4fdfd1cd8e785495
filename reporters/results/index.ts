// Keeps the records of a run: `results.jsonl`, `checks/<stem>.json` and `report.json`.
import { join } from 'node:path'
import type { RunReporter } from '../../src/contracts/reporter.js'
import { checkStem } from '../../src/contracts/stem.js'
import { atomicWrite } from '../../src/store/atomic-write.js'
import { Journal } from '../../src/store/journal.js'
import { runFiles } from '../../src/store/run-documents.js'

/**
 * The reporter that everything else can be rebuilt from. When a check ends, its line is in the journal before anything
 * else happens; all writes are synchronous, so that a killed run keeps every finished check.
 */
export function resultsReporter(): RunReporter {
  let journal: Journal | undefined
  const close = () => {
    journal?.close()
    journal = undefined
  }
  return {
    name: 'results',
    essential: true,
    onRunStart({ header, places }) {
      // A watch session starts its run anew for every change, in one folder.
      close()
      journal = Journal.open(join(places.folder, runFiles.journal), { resume: header.watch === true })
    },
    onCheckEnd(result, { places }) {
      journal ??= Journal.open(join(places.folder, runFiles.journal), { resume: true })
      journal.append(result)
      atomicWrite(join(places.checks, `${checkStem(result.check_id)}.json`), toJson(result))
    },
    onRunEnd({ report, places }) {
      close()
      atomicWrite(join(places.folder, runFiles.report), toJson(report))
    },
  }
}

function toJson(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
