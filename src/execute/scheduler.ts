// One scheduler per Vitest instance owns all concurrency of checks, however many workers Vitest believes in.

interface Waiting {
  readonly start: () => void
}

/** Runs jobs with a limit on how many are under way at once, first come, first served. */
export class Scheduler {
  #limit: number
  #running = 0
  readonly #waiting: Waiting[] = []
  #next = 0

  /** @param limit how many jobs may run at once, at least 1 */
  constructor(limit: number) {
    this.#limit = Math.max(1, limit)
  }

  /** Changes the limit; jobs that are under way go on. */
  setLimit(limit: number): void {
    this.#limit = Math.max(1, limit)
    this.#startWaiting()
  }

  /** Runs `job` as soon as there is room and settles as it does. */
  run<T>(job: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        start: () => {
          this.#running++
          job()
            .then(resolve, reject)
            .finally(() => {
              this.#running--
              this.#startWaiting()
            })
        },
      })
      this.#startWaiting()
    })
  }

  #startWaiting(): void {
    while (this.#running < this.#limit && this.#next < this.#waiting.length) {
      const waiting = this.#waiting[this.#next++]
      waiting?.start()
    }
    if (this.#next > 0 && this.#next === this.#waiting.length) {
      this.#waiting.length = 0
      this.#next = 0
    }
  }
}
