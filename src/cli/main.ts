#!/usr/bin/env node
// The command line: `eval-checks`, and for drop-in use the same program as `eval-banana` and `eb`.
import { CommanderError } from 'commander'
import { buildProgram } from './program.js'
import { UsageError } from './usage-error.js'

const PASSED = 0
const NOT_PASSED = 1
const WRONG_USAGE = 2

try {
  await buildProgram().parseAsync()
} catch (error) {
  process.exitCode = await exitCodeOf(error)
}

async function exitCodeOf(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? PASSED : WRONG_USAGE
  if (error instanceof UsageError) {
    console.error(`eval-checks: ${error.message}`)
    return WRONG_USAGE
  }
  const { describeThrown } = await import('./show-fault.js')
  console.error(`eval-checks: ${describeThrown(error)}`)
  return NOT_PASSED
}
