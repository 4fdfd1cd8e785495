// A client of yaml-language-server, the program behind YAML in VS Code and others: a folder, its settings, one file at a time.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

const program = createRequire(import.meta.url).resolve('yaml-language-server/bin/yaml-language-server')

const position = z.object({ line: z.number(), character: z.number() })
const diagnostics = z.array(z.object({ range: z.object({ start: position }), message: z.string() }))
const completion = z.object({
  items: z.array(
    z.object({
      label: z.string(),
      insertText: z.string().optional(),
      documentation: z.union([z.string(), z.object({ value: z.string() })]).optional(),
    }),
  ),
})
const hover = z.object({ contents: z.object({ value: z.string() }) })
const message = z.object({
  id: z.union([z.number(), z.string()]).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
})
const asked = z.object({ items: z.array(z.object({ section: z.string().optional() })) })
const published = z.object({ uri: z.string(), diagnostics })

/** An editor with one folder open. */
export interface Editor {
  /** What is wrong with a text, each as `line:column message`, from 1. The file is written and opened. */
  readonly diagnose: (file: string, text: string) => Promise<string[]>
  /** What is offered at `|` in a text. */
  readonly complete: (file: string, text: string) => Promise<z.infer<typeof completion>['items']>
  /** What is shown at `|` in a text. */
  readonly hover: (file: string, text: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** Opens `folder`; `settings` are those of VS Code, such as `yaml.schemas`. */
export async function openEditor(
  folder: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<Editor> {
  const server = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const waiting = new Map<string | number, (result: unknown) => void>()
  const diagnosing = new Map<string, (found: z.infer<typeof diagnostics>) => void>()
  let lastId = 0
  let lastVersion = 0

  const send = (content: Readonly<Record<string, unknown>>) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...content })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  const request = (method: string, params: unknown) => {
    lastId += 1
    send({ id: lastId, method, params })
    return new Promise<unknown>((resolve) => waiting.set(lastId, resolve))
  }
  const answer = (method: string, params: unknown): unknown => {
    if (method !== 'workspace/configuration') return null
    return asked.parse(params).items.map(({ section = '' }) => sectionOf(settings, section))
  }
  readMessages(server.stdout, (text) => {
    const { id, method, params, result } = message.parse(JSON.parse(text))
    if (method === undefined && id !== undefined) waiting.get(id)?.(result)
    else if (method !== undefined && id !== undefined) send({ id, result: answer(method, params) })
    else if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics: found } = published.parse(params)
      diagnosing.get(uri)?.(found)
    }
  })

  const uri = (file: string) => pathToFileURL(join(folder, file)).href
  const open = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
    // The server keeps what it knows of a version, also of a file that was closed.
    lastVersion += 1
    send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri: uri(file), languageId: 'yaml', version: lastVersion, text } },
    })
  }
  const close = (file: string) =>
    send({ method: 'textDocument/didClose', params: { textDocument: { uri: uri(file) } } })
  const nextDiagnostics = (file: string) =>
    new Promise<z.infer<typeof diagnostics>>((resolve) => diagnosing.set(uri(file), resolve))
  const askAt = async (method: string, file: string, marked: string) => {
    const before = marked.slice(0, marked.indexOf('|')).split('\n')
    open(file, marked.replace('|', ''))
    const at = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
    const result = await request(method, { textDocument: { uri: uri(file) }, position: at })
    close(file)
    return result
  }

  await request('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'project' }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true },
      textDocument: { completion: { completionItem: { snippetSupport: true } } },
    },
  })
  send({ method: 'initialized', params: {} })
  return {
    diagnose: async (file, text) => {
      const found = nextDiagnostics(file)
      open(file, text)
      const list = await found
      // A file that is closed has no diagnostics, which is told as well.
      const none = nextDiagnostics(file)
      close(file)
      await none
      return list.map(
        ({ range, message: said }) => `${range.start.line + 1}:${range.start.character + 1} ${said}`,
      )
    },
    complete: async (file, text) =>
      completion.parse(await askAt('textDocument/completion', file, text)).items,
    hover: async (file, text) => hover.parse(await askAt('textDocument/hover', file, text)).contents.value,
    close: async () => {
      await request('shutdown', null)
      send({ method: 'exit' })
      await ended
    },
  }
}

/** The settings below a section as an object: `yaml.schemas` is `schemas` in `yaml`. */
function sectionOf(settings: Readonly<Record<string, unknown>>, section: string): Record<string, unknown> {
  const inside = Object.entries(settings).flatMap(([key, value]) =>
    key.startsWith(`${section}.`) ? [[key.slice(section.length + 1), value] as const] : [],
  )
  // Nothing may be fetched.
  const own =
    section === 'yaml'
      ? { schemaStore: { enable: false }, validate: true, hover: true, completion: true }
      : {}
  return { ...own, ...Object.fromEntries(inside) }
}

function readMessages(stream: NodeJS.ReadableStream, take: (text: string) => void): void {
  let rest = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = rest.indexOf('\r\n\r\n')
      const length = /Content-Length: (\d+)/i.exec(rest.subarray(0, Math.max(head, 0)).toString())?.[1]
      if (length === undefined || rest.length < head + 4 + Number(length)) return
      const end = head + 4 + Number(length)
      take(rest.subarray(head + 4, end).toString())
      rest = rest.subarray(end)
    }
  })
}
