// What the judges of a run have cost, and whether another one may start.

/** Limits of a run; null where there is none. */
export interface JudgingLimits {
  readonly budgetUsd: number | null
  readonly maxCalls: number | null
}

/** One per run. Calls that are under way when a limit is reached go on to their end. */
export class Ledger {
  readonly #limits: JudgingLimits
  #calls = 0
  #spentUsd = 0
  #unknown: string | null = null

  constructor(limits: JudgingLimits) {
    this.#limits = limits
  }

  /** Takes a call out of the budget. Returns why it may not start, as a sentence, or null when it may. */
  start(): string | null {
    const { maxCalls } = this.#limits
    const refusal = this.#refusal()
    if (refusal !== null) return refusal
    if (maxCalls !== null && this.#calls >= maxCalls) return `all ${maxCalls} calls of max_calls were made`
    this.#calls += 1
    return null
  }

  /** Notes what an ended call has cost; null when its agent does not say. */
  spend(agent: string, costUsd: number | null): void {
    if (costUsd === null) this.#unknown ??= agent
    else this.#spentUsd += costUsd
  }

  #refusal(): string | null {
    const { budgetUsd } = this.#limits
    if (budgetUsd === null) return null
    if (this.#spentUsd >= budgetUsd) {
      return `the budget of $${budgetUsd} is used up: $${this.#spentUsd.toFixed(4)} were spent`
    }
    if (this.#unknown === null) return null
    return `a call to ${this.#unknown} has cost nobody knows what, so that a budget of $${budgetUsd} cannot be kept`
  }
}
