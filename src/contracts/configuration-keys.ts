// The registry of configuration keys as data: the TOML reader, the environment reader, the option validator,
// the command line's flags and the reference page are all derived from these rows.
import type { Json } from './json.js'

/** What a single value must be. */
export type LeafType =
  /** A path; relative ones start at the project root. Never empty. */
  | { readonly kind: 'path' }
  /** A number from 0 to 1, both included. */
  | { readonly kind: 'ratio' }
  | { readonly kind: 'integer'; readonly minimum: number }
  /** A finite number above 0. */
  | { readonly kind: 'positive-number' }
  /** Any text but only blanks; the empty string means "not set". */
  | { readonly kind: 'string' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }

/** What a value must be, single values and those made of several. */
export type ValueType =
  | LeafType
  | { readonly kind: 'string-list' }
  /** A program and its arguments: a list of at least one string. */
  | { readonly kind: 'command' }
  /** A list of tables with these fields, no two alike; a string stands for a table with the field `shorthand` alone. */
  | { readonly kind: 'table-list'; readonly fields: readonly TableField[]; readonly shorthand: string }
  /** Names of environment variables with their values, which may be secret. */
  | { readonly kind: 'string-table' }
  /** Agents by name, each a table with these fields. */
  | { readonly kind: 'agents-table'; readonly fields: readonly TableField[] }

/** A key inside a table of a `table-list` or `agents-table`; its option name is {@link camelCase} of `key`. */
export interface TableField {
  readonly key: string
  readonly type: ValueType
  readonly required?: true
  readonly help: string
}

/** What holds when nobody sets a key. */
export type KeyDefault =
  | { readonly kind: 'value'; readonly value: Json }
  /** Resolved to null; `text` says what that means for a reader. */
  | { readonly kind: 'unset'; readonly text: string }
  /** Depends on the machine and is handed to the parser. */
  | { readonly kind: 'sourced'; readonly from: keyof SourcedDefaults; readonly text: string }

/** Defaults that depend on the machine. */
export interface SourcedDefaults {
  /** The number of processor cores that are available, at least 1. */
  readonly maxParallelChecks: number
}

/** What of a value enters the plan digest; `but-environment-values` leaves the values of `provider_env` out. */
export type DigestPart = 'yes' | 'no' | 'kind' | 'names' | 'but-environment-values'

/** One key of the configuration. */
export interface ConfigurationKey {
  /** Path in `config.toml`, e.g. `core.output_dir`; it identifies the key everywhere. */
  readonly path: string
  readonly type: ValueType
  readonly default: KeyDefault
  readonly environment: string | null
  /** Long flag, e.g. `--output-dir`. */
  readonly flag: string | null
  /** Path in the plugin's options, e.g. `harness.agent`. */
  readonly option: string
  readonly digest: DigestPart
  readonly help: string
}

/** Names of folders that are not searched for checks unless the user gives another list. */
export const defaultExcludeDirs: readonly string[] = [
  '.git',
  '.hg',
  '.svn',
  '.venv',
  'venv',
  'node_modules',
  '__pycache__',
  'dist',
  'build',
]

const text: ValueType = { kind: 'string' }
const unset = (what = 'not set'): KeyDefault => ({ kind: 'unset', text: what })
const value = (of: Json): KeyDefault => ({ kind: 'value', value: of })
const oneOf = (...values: string[]): ValueType => ({ kind: 'enum', values })
const atLeast = (minimum: number): ValueType => ({ kind: 'integer', minimum })

/** Keys of one entry of `harness.judges`. */
export const judgeFields: readonly TableField[] = [
  { key: 'agent', type: text, required: true, help: 'Agent that judges.' },
  { key: 'model', type: text, help: 'Model of this judge; without it the agent chooses.' },
  { key: 'reasoning_effort', type: text, help: 'Reasoning effort of this judge.' },
]

/** Keys of `[agents.NAME]`: a new agent, or changes to a built-in one. */
export const agentFields: readonly TableField[] = [
  { key: 'command', type: { kind: 'command' }, help: 'Program and first arguments, as a list.' },
  { key: 'shared_flags', type: { kind: 'string-list' }, help: 'Arguments that every call gets.' },
  { key: 'prompt_flag', type: text, help: 'Flag in front of the prompt; empty for none.' },
  {
    key: 'prompt_position',
    type: oneOf('tail', 'after_command'),
    help: 'Whether the prompt ends the command line or follows the command.',
  },
  {
    key: 'prompt_input',
    type: oneOf('stdin', 'argument'),
    help: 'Whether the prompt goes to standard input or is an argument.',
  },
  { key: 'model_flag', type: text, help: 'Flag in front of the model; empty when there is none.' },
  {
    key: 'model_env_vars',
    type: { kind: 'string-list' },
    help: 'Environment variables that are set to the model.',
  },
  { key: 'default_model', type: text, help: 'Model when neither the check nor harness.model names one.' },
  { key: 'reasoning_effort', type: text, help: 'Effort when harness.reasoning_effort is not set.' },
  {
    key: 'reasoning_effort_flag',
    type: { kind: 'string-list' },
    help: 'Arguments that pass the effort on; {effort} stands for it.',
  },
  {
    key: 'provider_env',
    type: { kind: 'string-table' },
    help: 'Environment variables for the agent; {env:NAME} takes a value from the environment.',
  },
]

/** Every key, in the order of the reference page. */
export const configurationKeys: readonly ConfigurationKey[] = [
  {
    path: 'core.output_dir',
    type: { kind: 'path' },
    default: value('.eval-banana/results'),
    environment: 'EVAL_BANANA_OUTPUT_DIR',
    flag: '--output-dir',
    option: 'outputDir',
    digest: 'no',
    help: 'Folder for results; a relative path starts at the project root.',
  },
  {
    path: 'core.pass_threshold',
    type: { kind: 'ratio' },
    default: value(1),
    environment: 'EVAL_BANANA_PASS_THRESHOLD',
    flag: '--pass-threshold',
    option: 'passThreshold',
    digest: 'yes',
    help: 'Share of points that a run needs to pass.',
  },
  {
    path: 'core.llm_max_input_chars',
    type: atLeast(0),
    default: value(0),
    environment: 'EVAL_BANANA_LLM_MAX_INPUT_CHARS',
    flag: null,
    option: 'llmMaxInputChars',
    digest: 'yes',
    help: 'Characters of each evidence file that a judge gets to see; 0 for all of them.',
  },
  {
    path: 'core.max_parallel_checks',
    type: atLeast(1),
    default: { kind: 'sourced', from: 'maxParallelChecks', text: 'available cores' },
    environment: 'EVAL_BANANA_MAX_PARALLEL_CHECKS',
    flag: '--max-parallel-checks',
    option: 'maxParallelChecks',
    digest: 'no',
    help: 'How many script checks run at the same time.',
  },
  {
    path: 'core.python',
    type: { kind: 'path' },
    default: unset('found in the project or on the PATH'),
    environment: 'EVAL_BANANA_PYTHON',
    flag: '--python',
    option: 'python',
    digest: 'kind',
    help: 'Python interpreter for script checks.',
  },
  {
    path: 'core.python_start',
    type: oneOf('auto', 'fork', 'spawn'),
    default: value('auto'),
    environment: 'EVAL_BANANA_PYTHON_START',
    flag: null,
    option: 'pythonStart',
    digest: 'no',
    help: 'Whether scripts are forked from a warm interpreter or each start their own.',
  },
  {
    path: 'harness.agent',
    type: text,
    default: unset(),
    environment: 'EVAL_BANANA_HARNESS_AGENT',
    flag: '--harness-agent',
    option: 'harness.agent',
    digest: 'yes',
    help: 'Agent that judges, built in or from [agents.NAME].',
  },
  {
    path: 'harness.model',
    type: text,
    default: unset(),
    environment: 'EVAL_BANANA_HARNESS_MODEL',
    flag: '--harness-model',
    option: 'harness.model',
    digest: 'yes',
    help: 'Model of the judge, in the words of its agent.',
  },
  {
    path: 'harness.reasoning_effort',
    type: text,
    default: unset(),
    environment: 'EVAL_BANANA_HARNESS_REASONING_EFFORT',
    flag: '--harness-reasoning-effort',
    option: 'harness.reasoningEffort',
    digest: 'yes',
    help: 'Reasoning effort of the judge, in the words of its agent.',
  },
  {
    path: 'harness.timeout_seconds',
    type: { kind: 'positive-number' },
    default: value(300),
    environment: 'EVAL_BANANA_HARNESS_TIMEOUT_SECONDS',
    flag: '--harness-timeout-seconds',
    option: 'harness.timeoutSeconds',
    digest: 'yes',
    help: 'Seconds that a judge may take, all its attempts together.',
  },
  {
    path: 'harness.access',
    type: oneOf('read-only', 'full'),
    default: value('read-only'),
    environment: null,
    flag: null,
    option: 'harness.access',
    digest: 'yes',
    help: 'What a judge may do in the project.',
  },
  {
    path: 'harness.max_parallel',
    type: atLeast(1),
    default: value(4),
    environment: 'EVAL_BANANA_HARNESS_MAX_PARALLEL',
    flag: '--harness-max-parallel',
    option: 'harness.maxParallel',
    digest: 'no',
    help: 'How many judges run at the same time.',
  },
  {
    path: 'harness.retries',
    type: atLeast(0),
    default: value(2),
    environment: null,
    flag: null,
    option: 'harness.retries',
    digest: 'no',
    help: 'Further attempts after a rate limit, overload or lost connection.',
  },
  {
    path: 'harness.replicates',
    type: atLeast(1),
    default: value(1),
    environment: null,
    flag: null,
    option: 'harness.replicates',
    digest: 'yes',
    help: 'How often every judge is asked.',
  },
  {
    path: 'harness.agreement',
    type: oneOf('majority', 'all', 'any'),
    default: value('majority'),
    environment: null,
    flag: null,
    option: 'harness.agreement',
    digest: 'yes',
    help: 'How several verdicts become one.',
  },
  {
    path: 'harness.judges',
    type: { kind: 'table-list', fields: judgeFields, shorthand: 'agent' },
    default: value([]),
    environment: null,
    flag: null,
    option: 'harness.judges',
    digest: 'yes',
    help: 'Judges that are asked instead of the one that harness.agent names.',
  },
  {
    path: 'harness.budget_usd',
    type: { kind: 'positive-number' },
    default: unset('no limit'),
    environment: null,
    flag: '--budget-usd',
    option: 'harness.budgetUsd',
    digest: 'yes',
    help: 'US dollars after which no further judge starts.',
  },
  {
    path: 'harness.max_calls',
    type: atLeast(1),
    default: unset('no limit'),
    environment: null,
    flag: '--max-calls',
    option: 'harness.maxCalls',
    digest: 'yes',
    help: 'Judge calls after which no further one starts.',
  },
  {
    path: 'harness.run',
    type: oneOf('always', 'selected'),
    default: value('always'),
    environment: 'EVAL_BANANA_HARNESS_RUN',
    flag: null,
    option: 'harness.run',
    digest: 'no',
    help: 'Whether judges run in every run or only when chosen by name, file or tag.',
  },
  {
    path: 'harness.env',
    type: { kind: 'string-table' },
    default: value({}),
    environment: null,
    flag: null,
    option: 'harness.env',
    digest: 'names',
    help: 'Environment variables for every judge.',
  },
  {
    path: 'agents',
    type: { kind: 'agents-table', fields: agentFields },
    default: value({}),
    environment: null,
    flag: null,
    option: 'agents',
    digest: 'but-environment-values',
    help: 'Agents of your own and changes to the built-in ones, by name.',
  },
  {
    path: 'discovery.exclude_dirs',
    type: { kind: 'string-list' },
    default: value(defaultExcludeDirs),
    environment: null,
    flag: null,
    option: 'excludeDirs',
    digest: 'no',
    help: 'Names of folders that are not searched; a list of your own replaces the default.',
  },
]

/** The option spelling of a TOML key: `reasoning_effort` becomes `reasoningEffort`. */
export function camelCase(key: string): string {
  return key.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The name under which a flag's value is handed over: `--harness-agent` becomes `harnessAgent`. */
export function flagProperty(flag: string): string {
  return camelCase(flag.replace(/^--/, ''))
}
