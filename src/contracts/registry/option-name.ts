// Flags as options: `--holdout-ratio` on a command line is `holdoutRatio` in an object.
import type { flagInputs } from './flags.js'

type Joined<Text extends string> = Text extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<Joined<Rest>>}`
  : Text
/** The name of a flag as an option. */
export type OptionName<Flag extends string> = Flag extends `--${infer Name}` ? Joined<Name> : never

/** The name of a flag as an option: without dashes, in camel case. */
export function optionName(flag: string): string {
  return flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

type Flags = (typeof flagInputs)[number]

/** What an option takes, by the kind of value of its flag. */
interface OptionValue {
  readonly switch: boolean
  readonly number: number
  readonly text: string
  /** The items, or one text with commas. */
  readonly list: string | readonly string[]
}

/** Every flag of an experiment as an option, but for the one that names a file: from the registry. */
export type ExperimentOptions = {
  readonly [Flag in Exclude<Flags, { key: '--config' }> as OptionName<
    Flag['key']
  >]?: OptionValue[Flag['value']]
}
