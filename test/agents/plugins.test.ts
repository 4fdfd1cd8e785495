// The built-in agents' own command lines, run by the real programs: in a repository full of traps, and with every
// verdict that a model can give.
import { expect, test } from 'vitest'
import { builtInAgents } from '../../src/builtins.js'
import type { Agent, AgentLaunch } from '../../src/contracts/agent.js'
import { cleanFinalText } from '../../src/evaluate/verdict/clean-output.js'
import { readStructuredVerdict } from '../../src/evaluate/verdict/read-structured-verdict.js'
import { readVerdict } from '../../src/evaluate/verdict/read-verdict.js'
import { startHostile } from './hostile-call.js'
import { KEY, VERDICT_SCHEMA } from './invocations.js'
import { type AgentName, startJudge } from './judge.js'
import type { Ended, Invocation } from './start-agent.js'

const agents = await builtInAgents()
const untouched = { exitCode: 0, sprung: [], told: [], read: true, planted: [], elsewhere: [] }

/** What a user sets who has a key and a server of their own. */
const userEnvironments = {
  claude: (url: string) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
  codex: (url: string) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` }),
  gemini: (url: string) => ({ GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url }),
}
const keyNames = { claude: 'ANTHROPIC_API_KEY', codex: 'OPENAI_API_KEY', gemini: 'GEMINI_API_KEY' }

function agentOf(name: AgentName): Agent {
  return agents.get(name) ?? expect.fail(`no agent ${name}`)
}

function invoke(name: AgentName, cwd: string, url: string): Invocation {
  const { template, prepare } = agentOf(name)
  // The proxy is the model server, which shows whom else a program wanted to reach.
  const proxies = { HTTPS_PROXY: new URL(url).origin, HTTP_PROXY: new URL(url).origin, NO_PROXY: '127.0.0.1' }
  const environment: Record<string, string> = { ...userEnvironments[name](url), ...proxies }
  const launch: AgentLaunch = prepare({
    template,
    own: [],
    access: 'read-only',
    credentials: { kind: 'key', name: keyNames[name] },
    model: `${name}-test`,
    reasoningEffort: null,
    environment,
    projectRoot: cwd,
    privateFolder: '{home}',
    verdictSchema: VERDICT_SCHEMA,
  })
  const model = template.modelFlag === null ? [] : [template.modelFlag, `${name}-test`]
  return {
    program: name,
    args: [...template.command.slice(1), ...launch.flags, ...model, ...(launch.tail ?? [])],
    env: { ...environment, ...launch.env },
    files: launch.files ?? {},
    ...(launch.answerFile === undefined ? {} : { answerFile: launch.answerFile }),
  }
}

function conclude(name: AgentName, { exitCode, stdout, stderr, answerFile }: Ended): string {
  const output = { exitCode, stdout, stderr, answerFile, prompt: 'Is note.txt friendly?' }
  const { trouble, answer } = agentOf(name).read(output)
  if (trouble !== null || answer === null) return `error: ${trouble?.code ?? 'no answer'}`
  const reading =
    answer.structured === undefined
      ? readVerdict(cleanFinalText(answer.text), answer)
      : readStructuredVerdict(answer.structured)
  if (reading.kind === 'refused') return `error: ${reading.code}`
  return reading.score === 1 ? 'passed' : 'failed'
}

test.for([
  ['claude', [], 'failed'],
  ['codex', [], 'failed'],
  // Its GEMINI.md cannot be turned off, and what the model repeats of the file stands in the message with its verdict.
  ['gemini', ['PLANTED-GEMINI-MD'], 'error: answered-twice'],
] as const)(
  '%s in a repository full of traps springs none and does not pass',
  async ([name, told, verdict]) => {
    const { ended, tell } = await startHostile(name, (_, cwd, url) => invoke(name, cwd, url))
    expect(await tell()).toEqual({ ...untouched, told })
    expect(conclude(name, await ended)).toBe(verdict)
  },
)

test.for([
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['prose', 'passed'],
  ['tool', 'passed'],
  ['twice', 'error: answered-twice'],
  ['429once', 'passed'],
  ['500', 'error: overloaded'],
] as const)('%s comes to the same with every agent', async ([scenario, verdict]) => {
  const concluded = (['claude', 'codex', 'gemini'] as const).map(async (name) => {
    const change = (_: Invocation, url: string) => invoke(name, '/', url)
    return conclude(name, await (await startJudge(name, scenario, { change })).ended)
  })
  expect(await Promise.all(concluded)).toEqual([verdict, verdict, verdict])
})
