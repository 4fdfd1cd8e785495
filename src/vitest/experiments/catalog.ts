// The experiment files of one Vitest instance. What reads them is loaded when the first one is met.
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Vitest } from 'vitest/node'
import type { OutlineReading } from '../../resolve/experiment/outline-experiment.js'
import { isExperimentPath, namesFile } from './experiment-paths.js'

/** See the file's head. */
export class ExperimentCatalog {
  readonly #vitest: Vitest
  /** False when the options turn experiments off. */
  isOn = true
  /** File filters of the command line. */
  filters: readonly string[] = []
  /** How many files the last search of each project found. */
  readonly found = new Map<unknown, number>()
  /** Who started the run that is under way: somebody who picked its files, a file that was saved, or neither is known. */
  origin: 'picked' | 'saved' | 'unknown' = 'unknown'
  readonly #known = new Set<string>()
  readonly #others = new Set<string>()

  constructor(vitest: Vitest) {
    this.#vitest = vitest
  }

  /** True for an experiment, or for what may become one when it is read. */
  has(id: string): boolean {
    if (!this.isOn || this.#others.has(id)) return false
    return this.#known.has(id) || isExperimentPath(id)
  }

  /** True for a file that was found by Vitest, and so is not merely imported by somebody. */
  isKnown(id: string): boolean {
    return this.isOn && this.#known.has(id)
  }

  /** Takes down that a file is to be listed or run, whether or not it was searched for. */
  expect(id: string): void {
    if (this.has(id)) this.#known.add(id)
  }

  /** What a file turned out to be; read anew each time, since it may have been saved. */
  async read(file: string): Promise<OutlineReading> {
    const { outlineExperiment } = await import('../../resolve/experiment/outline-experiment.js')
    const reading = outlineExperiment(file)
    if (reading.kind === 'other-tool') this.#leave(file, reading.note)
    else {
      this.#others.delete(file)
      this.#known.add(file)
    }
    return reading
  }

  /** Those of the files that are experiments, broken ones too. `excludeDirs`: names of folders that are not searched. */
  async sift(
    files: readonly string[],
    excludeDirs: readonly string[],
    outputDir: string | undefined,
  ): Promise<readonly string[]> {
    const kept: string[] = []
    for (const file of files) {
      const below = path.relative(this.#vitest.config.root, path.dirname(file)).split(path.sep)
      if (below.some((name) => excludeDirs.includes(name))) continue
      if (outputDir !== undefined && file.startsWith(outputDir + path.sep)) continue
      if ((await this.read(file)).kind !== 'other-tool') kept.push(file)
    }
    return kept
  }

  /**
   * Takes down who starts a run. Clients of Vitest, such as editors, hand over the files that they want; the command line
   * hands over all that it found, or a part that no person chose.
   */
  noteStart(specifications: readonly { readonly moduleId: string }[]): void {
    if (this.origin === 'saved') return
    const { shard, changed, related } = this.#vitest.config
    const all = [...this.found.values()].reduce((sum, files) => sum + files, 0)
    const isPart = specifications.length < all && this.filters.length === 0
    const isReduced = Boolean(shard || changed || related?.length) || wantsOnlyFailed(this.#vitest.config)
    this.origin = isPart && !isReduced ? 'picked' : 'unknown'
  }

  /** Takes down what made a watch session rerun: the names of files that were saved, or what a person did. */
  noteRerun(trigger: string | undefined): void {
    const named = trigger === undefined ? [] : [trigger, ...trigger.split(', ')]
    const isFile = named.some((name) => existsSync(path.resolve(this.#vitest.config.root, name)))
    this.origin = isFile ? 'saved' : 'unknown'
  }

  /**
   * True when a file is to run: somebody asked for it by a filter that `narrows` the run, by its name, by picking it, or
   * asked for all experiments. Never because a file was saved.
   */
  isChosen(file: string, narrows: boolean): boolean {
    if (this.origin === 'saved') return false
    if (narrows || this.origin === 'picked') return true
    return process.env.EVAL_CHECKS_EXPERIMENTS === '1' || namesFile(this.filters, file)
  }

  #leave(file: string, note: string): void {
    this.#known.delete(file)
    if (this.#others.has(file)) return
    this.#others.add(file)
    this.#vitest.logger.warn(`eval-checks: ${path.relative(this.#vitest.config.root, file)}: ${note}`)
  }
}

/** True for `--last-failed` of Vitest 5: what failed before was picked by nobody. */
function wantsOnlyFailed(config: object): boolean {
  const options: unknown = Reflect.get(config, 'cliOptions')
  return typeof options === 'object' && options !== null && Reflect.get(options, 'lastFailed') === true
}
