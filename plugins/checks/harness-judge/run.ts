// Asks the judges of one check, each as often as the plan says, and lets their votes decide.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ErrorOutcome } from '../../../src/contracts/check-result.js'
import type { CheckJob, CheckTypeRun } from '../../../src/contracts/check-type.js'
import { digestBytes } from '../../../src/contracts/digest.js'
import type { JudgeCall, JudgeVote } from '../../../src/contracts/judging.js'
import { PROMPT } from './compile.js'
import { type JudgeConfig, readConfig } from './config.js'
import { outcomeOfVotes } from './outcome.js'

/** See {@link CheckTypeRun}. */
export const run: CheckTypeRun = async (job, { judging }) => {
  const config = readConfig(job.config)
  const prompt = job.readResource(PROMPT)
  await writeFile(job.files.fileNamed('prompt.txt'), prompt, { mode: 0o600, flag: 'wx' })
  if (config.missing.length > 0) return missingEvidence(config)
  const calls = makeCalls(job, config, prompt)
  const votes = await Promise.all(calls.map((call) => judging.ask(call)))
  const cast = votes.filter((vote): vote is JudgeVote => vote !== null)
  const [first, ...others] = cast
  if (first === undefined || cast.length < votes.length) return { status: 'cancelled' }
  return outcomeOfVotes([first, ...others], config)
}

function makeCalls(job: CheckJob, config: JudgeConfig, prompt: Uint8Array): JudgeCall[] {
  const { judges, replicates, access, timeoutSeconds } = config
  const text = new TextDecoder().decode(prompt)
  const promptSha256 = digestBytes(prompt)
  const slots = judges.flatMap((judge) =>
    Array.from({ length: replicates }, (_, index) => ({ judge, replicate: index + 1 })),
  )
  return slots.map(({ judge, replicate }, index) => ({
    judge,
    replicate,
    access,
    prompt: text,
    promptSha256,
    checkId: job.checkId,
    definitionSha256: job.definitionSha256,
    timeoutMs: timeoutSeconds * 1000,
    signal: job.signal,
    outputFile: (stream, attempt) => job.files.fileNamed(outputName(index + 1, stream, attempt)),
    makePrivateFolder: () => makeFolder(job),
  }))
}

/** The first vote's files have the names that those of a script have. */
function outputName(vote: number, stream: string, attempt: number | null): string {
  const which = vote === 1 ? '' : `vote-${vote}.`
  return `${which}${attempt === null ? '' : `attempt-${attempt}.`}${stream}.txt`
}

let folders = 0

async function makeFolder(job: CheckJob): Promise<string> {
  // Taken before anybody is waited for: the votes of one check are asked for at the same time.
  folders += 1
  const name = `call-${folders}`
  const folder = path.join(await job.files.makePrivateFolder(), name)
  await mkdir(folder, { mode: 0o700 })
  return folder
}

function missingEvidence({ missing }: JudgeConfig): ErrorOutcome {
  const files = missing.map(({ path: file, cause }) => `${file} (${cause})`).join(', ')
  return {
    status: 'error',
    errorCode: 'evidence-missing',
    errorDetail: `evidence could not be read when the run was sealed: ${files}: write it before the run, or take it out of evidence`,
    exitCode: null,
    stdout: '',
    stderr: '',
    details: {},
  }
}
