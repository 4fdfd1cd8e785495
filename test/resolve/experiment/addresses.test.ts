import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { digestBytes } from '../../../src/contracts/digest.js'
import { findAddresses } from '../../../src/resolve/experiment/addresses/find-addresses.js'
import { makeProject, refusal, refused, resolve, resourcesOf, textOf } from './support.js'

async function serve(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

/** An address at which nobody listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
}

function withPrompts(...prompts: string[]): string {
  return makeProject({
    'samples.yaml': JSON.stringify(prompts.map((prompt, index) => ({ sample_id: `s${index}`, prompt }))),
  })
}

describe('addresses in prompts', () => {
  test('are fetched once, replaced by what they say, and sealed', async () => {
    const asked = vi.fn<(url: string | undefined) => void>()
    const base = await serve(({ url }, answer) => {
      asked(url)
      answer.end(`page ${url}`)
    })
    const project = makeProject({
      'samples.yaml': JSON.stringify([
        { sample_id: 'a', prompt: `Read ${base}/x?key=sesame.`, context: `<${base}/y>` },
        { sample_id: 'b', prompt: `(${base}/x?key=sesame)` },
      ]),
    })
    const parts = await resolve(project)
    expect(parts.samples.map(({ input }) => input)).toEqual([
      'Read page /x?key=sesame.\n\n```\n<page /y>\n```',
      '(page /x?key=sesame)',
    ])
    expect(parts.samples[0]?.context).toBe('<page /y>')
    expect(asked.mock.calls.flat().sort()).toEqual(['/x?key=sesame', '/y'])
    const resources = resourcesOf(parts, 'content')
    expect(resources.map(textOf).sort()).toEqual(['page /x?key=sesame', 'page /y'])
    const first = resources.find((resource) => textOf(resource) === 'page /x?key=sesame')
    expect(first).toMatchObject({
      descriptor: { classification: 'sensitive', mediaType: 'text/plain' },
      lineage: { source: `${base}/x`, sourceUrlDigest: digestBytes(`${base}/x?key=sesame`) },
      verification: { verificationKind: 'content-digest' },
    })
  })

  test('of reserved domains stay as they are and nothing is fetched', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>()
    const prompt =
      'https://example.com/a http://www.example.org https://x.example http://a.test https://b.invalid http://c.localhost:1 http://localhost:3000/x'
    const { samples } = await resolve(withPrompts(prompt), {}, { fetch })
    expect(samples[0]?.input).toBe(prompt)
    expect(fetch).not.toHaveBeenCalled()
  })

  test('go through the fetch of the host alone', async () => {
    const fetch: typeof globalThis.fetch = async () => new Response('told')
    const { samples } = await resolve(withPrompts('See https://elsewhere.dev/page'), {}, { fetch })
    expect(samples[0]?.input).toBe('See told')
  })

  test('in json and message inputs are left alone', async () => {
    const value = { inputKind: 'json', value: 'http://127.0.0.1:1/' }
    const text = JSON.stringify({
      schemaVersion: 'omk.eval-sample-set/v3',
      samples: [{ sampleId: 'a', input: value }],
    })
    const { samples } = await resolve(makeProject({ 'samples.yaml': text }))
    expect(samples[0]?.input).toBe('http://127.0.0.1:1/')
  })

  test('that cannot be had stop everything, each one said with its sample', async () => {
    const base = await serve(({ url }, answer) => {
      const status = Number.parseInt(url?.slice(1) ?? '', 10) || 200
      answer
        .writeHead(status, status === 302 ? { location: 'ftp://x/' } : {})
        .end(url === '/bytes' ? Buffer.of(255) : 'x')
    })
    const project = withPrompts(
      `${base}/404`,
      `${base}/500?token=sesame`,
      `${base}/302`,
      `${base}/bytes`,
      await closedAddress(),
    )
    const errors = await refusal(project)
    expect(errors.map(({ code, location }) => [code, location?.line])).toEqual(
      Array(5).fill(['CLI_INPUT_RESOLUTION_FAILED', 1]),
    )
    const words = ['answers 404', 'answers 500', 'another scheme', 'not UTF-8', 'ECONNREFUSED']
    for (const [index, word] of words.entries()) expect(errors[index]?.message).toContain(word)
    expect(errors.map(({ message }) => message).join()).not.toContain('sesame')
  })

  test('that redirect are followed, but not for ever', async () => {
    const base = await serve(({ url = '' }, answer) => {
      const next = url === '/once' ? '/end' : url === '/end' ? null : `${url}x`
      if (next === null) answer.end('end')
      else answer.writeHead(301, { location: next }).end()
    })
    expect((await resolve(withPrompts(`${base}/once`))).samples[0]?.input).toBe('end')
    expect((await refused(withPrompts(`${base}/loop`))).text).toContain('more than 5 times')
  })

  test('whose answer has no end are given up at 5 MiB', async () => {
    const base = await serve((_, answer) => {
      const piece = Buffer.alloc(64 * 1024, 'x')
      const more = () => void (answer.destroyed || answer.write(piece, () => setImmediate(more)))
      more()
    })
    expect((await refused(withPrompts(`${base}/`))).text).toContain('more than 5 MiB')
  })

  test('of the same content are two resources, with their lineage', async () => {
    const base = await serve((_, answer) => void answer.end('same'))
    const parts = await resolve(withPrompts(`${base}/a ${base}/b`))
    expect(resourcesOf(parts, 'content')).toHaveLength(2)
  })

  test('that hold credentials are refused without being shown', async () => {
    const { text } = await refused(withPrompts('http://user:hunter22@127.0.0.1:1/'))
    expect(text).toContain('holds credentials')
    expect(text).not.toContain('hunter22')
  })

  test('end with the reason of the signal', async () => {
    const controller = new AbortController()
    const base = await serve(() => controller.abort('enough'))
    const wanted = resolve(withPrompts(`${base}/`), {}, { signal: controller.signal })
    await expect(wanted).rejects.toBe('enough')
  })
})

test.each([
  ['see http://a.dev/x.', ['http://a.dev/x']],
  ['(http://a.dev/x_(y)) and http://a.dev/z)', ['http://a.dev/x_(y)', 'http://a.dev/z']],
  ['[t](https://a.dev/p?q=1&r=2#f), "http://b.dev"', ['https://a.dev/p?q=1&r=2#f', 'http://b.dev']],
  ['打开http://a.dev/路', ['http://a.dev/']],
  ['<http://a.dev> HTTPS://B.DEV/ ftp://c.dev http:// https://[', ['http://a.dev', 'HTTPS://B.DEV/']],
  ['**http://a.dev/x** `http://b.dev/y`', ['http://a.dev/x', 'http://b.dev/y']],
  ['{"url":"http://a.dev/x","n":1}', ['http://a.dev/x']],
])('the addresses of %s', (text, expected) => {
  expect(findAddresses(text).map(({ url }) => url)).toEqual(expected)
})

test('addresses are found in linear time', () => {
  const text = 'http://'.repeat(100_000) + '('.repeat(100_000)
  expect(findAddresses(text).length).toBeLessThan(2)
})
