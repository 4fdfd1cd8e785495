import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { InputFault } from '../../../src/contracts/experiment/input-fault.js'
import { renderPrompt } from '../../../src/resolve/experiment/samples/render-prompt.js'
import { makeProject, refusal, refused, resolve } from './support.js'

const sample = (id: string, more = '') => `- { sample_id: ${id}, prompt: Say ${id}.${more} }\n`
const inFolder = { locators: { samples: 'samples' } }

describe('sample files', () => {
  test('of a folder are read but for reports, health, hidden and underscored ones; samples are sorted by id', async () => {
    const { samples } = await resolve(
      makeProject({
        'samples/b.yaml': sample('s1'),
        'samples/a.yml': sample('s3'),
        'samples/c.json': '[{"sample_id":"s2","prompt":"x"}]',
        'samples/report.json': '{',
        'samples/health-1.yaml': '{',
        'samples/_draft.yaml': '{',
        'samples/.hidden.yaml': '{',
        'samples/notes.md': '{',
        'samples/deeper/x.yaml': '{',
        'samples/folder.yaml/x': '{',
      }),
      inFolder,
    )
    expect(samples.map(({ sampleId }) => sampleId)).toEqual(['s1', 's2', 's3'])
  })

  test('with the same id in two of them are refused at both places', async () => {
    const project = makeProject({
      'samples/a.yaml': sample('s1'),
      'samples/b.yaml': `${sample('s2')}${sample('s1')}`,
    })
    const errors = await refusal(project, inFolder)
    expect(errors.map(({ code, location }) => [code, location?.file, location?.line])).toEqual([
      ['CLI_INPUT_DUPLICATE_ID', join(project, 'samples/a.yaml'), 1],
      ['CLI_INPUT_DUPLICATE_ID', join(project, 'samples/b.yaml'), 2],
    ])
  })

  test('with faults are refused for all faults of all of them', async () => {
    const project = makeProject({ 'samples/a.yaml': '- { sample_id: 1 }\n', 'samples/b.yaml': '- [' })
    const files = new Set((await refusal(project, inFolder)).map(({ location }) => location?.file))
    expect([...files].sort()).toEqual([join(project, 'samples/a.yaml'), join(project, 'samples/b.yaml')])
  })

  test('that are not there, or loops of links, are refused', async () => {
    const project = makeProject({ 'empty/report.json': '' })
    symlinkSync('loop.yaml', join(project, 'loop.yaml'))
    for (const [samples, words] of [
      ['none.yaml', 'do not exist'],
      ['empty', 'no file of samples'],
      ['loop.yaml', 'loop of links'],
      ['/dev/null', 'neither a file nor a folder'],
    ] as const)
      expect((await refused(project, { locators: { samples } })).text).toContain(words)
  })

  test('hand their warnings to the host', async () => {
    const warnings: InputFault[] = []
    const seq = '- { sample_id: s1, prompt: x, mocksStrict: true }\n'
    await resolve(
      makeProject({ 'samples.yaml': seq }),
      {},
      { onWarning: (warning) => warnings.push(warning) },
    )
    expect(warnings.every(({ severity }) => severity === 'warning')).toBe(true)
  })

  test('start at the working folder when there is no experiment file', async () => {
    const project = makeProject()
    const parts = await resolve(project, { withoutConfig: true }, {})
    expect(parts.samples).toHaveLength(1)
  })
})

test('what samples need is carried with its folder, united and sorted', async () => {
  const bundle = (tools: string, id: string) =>
    `requires: { tools: [${tools}], env: [B, A] }\nsamples:\n  ${sample(id)}`
  const project = makeProject({
    'samples/a.yaml': bundle('node, git', 's1'),
    'samples/b.yaml': bundle('git, awk', 's2'),
  })
  const { orchestration, samples } = await resolve(project, inFolder)
  expect(orchestration.dependencyRequirements).toEqual([
    {
      baseDirectoryLocator: join(project, 'samples'),
      requires: { env: ['A', 'B'], tools: ['awk', 'git', 'node'] },
    },
  ])
  expect(JSON.stringify(samples)).not.toContain('awk')
})

describe('prompts', () => {
  test('are environment, text and fenced context', () => {
    const environment = { cli_available: ['a', 'b'], files_available: ['c.txt'], notes: 'n' }
    expect(renderPrompt({ text: 'Do it.', environment, context: 'code' })).toMatchInlineSnapshot(`
      "Available in this environment:
      - Programs: a, b
      - Files: c.txt
      - Notes: n

      ---

      Do it.

      \`\`\`
      code
      \`\`\`"
    `)
    expect(renderPrompt({ text: 'Do it.' })).toBe('Do it.')
    expect(renderPrompt({ text: 'Do it.', environment: { notes: ' ' } })).toBe('Do it.')
  })

  test('keep a context in its fence whatever it holds', () => {
    expect(renderPrompt({ text: 'x', context: '````\ninner\n````' })).toBe(
      'x\n\n`````\n````\ninner\n````\n`````',
    )
  })

  test('never hold the id of their sample', async () => {
    const { samples } = await resolve(
      makeProject({ 'samples.yaml': '- { sample_id: tell-tale, prompt: x }' }),
    )
    expect(JSON.stringify(samples[0]?.input)).not.toContain('tell-tale')
  })

  test('of the native format go in as they are', async () => {
    const native = JSON.stringify({
      schemaVersion: 'omk.eval-sample-set/v3',
      samples: [
        { sampleId: 'a', input: { inputKind: 'text', text: 'Hi.' }, executionContext: { data: { p: [1] } } },
        { sampleId: 'b', input: { inputKind: 'json', value: { q: [2] } }, expected: { d: 1 } },
        {
          sampleId: 'c',
          input: {
            inputKind: 'messages',
            interactionMode: 'history',
            messages: [{ role: 'user', content: 'Yo' }],
          },
          executionContext: { environment: { notes: 'n' } },
          evaluationContext: { reference: 'r', rubric: { x: { criterion: 'k', weight: 1 } } },
          annotations: { difficulty: 'easy' },
        },
      ],
    })
    const { samples } = await resolve(makeProject({ 'n.json': native }), { locators: { samples: 'n.json' } })
    expect(samples).toEqual([
      { sampleId: 'a', input: 'Hi.', executionContext: { data: { p: [1] } }, assertions: [], checks: [] },
      { sampleId: 'b', input: { q: [2] }, expected: { d: 1 }, assertions: [], checks: [] },
      {
        sampleId: 'c',
        input: { messages: [{ role: 'user', content: 'Yo' }] },
        executionContext: { environment: { notes: 'n' } },
        reference: 'r',
        rubric: { x: { criterion: 'k', weight: 1 } },
        assertions: [],
        checks: [],
        annotations: { difficulty: 'easy' },
      },
    ])
  })

  test('bring their context along, which is the reference where there is no other', async () => {
    const { samples } = await resolve(
      makeProject({ 'samples.yaml': '- { sample_id: a, prompt: x, context: c }' }),
    )
    expect(samples[0]).toMatchObject({ input: 'x\n\n```\nc\n```', context: 'c', reference: 'c' })
    expect(samples[0]?.executionContext).toBeUndefined()
  })
})
