// Writes a JUnit file: what GitLab, Jenkins and their like show beside a build.
import type { RunReporter } from '../../src/contracts/reporter.js'
import { atomicWrite } from '../../src/store/atomic-write.js'
import { type OutputFileOptions, placeOutputFile } from '../shared/output-file.js'
import { describeRun } from './document.js'
import { writeXml } from './xml.js'

/** The reporter that writes the file when the run ends, `junit.xml` in the run folder by default. */
export function junitReporter(options: OutputFileOptions = {}): RunReporter {
  return {
    name: 'junit',
    onRunEnd(run) {
      const { path, mode } = placeOutputFile(options, run, 'junit.xml')
      atomicWrite(path, writeXml(describeRun(run)), mode)
    },
  }
}
