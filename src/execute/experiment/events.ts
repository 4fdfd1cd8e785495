// The stream of a run's events: bounded, so that a slow listener slows nobody down.

import { RUN_EVENT_VERSION, type RunEvent, type RunEventKind } from '../../contracts/experiment/run-event.js'
import type { JsonObject } from '../../contracts/json.js'
import type { Clock } from './clock.js'

/** Events that are kept for a listener who has not taken them yet; older ones are dropped. */
export const EVENT_CAPACITY = 256

/** The events of one run, for one listener. A late one gets what is still kept. */
export class RunEvents implements AsyncIterable<RunEvent> {
  readonly #runId: string
  readonly #clock: Clock
  readonly #kept: RunEvent[] = []
  #sequence = 0
  #isClosed = false
  #isTaken = false
  #wake: (() => void) | null = null

  constructor(runId: string, clock: Clock) {
    this.#runId = runId
    this.#clock = clock
  }

  /** Tells what happened; never waits. */
  emit(eventKind: RunEventKind, subject: RunEvent['subject'], data: JsonObject = {}): void {
    this.#sequence += 1
    this.#kept.push({
      schemaVersion: RUN_EVENT_VERSION,
      eventId: `${this.#runId}-${this.#sequence}`,
      sequence: this.#sequence,
      runId: this.#runId,
      eventKind,
      time: this.#clock.now().toISOString(),
      subject,
      data,
    })
    if (this.#kept.length > EVENT_CAPACITY) this.#kept.shift()
    this.#wake?.()
  }

  /** No event follows; the listener's loop ends when it has taken what is kept. */
  close(): void {
    this.#isClosed = true
    this.#wake?.()
  }

  /** @throws {Error} for a second listener */
  async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent, void> {
    if (this.#isTaken) throw new Error('the events of a run have one listener')
    this.#isTaken = true
    for (;;) {
      const event = this.#kept.shift()
      if (event) yield event
      else if (this.#isClosed) return
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      this.#wake = null
    }
  }
}
