// One start of an agent: what it printed, and what that comes to. Never throws for anything that the agent did.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Agent, AgentCredentials, AgentReading, AgentUsage, Isolation } from '../../contracts/agent.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { Json } from '../../contracts/json.js'
import type { Judge, JudgeCall, SealedTemplate } from '../../contracts/judging.js'
import type { LaunchedProgram, ProgramRequest } from '../../contracts/program.js'
import { readWhole } from '../../process/read-whole.js'
import { cleanFinalText } from '../verdict/clean-output.js'
import { readStructuredVerdict } from '../verdict/read-structured-verdict.js'
import { readVerdict } from '../verdict/read-verdict.js'
import { buildCommandLine } from './command-line.js'
import { VERDICT_SCHEMA } from './verdict-schema.js'

/** Bytes of an answer that are read; more is an error. */
export const LONGEST_ANSWER = 64 * 1024 * 1024

/** Milliseconds between SIGTERM and SIGKILL for an agent. */
export const AGENT_GRACE_MS = 5000

/** What an attempt needs. */
export interface AttemptRequest {
  readonly call: JudgeCall
  readonly agent: Agent
  readonly judge: Judge & { readonly template: SealedTemplate }
  readonly credentials: AgentCredentials
  readonly environment: Readonly<Record<string, string>>
  readonly projectRoot: string
  /** Milliseconds left of the call's deadline, above 0. */
  readonly timeoutMs: number
  readonly launch: (request: ProgramRequest) => Promise<LaunchedProgram>
}

/** How an attempt ended. */
export interface AttemptEnd {
  readonly verdict: { readonly score: 0 | 1; readonly reason: string | null } | null
  /** Why there is no verdict. */
  readonly trouble: {
    readonly code: string
    readonly message: string
    readonly retryAfterSeconds?: number
  } | null
  readonly isolation: Isolation | null
  readonly usage: AgentUsage
  readonly costUsd: number | null
  readonly model: string | null
  readonly sessionId: string | null
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Tokens that nobody counted. */
export const UNKNOWN_USAGE: AgentUsage = { inputTokens: null, cachedInputTokens: null, outputTokens: null }

/** Starts the agent once. Null when the run was cancelled. */
export async function attemptCall(request: AttemptRequest): Promise<AttemptEnd | null> {
  const { call, agent, judge, credentials, environment, projectRoot } = request
  const privateFolder = await call.makePrivateFolder()
  const prepared = agent.prepare({
    template: { ...judge.template, providerEnv: {} },
    own: judge.own,
    access: call.access,
    credentials,
    model: judge.model,
    reasoningEffort: judge.reasoningEffort,
    environment,
    projectRoot,
    privateFolder,
    verdictSchema: VERDICT_SCHEMA,
  })
  await writeFiles(privateFolder, prepared.files ?? {})
  const { command, args, stdin } = buildCommandLine(judge, prepared, call.prompt)
  const stdoutFile = call.outputFile('stdout', null)
  const ended = await request.launch({
    command,
    args,
    cwd: projectRoot,
    env: { ...environment, ...prepared.env },
    stdoutFile,
    stderrFile: call.outputFile('stderr', null),
    timeoutMs: request.timeoutMs,
    signal: call.signal,
    graceMs: AGENT_GRACE_MS,
    sweepDescendants: true,
    maxOutputBytes: LONGEST_ANSWER,
    ...(stdin === '' ? {} : { stdin }),
  })
  if (ended.end.kind === 'cancelled') return null
  const answerFile = prepared.answerFile && path.join(privateFolder, prepared.answerFile)
  return { ...(await readEnd(request, ended, stdoutFile, answerFile)), isolation: prepared.isolation }
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, text, { mode: 0o600 })
  }
}

type ReadEnd = Omit<AttemptEnd, 'isolation'>

async function readEnd(
  { call, agent, judge, timeoutMs }: AttemptRequest,
  ended: LaunchedProgram,
  stdoutFile: string,
  answerFile: string | undefined,
): Promise<ReadEnd> {
  const { end, stdout, stderr } = ended
  const failed = (code: string, message: string): ReadEnd => ({
    verdict: null,
    trouble: { code, message },
    usage: UNKNOWN_USAGE,
    costUsd: null,
    model: null,
    sessionId: null,
    exitCode: end.kind === 'exited' ? end.exitCode : null,
    stdout: stdout.text,
    stderr: stderr.text,
  })
  switch (end.kind) {
    case 'not-started':
      return end.code === 'ENOENT'
        ? failed('not-installed', `${end.message}. ${agent.probe.installFix}`)
        : failed('cannot-start', `${judge.agent} could not be started: ${end.message}`)
    case 'timed-out':
      return failed('timed-out', describeTimeout(call.timeoutMs, timeoutMs, end.forced))
    case 'output-too-large':
      return failed('output-too-large', TOO_LARGE)
    case 'signaled':
      return failed('exit-nonzero', `${judge.agent} was ended by ${end.signal}`)
    case 'cancelled':
      return failed('cancelled', 'the run was ended')
    case 'exited': {
      const text = await readAnswer(stdoutFile)
      if (text === null) return failed('output-too-large', TOO_LARGE)
      const reading = agent.read({
        stdout: text,
        stderr: stderr.text,
        exitCode: end.exitCode,
        answerFile: answerFile === undefined ? null : await readOptional(answerFile),
        prompt: call.prompt,
      })
      return { ...failed('', ''), ...judgeReading(judge.agent, reading, end.exitCode) }
    }
  }
}

const TOO_LARGE = `the agent printed more than ${LONGEST_ANSWER / 1024 / 1024} MiB: let it print its verdict alone`

function describeTimeout(wholeMs: number, leftMs: number, forced: boolean): string {
  const attempts = leftMs < wholeMs ? ', earlier attempts included,' : ''
  const how = forced ? 'was ended by force' : 'was ended'
  return `no answer within ${wholeMs / 1000} s${attempts} and the agent ${how}: raise harness.timeout_seconds or timeout_seconds, or ask for less`
}

function judgeReading(
  name: string,
  reading: AgentReading,
  exitCode: number,
): Pick<AttemptEnd, 'verdict' | 'trouble' | 'usage' | 'costUsd' | 'model' | 'sessionId'> {
  const { usage, costUsd, model, sessionId } = reading
  const known = { usage, costUsd, model, sessionId }
  const refused = (trouble: AttemptEnd['trouble']) => ({ ...known, verdict: null, trouble })
  if (reading.trouble !== null) return refused(reading.trouble)
  if (exitCode !== 0) {
    const message = `${name} ended with exit code ${exitCode}: a verdict counts only when the agent succeeds`
    return refused({ code: 'exit-nonzero', message })
  }
  const verdict = verdictOf(reading)
  if (verdict.kind === 'refused') return refused({ code: verdict.code, message: verdict.message })
  return { ...known, verdict: { score: verdict.score, reason: verdict.reason }, trouble: null }
}

function verdictOf({ answer }: AgentReading) {
  const structured: Json | undefined = answer?.structured
  if (structured !== undefined && structured !== null) return readStructuredVerdict(structured)
  if (answer === null) return readVerdict('', { conflict: 'refuse' })
  const { text, conflict } = answer
  return readVerdict(conflict === 'refuse' ? cleanFinalText(text) : text, { conflict })
}

/** Null when it is too large, or not the file that was written to. */
async function readAnswer(file: string): Promise<string | null> {
  try {
    return await readWhole(file, LONGEST_ANSWER)
  } catch (error) {
    if (error instanceof EvalChecksError) return null
    throw error
  }
}

async function readOptional(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return null
  }
}
