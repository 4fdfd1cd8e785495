import { describe, expect, it } from 'vitest'
import {
  agentFields,
  camelCase,
  configurationKeys,
  flagProperty,
  judgeFields,
} from '../../../src/contracts/configuration-keys.js'
import { parse } from './parse.js'

describe('the registry', () => {
  it('names every key, variable, flag and option once', () => {
    for (const name of ['path', 'environment', 'flag', 'option'] as const) {
      const names = configurationKeys.flatMap((key) => key[name] ?? [])
      expect(new Set(names).size).toBe(names.length)
    }
  })

  it('has a place in the configuration for every key', () => {
    const configuration: unknown = parse().configuration
    for (const { path } of configurationKeys) {
      const [section = '', key] = path.split('.').map(camelCase)
      expect(configuration).toHaveProperty(key === undefined ? [section] : [section, key])
    }
  })

  it('spells options in camel case, [core] and [discovery] flat', () => {
    for (const { path, option } of configurationKeys) {
      expect(option).toBe(camelCase(path.replace(/^(?:core|discovery)\./, '')))
    }
  })

  it('spells variables and flags after the key', () => {
    for (const { path, environment, flag } of configurationKeys) {
      const [section, key = ''] = path.split('.')
      const long = section === 'core' ? key : `${section}_${key}`
      if (environment !== null) expect(environment).toBe(`EVAL_BANANA_${long.toUpperCase()}`)
      if (flag !== null) expect([long, key].map((name) => `--${name.replaceAll('_', '-')}`)).toContain(flag)
    }
  })

  it('can set by text only what is a single value', () => {
    for (const { environment, flag, type } of configurationKeys) {
      if (environment ?? flag) expect(type.kind).not.toMatch(/list|table|command/)
    }
  })

  it('helps with every key in one sentence', () => {
    for (const { help } of [...configurationKeys, ...agentFields, ...judgeFields])
      expect(help).toMatch(/^[A-Z].*\.$/)
  })

  it('knows under which name a flag arrives', () => {
    expect(flagProperty('--harness-timeout-seconds')).toBe('harnessTimeoutSeconds')
    expect(flagProperty('--python')).toBe('python')
  })
})
