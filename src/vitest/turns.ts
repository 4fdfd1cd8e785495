// Turns: a run of checks, and a look at what has changed on disk, never happen at the same time.

/** Gives turns in the order in which they were asked for. */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Waits for all earlier turns to end; call the result to end this one. */
  async take(): Promise<() => void> {
    const before = this.#last
    let end = () => {}
    this.#last = new Promise((resolve) => {
      end = resolve
    })
    await before
    return end
  }
}
