// Whether the user's program can be started. It is not started for that: what it does is its own affair.
import { EvalChecksError } from '../../../src/contracts/errors.js'
import type { ExecutorSurroundings, PreflightDeclaration } from '../../../src/contracts/executor.js'
import { findProgram } from '../../../src/process/find-program.js'
import { checkPrivateFolders } from '../shared/cli-preflight.js'

/** See {@link PreflightDeclaration}. */
export const preflight: readonly PreflightDeclaration[] = [
  { checkId: 'command-program', kind: 'doctor', disposition: 'check', check: checkProgram },
  {
    checkId: 'command-credentials',
    kind: 'credential',
    disposition: 'not-required',
    reasonCode: 'known-to-the-program-alone',
  },
  {
    checkId: 'command-server',
    kind: 'connectivity',
    disposition: 'not-required',
    reasonCode: 'known-to-the-program-alone',
  },
  {
    checkId: 'command-private-folders',
    kind: 'filesystem',
    disposition: 'check',
    check: checkPrivateFolders,
  },
]

async function checkProgram({
  command,
  environment,
  workingFolder,
}: ExecutorSurroundings): Promise<EvalChecksError | null> {
  const [program] = command?.command ?? []
  if (program === undefined)
    return new EvalChecksError('preflight', 'which command is to answer is not said', {
      fix: 'name a program in executor or with --executor',
    })
  if (findProgram(program, { environment, cwd: workingFolder }) !== null) return null
  return new EvalChecksError('not-installed', `the program ${program} is not there or may not be executed`, {
    fix: 'correct its path, or make it executable',
  })
}
