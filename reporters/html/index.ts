// Writes `report.html`: the run as a page that opens from disk and asks nobody for anything.
import { join } from 'node:path'
import type { PastRun } from '../../src/contracts/past-run.js'
import type { RunReporter } from '../../src/contracts/reporter.js'
import { atomicWrite } from '../../src/store/atomic-write.js'
import { readPageAssets } from './assets.js'
import { buildPageDocument } from './build-document.js'
import { gather, PAGE_FILE, readPast } from './gather.js'
import { renderPage } from './render-page.js'

/** The reporter that writes `report.html` into the run folder when the run ends. */
export function htmlReporter(): RunReporter {
  // A watch session writes its page anew for every change, in one folder: what lies before it is read once.
  let past: { readonly folder: string; readonly runs: readonly PastRun[] } | undefined
  return {
    name: 'html',
    onRunEnd(run) {
      const { folder } = run.places
      if (past?.folder !== folder) past = { folder, runs: readPast(run) }
      const document = buildPageDocument(run, gather(run, past.runs))
      atomicWrite(join(folder, PAGE_FILE), renderPage(document, readPageAssets()))
    },
  }
}
