// Asks agents on behalf of all checks of a run: one limit on calls, one budget, one circuit breaker for each agent.
import { rename } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Agent, AgentTroubleCode } from '../../contracts/agent.js'
import type {
  Judge,
  JudgeAttempt,
  JudgeCall,
  JudgeVote,
  Judging,
  SealedTemplate,
} from '../../contracts/judging.js'
import { Scheduler } from '../../execute/scheduler.js'
import { mergeTemplate, settingsOf } from '../../resolve/judging/settings.js'
import { type AttemptEnd, attemptCall } from './attempt.js'
import { backoffMs } from './backoff.js'
import { Breaker } from './breaker.js'
import { type AttemptUse, sumAttempts } from './call-totals.js'
import { findUnpassed, promptObstacle } from './command-line.js'
import { Examination } from './examination.js'
import { judgeEnvironment } from './judge-environment.js'
import type { JudgingRequest } from './judging-request.js'
import { Ledger } from './ledger.js'
import { openReplay, type StoredRun } from './replay.js'
import { makeVote, refusedVote } from './votes.js'

/** Opens the judging of one run. */
export function openJudging(request: JudgingRequest): Judging {
  const { configuration, registry } = request
  const { harness, agents } = configuration
  if (request.replay !== null) return replaying(request.replay)
  const slots = new Scheduler(harness.maxParallel)
  const ledger = new Ledger({ budgetUsd: harness.budgetUsd, maxCalls: harness.maxCalls })
  const breakers = new Map<string, Breaker>()
  const examination = new Examination(request)
  return {
    examine: (judges) => examination.examine(judges),
    ask: (call) => slots.run(() => askOnce(call)),
  }

  async function askOnce(call: JudgeCall): Promise<JudgeVote | null> {
    if (call.signal.aborted) return null
    const { judge } = call
    const agent = registry.find(judge.agent)
    const { template } = judge
    if (!agent || !template) return refusedVote(call, 'preflight', `no agent is called ${judge.agent}`)
    const obstacle = findObstacle(judge, template, call.prompt)
    if (obstacle) return refusedVote(call, obstacle.code, obstacle.message)
    const breaker = breakers.get(judge.agent) ?? new Breaker()
    breakers.set(judge.agent, breaker)
    if (breaker.cause !== null)
      return refusedVote(call, 'breaker', describeBreaker(judge.agent, breaker.cause))
    const refusal = ledger.start()
    if (refusal !== null)
      return refusedVote(call, 'budget', `${refusal}: raise budget_usd or max_calls, or choose fewer checks`)
    const ended = await askUntilAnswered(call, agent, { ...judge, template })
    if (ended === null) return null
    const { last } = ended
    const totals = sumAttempts(ended.uses)
    ledger.spend(judge.agent, totals.costUsd)
    breaker.note(last.trouble?.code ?? null, last.trouble?.message ?? '')
    const { version } = await examination.probe(agent, template)
    return makeVote(call, { ...ended, ...totals, version })
  }

  async function askUntilAnswered(
    call: JudgeCall,
    agent: Agent,
    judge: Judge & { readonly template: SealedTemplate },
  ): Promise<{ last: AttemptEnd; attempts: JudgeAttempt[]; uses: AttemptUse[] } | null> {
    const start = performance.now()
    const attempts: JudgeAttempt[] = []
    const uses: AttemptUse[] = []
    const { credentials } = await examination.probe(agent, judge.template)
    const merged = mergeTemplate(agent, settingsOf(agents, judge.agent))
    const environment = judgeEnvironment({
      base: request.environment,
      projectRoot: request.projectRoot,
      agent: judge.agent,
      template: merged,
      harnessEnv: harness.env,
      model: judge.model,
    })
    for (;;) {
      const began = performance.now()
      const startedAt = new Date()
      const timeoutMs = Math.max(1, call.timeoutMs - (began - start))
      const { projectRoot, launch } = request
      const last = await attemptCall({
        call,
        agent,
        judge,
        credentials,
        environment,
        projectRoot,
        timeoutMs,
        launch,
      })
      if (last === null) return null
      attempts.push(describeAttempt(last, startedAt, performance.now() - began))
      uses.push(last)
      const wait = waitBefore(last, attempts.length, call, performance.now() - start)
      if (wait === null) return { last, attempts, uses }
      try {
        await delay(wait, undefined, { signal: call.signal })
      } catch {
        return null
      }
      await moveAside(call, attempts.length)
    }
  }

  /** Milliseconds to wait before another attempt; null when there will be none. */
  function waitBefore(last: AttemptEnd, attempts: number, call: JudgeCall, passedMs: number): number | null {
    const { trouble } = last
    if (trouble === null || !isTransport(trouble.code) || attempts > harness.retries) return null
    const seed = `${call.promptSha256}/${call.checkId}/${call.judge.agent}/${call.replicate}`
    const wait = backoffMs(attempts, seed, trouble.retryAfterSeconds)
    return passedMs + wait < call.timeoutMs ? wait : null
  }
}

/** Takes stored verdicts: no agent has to be there, and no limit applies. */
function replaying(run: StoredRun): Judging {
  const find = openReplay(run)
  return {
    examine: async () => null,
    ask: async (call) => (call.signal.aborted ? null : find(call)),
  }
}

const TRANSPORT: ReadonlySet<string> = new Set<AgentTroubleCode>([
  'rate-limited',
  'overloaded',
  'connection-lost',
])

function isTransport(code: string): boolean {
  return TRANSPORT.has(code)
}

/** What keeps a call from being made at all. */
function findObstacle(judge: Judge, template: SealedTemplate, prompt: string) {
  const cause = promptObstacle(template, prompt)
  if (cause === null) return findUnpassed(judge, template)
  return { code: 'prompt-too-long', message: `${cause}: set agents.${judge.agent}.prompt_input = "stdin"` }
}

function describeBreaker(agent: string, cause: string): string {
  return `${agent} was not asked any more after it had failed 5 times in a row in the same way, first with ${cause}`
}

function describeAttempt(end: AttemptEnd, startedAt: Date, durationMs: number): JudgeAttempt {
  return {
    started_at: startedAt.toISOString(),
    duration_ms: Math.round(durationMs),
    exit_code: end.exitCode,
    error_code: end.trouble?.code ?? null,
    error_detail: end.trouble?.message ?? null,
  }
}

/** Keeps the output of an attempt under another name; one that printed nothing has no file. */
async function moveAside(call: JudgeCall, attempt: number): Promise<void> {
  for (const stream of ['stdout', 'stderr'] as const) {
    try {
      await rename(call.outputFile(stream, null), call.outputFile(stream, attempt))
    } catch {}
  }
}
