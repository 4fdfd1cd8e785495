// The custom runner, `vitest-eval-checks/runner`: for projects that must keep one Vitest project with its own pool. Check
// files become tests of the project's workers; the plugin in the main process still seals the plan and reports.
import { readFileSync } from 'node:fs'
import { TestRunner } from 'vitest'
import { parseCheckFile } from './parse/check-file/index.js'
import { failureOfFaults } from './vitest/failures.js'
import { isCheckPath } from './vitest/is-check-file.js'
import { runCheckInWorker, workerTypes } from './vitest/worker-fallback.js'

interface WorkerState {
  readonly rpc?: { readonly ensureModuleGraphEntry?: (id: string, importer: string) => unknown }
}

/** Registers the check of a check file as a test and leaves every other file to Vitest. */
export default class EvalChecksRunner extends TestRunner {
  override async importFile(filepath: string, source: 'collect' | 'setup'): Promise<unknown> {
    if (source !== 'collect' || !isCheckPath(filepath)) return super.importFile(filepath, source)
    knowInModuleGraph(filepath)
    const types = await workerTypes()
    const schemas = new Map([...types].map(([name, type]) => [name, type.schema]))
    const { check, faults } = parseCheckFile({
      file: filepath,
      bytes: readFileSync(filepath),
      types: schemas,
    })
    if (!check) {
      const failure = failureOfFaults(
        filepath,
        faults.filter(({ severity }) => severity === 'error'),
      )
      throw Object.assign(new Error(failure.message), { name: failure.name, stack: failure.stack })
    }
    const { id, tags, skip } = check.definition
    const task = TestRunner.getCurrentSuite().task(id, {
      // A check has its own limits: Vitest's testTimeout and retry do not apply.
      timeout: 0,
      retry: 0,
      tags: [...tags],
      skip: skip !== undefined,
      handler: runCheckInWorker(filepath),
    })
    const position = check.positions.id ?? { line: 1, column: 1 }
    task.location = { line: position.line, column: position.column }
    return undefined
  }
}

/** Lets reporters print code frames of the YAML: they only do so for files that the module graph knows. */
function knowInModuleGraph(file: string): void {
  const worker = (globalThis as { readonly __vitest_worker__?: WorkerState }).__vitest_worker__
  void worker?.rpc?.ensureModuleGraphEntry?.(file, file)
}
