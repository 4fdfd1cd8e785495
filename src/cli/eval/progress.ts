// How far a run is: one line that is written over on a terminal, a line at every tenth otherwise.

import type { RunStart } from '../../conduct/conduct-experiment.js'
import type { RunEvent } from '../../contracts/experiment/run-event.js'
import { stripControls } from '../../contracts/text-hygiene.js'

/** Where progress is written to. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly write: (text: string) => unknown
}

/** Writes progress. */
export class ProgressLine {
  readonly #stream: ProgressStream
  readonly #verbose: boolean
  #run: RunStart | null = null
  #ended = 0
  #failed = 0
  #retried = 0
  #tenths = 0
  #isOpen = false

  constructor(stream: ProgressStream, { verbose }: { readonly verbose: boolean }) {
    this.#stream = stream
    this.#verbose = verbose
  }

  /** A run begins. */
  start(run: RunStart): void {
    this.#run = run
    this.#ended = 0
    this.#failed = 0
    this.#retried = 0
    this.#tenths = 0
    const which = run.of > 1 ? ` (${run.number} of ${run.of})` : ''
    this.say(`run ${run.runId}${which}: ${run.trials} coordinates; if it is killed: --resume ${run.runId}`)
  }

  /** Something happened. */
  show({ eventKind, subject, data }: RunEvent): void {
    if (this.#verbose) this.say(`${eventKind} ${subject.subjectId} ${stripControls(JSON.stringify(data))}`)
    if (eventKind === 'execution.trial.ended') {
      this.#ended += 1
      if (data.status === 'failed') this.#failed += 1
    } else if (eventKind === 'execution.attempt.retried') this.#retried += 1
    else return
    this.#draw()
  }

  /** A line that stays. */
  say(text: string): void {
    this.#clear()
    this.#stream.write(`${text}\n`)
  }

  /** Nothing follows. */
  end(): void {
    this.#clear()
  }

  #draw(): void {
    const total = this.#run?.trials ?? 0
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : ''
    const retried = this.#retried > 0 ? `, ${this.#retried} tried again` : ''
    const text = `measured ${this.#ended} of ${total}${failed}${retried}`
    if (this.#stream.isTTY) {
      this.#stream.write(`\r\u001b[K${text}`)
      this.#isOpen = true
      return
    }
    const tenths = total === 0 ? 0 : Math.floor((10 * this.#ended) / total)
    if (tenths > this.#tenths) {
      this.#tenths = tenths
      this.#stream.write(`${text}\n`)
    }
  }

  #clear(): void {
    if (this.#isOpen) this.#stream.write('\r\u001b[K')
    this.#isOpen = false
  }
}
