// One attempt of the user's program.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type {
  ExecutorCall,
  ExecutorOutcome,
  ExecutorServices,
} from '../../../src/contracts/experiment/executor-call.js'
import { executorFailed, runProgram } from '../shared/run-program.js'
import { readV0, writeV0 } from './exchange-v0.js'
import { readV1, writeV1 } from './exchange-v1.js'

/** Bytes of an answer. */
const LONGEST_ANSWER = 10 * 1024 * 1024

/** See `Executor.start`. */
export async function start(call: ExecutorCall, services: ExecutorServices): Promise<ExecutorOutcome> {
  const { command } = call
  if (command === undefined)
    return executorFailed('command-missing', 'configuration', 'which program is to answer is not said')
  const isV1 = command.protocol === 'v1'
  const exchange = isV1 || isControlled(call) ? await writeV1(call, services) : ''
  const ran = await runProgram(
    {
      command: command.command,
      stdin: isV1 ? exchange : writeV0(call),
      env: isV1 || exchange === '' ? {} : await writeControls(exchange, call),
      longestOutput: LONGEST_ANSWER,
    },
    call,
    services,
  )
  if ('status' in ran) return ran
  if (ran.exitCode !== 0)
    return executorFailed('exit-nonzero', 'execution', `the program ended with exit code ${ran.exitCode}`)
  return isV1 ? readV1(ran.stdout) : readV0(ran.stdout)
}

/** Whether there is more to keep to than the older exchange can say. */
function isControlled({ controls, mocks, mcpConfig, allowedSkills }: ExecutorCall): boolean {
  return (
    controls.tools.toolMode !== 'unrestricted' ||
    mocks !== null ||
    mcpConfig !== null ||
    allowedSkills !== undefined
  )
}

/** What the older exchange cannot say stands in files: the whole newer document, and the mocks in the open. */
async function writeControls(
  exchange: string,
  { folders, mocks }: ExecutorCall,
): Promise<Record<string, string>> {
  const callFile = path.join(folders.private, 'call.json')
  await writeFile(callFile, exchange, { mode: 0o600 })
  if (mocks === null) return { OMK_CALL_FILE: callFile }
  const mocksFile = path.join(folders.private, 'mocks.json')
  await writeFile(mocksFile, JSON.stringify(mocks), { mode: 0o600 })
  return { OMK_CALL_FILE: callFile, OMK_MOCKS_FILE: mocksFile }
}
