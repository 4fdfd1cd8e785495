// Examines agents before the first of them is asked, without spending anything: each is found, asked for its version, and
// looked through for credentials, once a run.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Agent, AgentCredentials } from '../../contracts/agent.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { Judge, SealedTemplate } from '../../contracts/judging.js'
import { findProgram } from '../../process/find-program.js'
import { mergeTemplate, settingsOf } from '../../resolve/judging/settings.js'
import { findUnpassed } from './command-line.js'
import { judgeEnvironment } from './judge-environment.js'
import type { JudgingRequest } from './judging-request.js'

/** Milliseconds that an agent may take to say its version. */
export const VERSION_LIMIT_MS = 30_000

/** What an examination of one agent found. */
export interface ProbeResult {
  readonly version: string | null
  readonly credentials: AgentCredentials
  readonly problem: Problem | null
}

interface Problem {
  readonly code: 'preflight' | 'not-logged-in'
  readonly message: string
}

/** One per run. */
export class Examination {
  readonly #request: JudgingRequest
  readonly #probes = new Map<string, Promise<ProbeResult>>()

  constructor(request: JudgingRequest) {
    this.#request = request
  }

  /** What stands in the way of the judges that may be asked, all causes in one error; null when nothing does. */
  async examine(judges: readonly Judge[]): Promise<EvalChecksError | null> {
    if (judges.length === 0) {
      return new EvalChecksError('preflight', 'no harness is configured, so nobody can judge', {
        fix: 'set harness.agent in the configuration, EVAL_BANANA_HARNESS_AGENT or --harness-agent',
      })
    }
    const found = await Promise.all(judges.map((judge) => this.#examineJudge(judge)))
    const problems = new Map(found.flatMap((problem) => (problem ? [[problem.message, problem]] : [])))
    const [first] = problems.values()
    if (!first) return null
    return new EvalChecksError(first.code, [...problems.keys()].join('; '))
  }

  /** Examines an agent's program, once. */
  probe(agent: Agent, template: SealedTemplate): Promise<ProbeResult> {
    const key = JSON.stringify([agent.name, template.command])
    const before = this.#probes.get(key)
    if (before) return before
    const probing = this.#probe(agent, template)
    this.#probes.set(key, probing)
    return probing
  }

  async #examineJudge(judge: Judge): Promise<Problem | null> {
    const { configuration, registry } = this.#request
    const agent = registry.find(judge.agent)
    const { template } = judge
    if (!agent || !template) {
      const message = `no agent is called ${judge.agent}: use a built-in one (${registry.names.join(', ')}) or describe it in [agents.${judge.agent}] with a command`
      return { code: 'preflight', message }
    }
    const { budgetUsd } = configuration.harness
    if (budgetUsd !== null && !agent.reportsCost) {
      const message = `${judge.agent} does not say what a call costs, so budget_usd cannot be kept: set max_calls instead`
      return { code: 'preflight', message }
    }
    const unpassed = findUnpassed(judge, template)
    if (unpassed) return { code: 'preflight', message: unpassed.message }
    return (await this.probe(agent, template)).problem
  }

  async #probe(agent: Agent, template: SealedTemplate): Promise<ProbeResult> {
    const { environment, projectRoot, configuration } = this.#request
    const [command = ''] = template.command
    const none: AgentCredentials = { kind: 'unknown' }
    if (findProgram(command, { environment, cwd: projectRoot }) === null) {
      const message = `not-installed: the command ${command} was not found. ${agent.probe.installFix}`
      return { version: null, credentials: none, problem: { code: 'preflight', message } }
    }
    const merged = mergeTemplate(agent, settingsOf(configuration.agents, agent.name))
    const full = judgeEnvironment({
      base: environment,
      projectRoot,
      agent: agent.name,
      template: merged,
      harnessEnv: configuration.harness.env,
      model: null,
    })
    const { version, problem } = await this.#askVersion(agent, template.command, full)
    const credentials = await agent.probe.findCredentials(full, template.command)
    if (problem !== null || credentials.kind !== 'none') return { version, credentials, problem }
    const message = `${agent.name} has neither a key nor a login. ${agent.probe.loginFix}`
    return { version, credentials, problem: { code: 'not-logged-in', message } }
  }

  async #askVersion(
    agent: Agent,
    [command = '', ...first]: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<{ version: string | null; problem: Problem | null }> {
    const { versionArguments } = agent.probe
    if (versionArguments === null) return { version: null, problem: null }
    const args = [...first, ...versionArguments]
    const folder = await mkdtemp(path.join(tmpdir(), 'eval-checks-version-'))
    try {
      const { end, stdout, stderr } = await this.#request.launch({
        command,
        args,
        cwd: folder,
        env,
        stdoutFile: path.join(folder, 'stdout'),
        stderrFile: path.join(folder, 'stderr'),
        timeoutMs: VERSION_LIMIT_MS,
        sweepDescendants: true,
      })
      if (end.kind === 'exited' && end.exitCode === 0) {
        return { version: agent.probe.readVersion(stdout.text), problem: null }
      }
      const how = end.kind === 'exited' ? `exit code ${end.exitCode}` : end.kind
      const said = (stderr.text || stdout.text).trim().split('\n').at(-1) ?? ''
      const message = `${[command, ...versionArguments].join(' ')} did not work (${how}): ${said}. ${agent.probe.installFix}`
      return { version: null, problem: { code: 'preflight', message } }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
