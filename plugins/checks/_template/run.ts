// Judges one check. Everything that decides comes from the job, and the job from the sealed plan.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CheckOutcome } from '../../../src/contracts/check-result.js'
import type { CheckType } from '../../../src/contracts/check-type.js'

/**
 * Three ends, kept apart: `passed` and `failed` say something about the project; `error` says that we could not tell.
 * Nothing that the project did may make this throw. A type that starts a program uses `surroundings.launch`, which
 * hands on `job.signal`, ends the whole process group at `job.timeoutSeconds` and keeps the streams in files.
 */
export const run: CheckType['run'] = async (job, { projectRoot }) => {
  if (job.signal.aborted) return { status: 'cancelled' }
  const path = String(job.config.path)
  const text = String(job.config.text)
  let content: string
  try {
    content = await readFile(resolve(projectRoot, path), 'utf8')
  } catch (cause) {
    if (isMissing(cause)) return verdict('failed', `${path} does not exist`)
    return trouble('file-unreadable', `${path} cannot be read: ${String(cause)}`)
  }
  return content.includes(text)
    ? verdict('passed', `${path} holds the text`)
    : verdict('failed', `${path} does not hold ${JSON.stringify(text)}`)
}

function verdict(status: 'passed' | 'failed', reason: string): CheckOutcome {
  return { status, reason, ...nothingStarted }
}

function trouble(errorCode: string, errorDetail: string): CheckOutcome {
  return { status: 'error', errorCode, errorDetail, ...nothingStarted }
}

/** What a type that starts no program has seen: no exit code and empty streams. Its own findings go into `details`. */
const nothingStarted = { exitCode: null, stdout: '', stderr: '', details: {} } as const

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
}
