// The circuit breaker: when one agent fails in the same way several times in a row, nobody waits for the rest to fail too.

/** Failures of one kind in a row after which nothing more is tried. */
export const BREAKER_LIMIT = 5

/** Kinds of failures that say something about the agent and nothing about the check. */
type BreakerKind = 'start' | 'login' | 'transport'

const KINDS: ReadonlyMap<string, BreakerKind> = new Map([
  ['not-installed', 'start'],
  ['cannot-start', 'start'],
  ['not-logged-in', 'login'],
  ['rate-limited', 'transport'],
  ['overloaded', 'transport'],
  ['connection-lost', 'transport'],
])

/** One per agent and run. */
export class Breaker {
  #kind: BreakerKind | null = null
  #count = 0
  #firstCause = ''

  /** The first of the failures that opened the circuit; null while it is closed. */
  get cause(): string | null {
    return this.#count >= BREAKER_LIMIT ? this.#firstCause : null
  }

  /** Notes how a call ended: null for a verdict. Once open, it stays open. */
  note(errorCode: string | null, detail: string): void {
    if (this.cause !== null) return
    const kind = (errorCode === null ? undefined : KINDS.get(errorCode)) ?? null
    if (kind === null) this.#count = 0
    else if (kind === this.#kind && this.#count > 0) this.#count += 1
    else {
      this.#count = 1
      this.#firstCause = `${errorCode}: ${detail}`
    }
    this.#kind = kind
  }
}
