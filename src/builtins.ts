// The one file that knows the built-in check types, agents and reporters by name.
import { z } from 'zod'
import { deterministic } from '../plugins/checks/deterministic/index.js'
import { harnessJudge } from '../plugins/checks/harness-judge/index.js'
import { githubOptionsSchema } from '../reporters/github/options.js'
import { outputFileOptionsSchema } from '../reporters/shared/output-file.js'
import type { Agent } from './contracts/agent.js'
import type { CheckType } from './contracts/check-type.js'
import type { AgentSettings, Configuration } from './contracts/configuration.js'
import { EvalChecksError } from './contracts/errors.js'
import type { Executor } from './contracts/executor.js'
import type { EvaluatorPlugin } from './contracts/experiment/evaluator-plugin.js'
import type { ReporterChoice, ReporterContext, RunEnd, RunReporter } from './contracts/reporter.js'
import type { ResultDocument, ResultFormat } from './contracts/result-document.js'
import { type AgentRegistry, namesOfJudges } from './resolve/judging/settings.js'

/** The check types that need no plugin. */
export function builtInTypes(): readonly CheckType[] {
  return [deterministic, harnessJudge]
}

/** Loads the built-in agents; each only when it is asked for. */
const agents: ReadonlyMap<string, () => Promise<Agent>> = new Map([
  ['claude', async () => (await import('../plugins/agents/claude/index.js')).claude],
  ['codex', async () => (await import('../plugins/agents/codex/index.js')).codex],
  ['gemini', async () => (await import('../plugins/agents/gemini/index.js')).gemini],
  ['opencode', async () => (await import('../plugins/agents/opencode/index.js')).opencode],
  ['openhands', async () => (await import('../plugins/agents/openhands/index.js')).openhands],
  ['pi', async () => (await import('../plugins/agents/pi/index.js')).pi],
])

/** Names of the agents that need no `[agents.NAME]`. */
export function builtInAgentNames(): readonly string[] {
  return [...agents.keys()]
}

/** The agents that need no `[agents.NAME]`, by name. */
export async function builtInAgents(): Promise<ReadonlyMap<string, Agent>> {
  return new Map(await Promise.all([...agents].map(async ([name, load]) => [name, await load()] as const)))
}

/**
 * The agent of a name: a built-in one, or the command in its `[agents.NAME]`; null when it is neither built in nor has a
 * command. What `[agents.NAME]` changes about a built-in agent is not applied here.
 */
export async function findAgent(
  name: string,
  settings: Readonly<Record<string, AgentSettings>>,
): Promise<Agent | null> {
  const load = agents.get(name)
  if (load !== undefined) return load()
  const own = Object.hasOwn(settings, name) ? settings[name] : undefined
  if (own?.command === undefined) return null
  const { commandAgent } = await import('../plugins/agents/command/index.js')
  return commandAgent(name)
}

/** The agents that a configuration names as judges, loaded; none when it names none. */
export async function agentRegistry(configuration: Configuration): Promise<AgentRegistry> {
  const loading = namesOfJudges(configuration).map(
    async (name) => [name, await findAgent(name, configuration.agents)] as const,
  )
  const loaded = new Map(await Promise.all(loading))
  return { find: (name) => loaded.get(name) ?? null, names: builtInAgentNames() }
}

/** The executors that an experiment can name. */
export async function builtInExecutors(): Promise<readonly Executor[]> {
  const [{ claude }, { codex }, { anthropicApi }, { openaiApi }, { command }] = await Promise.all([
    import('../plugins/executors/claude/index.js'),
    import('../plugins/executors/codex/index.js'),
    import('../plugins/executors/anthropic-api/index.js'),
    import('../plugins/executors/openai-api/index.js'),
    import('../plugins/executors/command/index.js'),
  ])
  return [claude, codex, anthropicApi, openaiApi, command]
}

/** The evaluators of experiments that programs carry out. */
export async function builtInEvaluators(): Promise<readonly EvaluatorPlugin[]> {
  const [{ outputAssertions }, { executionAssertions }, { exactMatch }] = await Promise.all([
    import('../plugins/evaluators/output-assertions/index.js'),
    import('../plugins/evaluators/execution-assertions/index.js'),
    import('../plugins/evaluators/exact-match/index.js'),
  ])
  return [outputAssertions, executionAssertions, exactMatch]
}

/** A reporter that can stand in a list of reporters, and how it is made of options that its schema takes. */
interface NamedReporter {
  readonly options: z.ZodType
  readonly make: (options: unknown, context: ReporterContext) => Promise<RunReporter>
}

function named<Options>(
  options: z.ZodType<Options>,
  make: (options: Options, context: ReporterContext) => Promise<RunReporter>,
): NamedReporter {
  return { options, make: (given, context) => make(options.parse(given), context) }
}

const namedReporters: ReadonlyMap<string, NamedReporter> = new Map([
  [
    'console',
    named(z.strictObject({}), async (_, context) =>
      (await import('../reporters/console/index.js')).consoleReporter(context),
    ),
  ],
  [
    'github',
    named(githubOptionsSchema, async (options, context) =>
      (await import('../reporters/github/index.js')).githubReporter(options, context),
    ),
  ],
  [
    'junit',
    named(outputFileOptionsSchema, async (options) =>
      (await import('../reporters/junit/index.js')).junitReporter(options),
    ),
  ],
  [
    'ndjson',
    named(outputFileOptionsSchema, async (options) =>
      (await import('../reporters/ndjson/file.js')).ndjsonFileReporter(options),
    ),
  ],
])

/** The schema of the options of every reporter that can stand in a list of reporters, by name. */
export function reporterOptions(): ReadonlyMap<string, z.ZodType> {
  return new Map([...namedReporters].map(([name, { options }]) => [name, options]))
}

/** What {@link builtInReporters} makes reporters of. */
export interface ReportersRequest extends ReporterContext {
  /** Gets events as lines of JSON, when somebody reads them. */
  readonly writeEvent?: (line: string) => void
  /** Reporters besides those that keep the run; false for none. Default: the console, and GitHub inside its Actions. */
  readonly chosen?: false | readonly ReporterChoice[]
}

/** The reporters of a run, in the order in which they are told: files first, then what may name them. */
export async function builtInReporters(request: ReportersRequest): Promise<readonly RunReporter[]> {
  const [{ resultsReporter }, { markdownReporter }, { htmlReporter }, { ndjsonReporter }] = await Promise.all(
    [
      import('../reporters/results/index.js'),
      import('../reporters/markdown/index.js'),
      import('../reporters/html/index.js'),
      import('../reporters/ndjson/index.js'),
    ],
  )
  const { chosen = defaultReporters(request), writeEvent } = request
  const events = writeEvent === undefined ? [] : [ndjsonReporter(writeEvent)]
  const others = await Promise.all((chosen || []).map((choice) => makeReporter(choice, request)))
  return [resultsReporter(), markdownReporter(), htmlReporter(), ...events, ...others]
}

function defaultReporters({ environment }: ReporterContext): readonly ReporterChoice[] {
  const names = environment.GITHUB_ACTIONS === 'true' ? ['console', 'github'] : ['console']
  return names.map((name) => ({ kind: 'built-in', name, options: {} }))
}

async function makeReporter(choice: ReporterChoice, context: ReporterContext): Promise<RunReporter> {
  if (choice.kind === 'own') return choice.reporter
  const found = namedReporters.get(choice.name)
  if (found) return found.make(choice.options, context)
  throw new EvalChecksError('REPORTER_UNKNOWN', `there is no reporter ${choice.name}`)
}

/** Writes a result document as text; `end` is null when nothing was run. */
export async function renderResultDocument(
  document: ResultDocument,
  format: ResultFormat,
  end: RunEnd | null,
): Promise<string> {
  const { renderResultDocument: render } = await import('../reporters/result-document/index.js')
  return render(document, format, end)
}
