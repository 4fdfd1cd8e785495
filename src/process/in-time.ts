// Runs a piece of code in this process and breaks it off when it takes too long, backtracking patterns included.
import { createContext, Script } from 'node:vm'

const script = new Script('work()')

/**
 * What `work` returns, or null when it was still at it after `limitMs`. Whatever it throws is thrown on. It has to be
 * synchronous, and whatever it changed before it was broken off stays changed.
 */
export function runInTime<T>(work: () => T, limitMs: number): T | null {
  const box: { value: T | null } = { value: null }
  const context = createContext({
    work: () => {
      box.value = work()
    },
  })
  try {
    script.runInContext(context, { timeout: limitMs })
    return box.value
  } catch (error) {
    if (isTimeout(error)) return null
    throw error
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  )
}
