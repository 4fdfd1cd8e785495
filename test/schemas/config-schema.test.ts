// The schema of config.toml against its reader: every key with values of every kind, and whole texts.
import { readFileSync } from 'node:fs'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { configTemplate } from '../../src/cli/config-template.js'
import { agentFields, configurationKeys, judgeFields } from '../../src/contracts/configuration-keys.js'
import { parse } from '../parse/configuration/parse.js'
import { compileSchema } from './schemas.js'

const accepts = compileSchema('config')
const seen = (text: string) => accepts(toJson(parseToml(text)))

/** As TOML is handed to schemas: tables are plain objects, dates are texts. */
function toJson(value: unknown): unknown {
  if (value instanceof Date) return String(value)
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]))
}

function loads(text: string): boolean {
  try {
    parse({ toml: text })
    return true
  } catch {
    return false
  }
}

const values = [
  ...['""', '" "', '"a"', '"a b"', '"\\u0000"', '"read-only"', '"majority"', '"auto"', '"always"', '"tail"'],
  ...['"stdin"', '"selected"', '"80"', 'true', '0', '1', '-1', '2', '80', '0.5', '1.5', '-0.5', 'inf', 'nan'],
  ...['[]', '[1]', '["a"]', '[""]', '[" "]', '["a", ""]', '["a", "b"]', '["a", "a"]', '["\\u0000"]'],
  ...['{}', '{ A = "1" }', '{ A = 1 }', '{ "" = "1" }', '{ "A=B" = "1" }', '{ a = { command = ["x"] } }'],
  ...[
    '{ a = {} }',
    '{ a = { comand = [] } }',
    '{ " a" = {} }',
    '{ toString = {} }',
    '[{}]',
    '[{ agent = "a" }]',
  ],
  ...['[{ agent = "" }]', '[{ agent = "a", modle = "b" }]', '[{ agent = "a" }, { agent = "b" }]', '[["a"]]'],
]

/** What the reader refuses although the schema cannot: [key, value, why]. */
const differences: readonly [key: string, value: string, why: string][] = [
  ['core.python', '1979-05-27', 'dates reach a schema as texts'],
  ['core.max_parallel_checks', '4.0', 'as a value, 4.0 is the integer 4'],
  ['harness.judges', '["a", { agent = "a" }]', 'two spellings of the same judge are different values'],
]

describe('a key takes in an editor what it takes in a run', () => {
  test.each(configurationKeys.map(({ path }) => path))('%s', (path) => {
    for (const value of values) {
      const text = `${path} = ${value}\n`
      expect(seen(text), text).toBe(loads(text))
    }
  })

  test.each(agentFields.map(({ key }) => key))('agents.NAME.%s', (key) => {
    for (const name of ['mine', 'codex']) {
      for (const value of values) {
        const text = `agents.${name}.${key} = ${value}\n`
        expect(seen(text), text).toBe(loads(text))
      }
    }
  })

  test.each(judgeFields.map(({ key }) => key))('%s of a judge', (key) => {
    for (const value of values) {
      const text = `[[harness.judges]]\n${key === 'agent' ? '' : 'agent = "a"\n'}${key} = ${value}\n`
      expect(seen(text), text).toBe(loads(text))
    }
  })

  test.each(differences)('%s = %s differs: %s', (path, value) => {
    const text = `${path} = ${value}\n`
    expect([seen(text), loads(text)]).toEqual([true, false])
  })
})

test.each([
  ['nothing', ''],
  ['what init writes', configTemplate()],
  ['what init writes, with everything uncommented', configTemplate().replace(/^#(?! )/gm, '')],
  ['the example', readFileSync('examples/quickstart/.eval-banana/config.toml', 'utf8')],
  ['an unknown section', '[cor]\n'],
  ['an unknown key', '[core]\npass_treshold = 1\n'],
  ['a legacy section', '[llm]\nmodel = "a"\n'],
  ['a legacy key', '[harness]\nskip = true\n'],
  ['an ignored key', '[harness]\nskills_dir = "skills"\n'],
  ['a section that is a value', 'core = 1\n'],
])('the whole text is decided alike: %s', (_, text) => {
  expect(seen(text)).toBe(loads(text))
})

test('every key says its default where it has one', () => {
  const file = new URL('../../schemas/config.schema.json', import.meta.url)
  const schema: unknown = JSON.parse(readFileSync(file, 'utf8'))
  for (const { path, default: unset } of configurationKeys) {
    const steps = path.split('.').flatMap((step) => ['properties', step])
    const property = steps.reduce(enter, schema)
    if (unset.kind === 'value') expect(enter(property, 'default'), path).toEqual(unset.value)
    expect(enter(property, 'title')).toBe(path)
    expect(enter(property, 'description')).toEqual(expect.stringMatching(/\w/))
  }
})

function enter(at: unknown, step: string): unknown {
  const entry = typeof at === 'object' && at !== null ? Object.entries(at).find(([key]) => key === step) : []
  return entry?.[1]
}
