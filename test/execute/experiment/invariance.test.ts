// What may not matter for a measurement: folder, spelling of paths, order of keys and members, flag or file. And what always
// does: any byte that somebody is asked, given, or measured by.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileExperiment } from '../../../src/compile/experiment/compile-experiment.js'
import { parseEvaluationRequest } from '../../../src/parse/experiment/index.js'
import { readExperimentFile } from '../../../src/parse/experiment-file/index.js'
import { resolveExperiment } from '../../../src/resolve/experiment/resolve-experiment.js'
import { write } from '../../process/git-trees.js'
import { makeFolder } from '../../process/programs.js'

const SEED = { seed: 20_261_201, numRuns: 25 }

/** How one and the same experiment is written down. */
interface Spelling {
  readonly shuffle: number
  readonly prefix: 'none' | 'dot' | 'absolute'
  readonly below: string
  readonly asFlags: boolean
}

const spelling: fc.Arbitrary<Spelling> = fc.record({
  shuffle: fc.integer({ min: 0, max: 1_000_000 }),
  prefix: fc.constantFrom('none', 'dot', 'absolute'),
  below: fc.constantFrom('', 'deep/er', 'with blank', 'ünï'),
  asFlags: fc.boolean(),
})

const samples = [
  {
    sample_id: 'a',
    prompt: 'Say a.',
    context: 'It is a.',
    rubric: '1 wrong, 5 right',
    assertions: [
      { type: 'contains', value: 'a', weight: 2 },
      { type: 'tools_called', values: ['Read'] },
    ],
    allowedTools: ['Read', 'Write'],
  },
  { sample_id: 'b', prompt: 'Say b.', assertions: [{ type: 'json_valid' }], cwd: 'work' },
  { sample_id: 'c', prompt: 'Say c.', assertions: [{ type: 'max_length', value: 9 }] },
]
const files = { 'v1.md': 'first', 'v2.md': 'second', 'work/x.txt': 'x' }

/** Digests of definition and policy of the experiment, written as `spelling` says; `change` edits files and samples first. */
async function digests(
  { shuffle, prefix, below, asFlags }: Spelling,
  change: { readonly samples?: typeof samples; readonly files?: typeof files } = {},
) {
  const folder = join(makeFolder(), below)
  try {
    const written = prefix === 'absolute' ? `${folder}/` : prefix === 'dot' ? './' : ''
    const random = generator(shuffle)
    const config = {
      samples: `${written}samples.json`,
      // A bare name would be looked up among skills.
      variants: [
        { name: 'old', role: 'control', artifact: `${prefix === 'absolute' ? written : './'}v1.md` },
        { name: 'new', role: 'treatment', artifact: `${prefix === 'absolute' ? written : './'}v2.md` },
      ],
      executor: 'claude',
      model: 'sonnet',
      judgeModels: [
        { executor: 'claude', model: 'haiku' },
        { executor: 'openai-api', model: 'mini' },
      ],
      ...(asFlags ? {} : { timeoutMs: 60_000, effort: 'high', concurrency: 3 }),
    }
    const text = JSON.stringify(mix(config, random))
    write(folder, {
      ...files,
      ...change.files,
      'eval.json': text,
      'samples.json': JSON.stringify(
        shuffled(
          (change.samples ?? samples).map((each) => mixKeys(each, random)),
          random,
        ),
      ),
    })
    const file = join(folder, 'eval.json')
    const read = readExperimentFile({ file, bytes: Buffer.from(text), explicit: true })
    const request = parseEvaluationRequest({
      flags: asFlags ? { timeout: '60', effort: 'high', concurrency: '3' } : {},
      config: read.config,
      configLocator: file,
      locate: read.positionOf,
      defaults: {
        executors: [],
        executor: null,
        model: null,
        judgeModels: null,
        outputDirectory: {
          project: { value: folder, source: 'test' },
          global: { value: folder, source: 'test' },
        },
        language: { value: 'en', source: 'test' },
        serve: null,
      },
    })
    const resolved = await resolveExperiment(request, {
      workingFolder: makeFolder(),
      contentRoot: join(makeFolder(), 'runs'),
      environment: { PATH: process.env.PATH ?? '' },
      signal: new AbortController().signal,
    })
    return compileExperiment(resolved).canonicalDigests
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const plain: Spelling = { shuffle: 0, prefix: 'none', below: '', asFlags: false }

test('however an experiment is written, definition and policy have one digest each', async () => {
  const expected = await digests(plain)
  await fc.assert(
    fc.asyncProperty(spelling, async (written) => {
      expect(await digests(written)).toEqual(expected)
    }),
    SEED,
  )
})

test('any byte that an executor or an evaluator gets is another definition', async () => {
  const expected = await digests(plain)
  const place = fc.constantFrom('prompt', 'context', 'rubric', 'assertion', 'tool', 'workspace', 'artifact')
  const letter = fc.constantFrom('x', ' ', '.', '0', 'é', '\n', '不')
  await fc.assert(
    fc.asyncProperty(place, letter, spelling, async (where, added, written) => {
      const found = await digests(written, edit(where, added))
      expect(found.definition).not.toBe(expected.definition)
      expect(found.policy).toBe(expected.policy)
    }),
    SEED,
  )
})

function edit(
  where: string,
  added: string,
): { readonly samples?: typeof samples; readonly files?: typeof files } {
  const first = (change: object) => ({
    samples: samples.map((each, at) => (at === 0 ? { ...each, ...change } : each)),
  })
  switch (where) {
    case 'workspace':
      return { files: { ...files, 'work/x.txt': `x${added}` } }
    case 'artifact':
      return { files: { ...files, 'v2.md': `second${added}` } }
    case 'prompt':
      return first({ prompt: `Say${added} a.` })
    case 'context':
      return first({ context: `It${added} is a.` })
    case 'rubric':
      return first({ rubric: `1 wrong,${added} 5 right` })
    case 'tool':
      return first({ allowedTools: ['Read', `Write${added.trim() || 'r'}`] })
    default:
      return first({
        assertions: [{ type: 'contains', value: `a${added}`, weight: 2 }, samples[0]?.assertions[1]],
      })
  }
}

/** Members of `judgeModels` and `variants` have no order, nor have keys. */
function mix(config: Record<string, unknown>, random: () => number): unknown {
  return mixKeys(
    Object.fromEntries(
      Object.entries(config).map(([key, value]) => [
        key,
        Array.isArray(value)
          ? shuffled(
              value.map((each) => mixKeys(each, random)),
              random,
            )
          : value,
      ]),
    ),
    random,
  )
}

function mixKeys(value: object, random: () => number): object {
  return Object.fromEntries(shuffled(Object.entries(value), random))
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
}

/** Numbers from 0 to 1 that follow from a seed; 0 leaves every order as it is. */
function generator(seed: number): () => number {
  let state = seed
  let place = 0
  return () => {
    if (seed === 0) return place++
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
