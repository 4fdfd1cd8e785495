// Options of the plugin that are no configuration keys: they tell the host where to look and what to set up.
import { z } from 'zod'
import { EvalChecksError, EvalChecksErrors } from '../../contracts/errors.js'
import { showPath } from './key-path.js'
import { nearestName } from './nearest-name.js'

/** Options of the plugin beside the configuration keys; all may be absent. */
export interface HostOptions {
  /** Where the search for the configuration starts, relative to the Vite root. */
  readonly cwd?: string
  /** The only folder that is searched for checks. */
  readonly checkDir?: string
  /** Only checks with one of these tags run. */
  readonly tags?: readonly string[]
  /** False: `config.toml` is not read. */
  readonly projectConfig?: boolean
  readonly project?: { readonly name?: string; readonly groupOrder?: number }
  /** Globs of experiment files; false: they are left alone. */
  readonly experiments?: false | string | readonly string[]
  /** Flags for experiments. */
  readonly experiment?: Readonly<Record<string, unknown>>
  readonly reporters?: false | readonly unknown[]
  readonly plugins?: readonly unknown[]
}

const filled = z.string().min(1)
const list = z.array(z.unknown())
// Vitest drops files of negative groups without a word, and walks through all groups up to the last.
const projectShape = { name: z.exactOptional(filled), groupOrder: z.exactOptional(z.int().min(0).max(1000)) }
const shape = {
  cwd: z.exactOptional(filled),
  checkDir: z.exactOptional(filled),
  tags: z.exactOptional(z.array(filled)),
  projectConfig: z.exactOptional(z.boolean()),
  project: z.exactOptional(z.strictObject(projectShape)),
  experiments: z.exactOptional(
    z.union([z.literal(false), filled, z.array(filled).min(1)], { error: 'expected globs, or false' }),
  ),
  experiment: z.exactOptional(z.record(z.string(), z.unknown())),
  reporters: z.exactOptional(z.union([z.literal(false), list], { error: 'expected false or a list' })),
  plugins: z.exactOptional(list),
}
const schema: z.ZodType<HostOptions> = z.strictObject(shape)

/** Names of all {@link HostOptions}. */
export const hostOptionNames: ReadonlySet<string> = new Set(Object.keys(shape))

/**
 * Reads the {@link HostOptions} among the plugin's options. Configuration keys and unknown names are left to
 * `parseConfiguration`.
 * @throws {EvalChecksErrors} `OPTION_WRONG_TYPE`, `OPTION_UNKNOWN`, all of them at once
 */
export function parseHostOptions(options: Readonly<Record<string, unknown>>): HostOptions {
  const given = Object.entries(options).filter(
    ([name, value]) => hostOptionNames.has(name) && value !== undefined,
  )
  const checked = schema.safeParse(Object.fromEntries(given))
  if (checked.success) return checked.data
  throw new EvalChecksErrors(checked.error.issues.flatMap(faultsOf))
}

function faultsOf(issue: z.core.$ZodIssue): EvalChecksError[] {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))
  if (issue.code !== 'unrecognized_keys') {
    return [
      new EvalChecksError('OPTION_WRONG_TYPE', `option ${showPath(path)} is not right: ${issue.message}`),
    ]
  }
  return issue.keys.map((key) => {
    const near = nearestName(key, Object.keys(projectShape))
    const fix = near === undefined ? `known here: ${Object.keys(projectShape).join(', ')}` : `use ${near}`
    return new EvalChecksError('OPTION_UNKNOWN', `option ${showPath([...path, key])} is unknown`, { fix })
  })
}
