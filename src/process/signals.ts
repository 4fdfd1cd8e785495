// Ctrl-C while programs run: a host that would exit at once is held back until they are ended and reported.

/** How an interruption is taken over. */
export interface InterruptionRequest {
  /** Called once, at the first signal. */
  readonly onInterrupt: () => void
  /** True for the listeners of others that have to wait: those that would end this process at once. */
  readonly isHeldBack: (listener: unknown) => boolean
  /** Milliseconds after the first signal at which those that wait are called after all. */
  readonly limitMs: number
}

type Listener = (...args: unknown[]) => void

interface Held {
  readonly signal: NodeJS.Signals
  readonly listener: Listener
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM']

/**
 * Takes SIGINT and SIGTERM over until the returned function is called, which puts everything back. Further signals
 * within the limit change nothing: a terminal and npm often deliver the same Ctrl-C twice.
 */
export function takeOverInterruption({ onInterrupt, isHeldBack, limitMs }: InterruptionRequest): () => void {
  const held = SIGNALS.flatMap((signal) => holdBack(signal, isHeldBack))
  let timer: NodeJS.Timeout | undefined
  const interrupt = (signal: NodeJS.Signals) => {
    if (timer !== undefined) return
    timer = setTimeout(() => callHeld(held, signal), limitMs)
    onInterrupt()
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  let over = false
  return () => {
    if (over) return
    over = true
    clearTimeout(timer)
    for (const signal of SIGNALS) process.off(signal, interrupt)
    for (const { signal, listener } of held) process.on(signal, listener)
  }
}

function holdBack(signal: NodeJS.Signals, isHeldBack: InterruptionRequest['isHeldBack']): Held[] {
  // The raw listeners: one that was added by `once` comes with what removes it.
  const listeners: readonly unknown[] = process.rawListeners(signal)
  return listeners.filter(isListener).flatMap((listener) => {
    if (!isHeldBack('listener' in listener ? listener.listener : listener)) return []
    process.off(signal, listener)
    return [{ signal, listener }]
  })
}

function isListener(value: unknown): value is Listener {
  return typeof value === 'function'
}

function callHeld(held: readonly Held[], signal: NodeJS.Signals): void {
  const number = signal === 'SIGINT' ? 2 : 15
  for (const { listener, signal: own } of held) if (own === signal) listener(signal, number)
}
