// What may not matter for a request: the order of keys, and whether a value was typed or stands in a file.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EvalConfig } from '../../../src/contracts/experiment/eval-config.js'
import { readExperimentFile } from '../../../src/parse/experiment-file/index.js'
import { bytesOf } from '../experiment-inputs.js'
import { defaults, parse, smallest } from './support.js'

/** A value that both a flag and a key of a file can set: as the one, and as the other. */
interface Both {
  readonly field: string
  readonly flags: Readonly<Record<string, unknown>>
  readonly config: Readonly<Record<string, unknown>>
}

const whole = fc.integer({ min: 1, max: 100_000 })
const money = fc.double({ min: 0.01, max: 100, noNaN: true })
const path = fc.constantFrom('a', './b', '../c d', '/e/f.yaml', 'g/')
const asTyped = fc.boolean()

function number(field: string, flag: string, place: (value: number) => object, values: fc.Arbitrary<number>) {
  return fc.tuple(values, asTyped).map(
    ([value, text]): Both => ({
      field,
      flags: { [flag]: text ? String(value) : value },
      config: { ...place(value) },
    }),
  )
}

function words<T>(field: string, flag: string, key: string, values: fc.Arbitrary<T>) {
  return values.map((value): Both => ({ field, flags: { [flag]: value }, config: { [key]: value } }))
}

function turned(field: string, flags: object, config: object) {
  return fc.constant<Both>({ field, flags: { ...flags }, config: { ...config } })
}

const anyInput: fc.Arbitrary<Both> = fc.oneof(
  number('concurrency', 'concurrency', (value) => ({ concurrency: value }), whole),
  number('repeat', 'repeat', (value) => ({ repeat: value }), whole),
  number('judgeRepeat', 'judgeRepeat', (value) => ({ judgeRepeat: value }), whole),
  number('samples', 'bootstrapSamples', (value) => ({ bootstrapSamples: value + 99 }), whole).map(
    ({ config, ...both }) => ({ ...both, config, flags: { bootstrapSamples: config.bootstrapSamples } }),
  ),
  number(
    'holdout',
    'holdoutRatio',
    (value) => ({ holdoutRatio: value }),
    fc.double({ min: 0.01, max: 0.99, noNaN: true }),
  ),
  number('usd', 'budgetUsd', (value) => ({ budget: { totalUSD: value } }), money),
  number('perUsd', 'budgetPerSampleUsd', (value) => ({ budget: { perSampleUSD: value } }), money),
  number('perMs', 'budgetPerSampleMs', (value) => ({ budget: { perSampleMs: value } }), whole),
  number(
    'threshold',
    'threshold',
    (value) => ({ decision: { threshold: value } }),
    fc.double({ min: 1, max: 5, noNaN: true }),
  ),
  number(
    'trivial',
    'trivialDiff',
    (value) => ({ decision: { trivialDifference: value } }),
    fc.double({ min: 0, max: 4, noNaN: true }),
  ),
  fc.tuple(whole, asTyped).map(([ms, text]): Both => {
    const seconds = ms / 1000
    return {
      field: 'timeout',
      flags: { timeout: text ? String(seconds) : seconds },
      config: { timeoutMs: ms },
    }
  }),
  words('effort', 'effort', 'effort', fc.constantFrom('low', 'medium', 'high', 'xhigh', 'max')),
  words('model', 'model', 'model', fc.constantFrom('m', 'a:b', 'ü')),
  words('executor', 'executor', 'executor', fc.constantFrom('claude', 'codex', './bin/agent')),
  words('gold', 'goldDir', 'goldDir', path),
  words('mcp', 'mcpConfig', 'mcpConfig', path),
  words('samplesPath', 'samples', 'samples', path),
  turned('judge', { noJudge: true }, { noJudge: true }),
  turned('debias', { noDebiasLength: true }, { lengthDebias: false }),
  turned('strict', { noStrictBaseline: true }, { strictBaseline: false }),
  turned('strict', { strictBaseline: true }, { strictBaseline: true }),
  turned('bootstrap', { bootstrap: true }, { bootstrap: true }),
  turned('diagnostic', { noDiagnostic: true }, { noDiagnostic: true }),
  turned('doctor', { skipDoctor: true }, { skipDoctor: true }),
  fc.constantFrom(['claude:a'], ['claude:a:b', 'codex:c']).map(
    (judges): Both => ({
      field: 'judges',
      flags: { judgeModels: judges.join(',') },
      config: {
        judgeModels: judges.map((judge) => ({
          executor: judge.slice(0, judge.indexOf(':')),
          model: judge.slice(judge.indexOf(':') + 1),
        })),
      },
    }),
  ),
  fc.constantFrom([''], ['w', ''], ['', './w']).map(
    (cwds): Both => ({
      field: 'variants',
      flags: {
        control: 'baseline',
        treatment: cwds.map((_, i) => `x/t${i}.md`).join(','),
        treatmentCwd: cwds.join(','),
      },
      config: {
        variants: [
          { name: 'baseline', role: 'control', artifact: 'baseline' },
          ...cwds.map((cwd, i) => ({
            name: `t${i}`,
            role: 'treatment',
            artifact: `x/t${i}.md`,
            ...(cwd === '' ? {} : { cwd }),
          })),
        ],
      },
    }),
  ),
)

const someInputs = fc.uniqueArray(anyInput, { selector: ({ field }) => field, maxLength: 12 })
/** A command has no model and no judge of its own, and there have to be variants and samples in every case. */
const ready = { ...defaults, model: { value: 'm', source: 'OMK_MODEL' } }

function merge(parts: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {}
  for (const part of parts)
    for (const [key, value] of Object.entries(part)) {
      const before = merged[key]
      const nested = typeof before === 'object' && before !== null && !Array.isArray(before)
      merged[key] = nested && typeof value === 'object' ? { ...before, ...value } : value
    }
  return merged
}

/** Reads a file as it would lie on disk. */
function readConfig(content: Readonly<Record<string, unknown>>): EvalConfig {
  const bytes = bytesOf(JSON.stringify(content))
  const { config, faults } = readExperimentFile({ file: '/project/x.eval.json', bytes, explicit: true })
  if (config === null) throw new Error(faults.map(({ message }) => message).join('\n'))
  return config
}

const bare = { samples: smallest.samples, variants: smallest.variants }

test('values are the same whether they were typed or stand in a file', () => {
  fc.assert(
    fc.property(someInputs, (inputs) => {
      const typed = parse({
        flags: merge(inputs.map(({ flags }) => flags)),
        config: smallest,
        defaults: ready,
      })
      const config = readConfig({ ...bare, ...merge(inputs.map(({ config }) => config)) })
      const options = parse({
        options: merge(inputs.map(({ flags }) => flags)),
        config: smallest,
        defaults: ready,
      })
      expect(parse({ config, defaults: ready }).values).toEqual(typed.values)
      expect(options.values).toEqual(typed.values)
    }),
  )
})

test('the order of keys does not matter', () => {
  const shuffled = someInputs.chain((inputs) =>
    fc.tuple(
      fc.constant(inputs),
      fc.shuffledSubarray([...inputs], { minLength: inputs.length }),
      fc.boolean(),
    ),
  )
  fc.assert(
    fc.property(shuffled, ([inputs, others, reversed]) => {
      const content = (list: readonly Both[], turn: boolean) => {
        const whole = Object.entries({ ...bare, ...merge(list.map(({ config }) => config)) })
        return readConfig(Object.fromEntries(turn ? whole.reverse() : whole))
      }
      const flags = (list: readonly Both[]) => merge(list.map((each) => each.flags))
      expect(parse({ config: content(others, reversed), defaults: ready })).toEqual(
        parse({ config: content(inputs, false), defaults: ready }),
      )
      expect(parse({ flags: flags(others), defaults: ready })).toEqual(
        parse({ flags: flags(inputs), defaults: ready }),
      )
    }),
  )
})

test('what is typed wins over what stands in the file, field by field, and has one source', () => {
  fc.assert(
    fc.property(someInputs, someInputs, (typed, written) => {
      const config = readConfig({ ...bare, ...merge(written.map((each) => each.config)) })
      const request = parse({ flags: merge(typed.map((each) => each.flags)), config, defaults: ready })
      const names = new Set(typed.map(({ field }) => field))
      const left = written.filter(({ field }) => !names.has(field))
      const alone = merge([...left, ...typed].map((each) => each.config))
      expect(request.values).toEqual(
        parse({ config: readConfig({ ...bare, ...alone }), defaults: ready }).values,
      )
      const fields = request.fieldSources.map(({ normalizedField }) => normalizedField)
      expect(new Set(fields).size).toBe(fields.length)
    }),
  )
})

test('an optional value has a source exactly when it is there', () => {
  fc.assert(
    fc.property(someInputs, asTyped, (inputs, typed) => {
      const request = typed
        ? parse({ flags: merge(inputs.map(({ flags }) => flags)), defaults: ready })
        : parse({
            config: readConfig({ ...bare, ...merge(inputs.map(({ config }) => config)) }),
            defaults: ready,
          })
      const { measurement, locators, judges, targetRuntime } = request.values
      const { decision, budget } = measurement
      const optional = {
        'definition.dataset.analysisCohorts': measurement.holdoutRatio,
        'definition.decisionPolicy.threshold': decision.threshold,
        'definition.decisionPolicy.trivialDifference': decision.trivialDifference,
        'definition.judges.members': judges.members[0],
        'definition.targetRuntime.command': targetRuntime.executorCommand,
        'orchestration.gold.resourceLocator': locators.gold,
        'policy.budget.perCoordinateActiveDurationMs': budget?.perCoordinateActiveDurationMs,
        'policy.budget.perCoordinateProviderCostUSD': budget?.perCoordinateProviderCostUSD,
        'policy.budget.totalProviderCostUSD': budget?.totalProviderCostUSD,
        'resources.mcpConfigLocator': locators.mcpConfig,
      }
      const fields = new Set(request.fieldSources.map(({ normalizedField }) => normalizedField))
      for (const [field, value] of Object.entries(optional))
        expect(fields.has(field), field).toBe(value !== undefined)
    }),
  )
})
