// Ctrl-C and SIGTERM as a signal that work listens to, so that it leaves nothing behind.
import { EvalChecksError } from '../../contracts/errors.js'

const STATUS = { SIGINT: 130, SIGTERM: 143 } as const

/** Does work that ends when the process is asked to; the exit status is then that of the signal. */
export async function withStopSignals<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const stop = (name: 'SIGINT' | 'SIGTERM') => () => {
    process.exitCode = STATUS[name]
    controller.abort(new EvalChecksError('CANCELLED', `stopped by ${name}`))
  }
  const stops = { SIGINT: stop('SIGINT'), SIGTERM: stop('SIGTERM') }
  process.once('SIGINT', stops.SIGINT)
  process.once('SIGTERM', stops.SIGTERM)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', stops.SIGINT)
    process.off('SIGTERM', stops.SIGTERM)
  }
}
