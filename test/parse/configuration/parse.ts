// Short ways into the parser for its tests.
import { expect } from 'vitest'
import { type EvalChecksError, EvalChecksErrors } from '../../../src/contracts/errors.js'
import {
  type ConfigurationSources,
  type ParsedConfiguration,
  parseConfiguration,
} from '../../../src/parse/configuration/parse-configuration.js'

const file = '/project/.eval-banana/config.toml'

/** Sources with the TOML as a bare text. */
export type Sources = Partial<Omit<ConfigurationSources, 'toml'>> & { readonly toml?: string | Uint8Array }

/** Parses on a machine with 8 cores and, unless given, an empty environment. */
export function parse({ toml, ...sources }: Sources = {}): ParsedConfiguration {
  return parseConfiguration({
    environment: {},
    defaults: { maxParallelChecks: 8 },
    ...sources,
    ...(toml === undefined ? {} : { toml: { file, text: toml } }),
  })
}

/** The faults of sources that are at fault, each with only its code, place and fix. */
export function faultsOf(sources: Sources) {
  return rawFaultsOf(sources).map(({ code, location, fix }) => ({
    code,
    at: location === undefined ? undefined : [location.line, location.column],
    fix,
  }))
}

/** The codes of all faults. */
export function codesOf(sources: Sources): readonly string[] {
  return rawFaultsOf(sources).map(({ code }) => code)
}

/** The faults as they were thrown. */
export function rawFaultsOf(sources: Sources): readonly EvalChecksError[] {
  try {
    parse(sources)
  } catch (error) {
    expect(error).toBeInstanceOf(EvalChecksErrors)
    if (error instanceof EvalChecksErrors) return error.errors
  }
  return expect.fail('nothing was refused')
}
