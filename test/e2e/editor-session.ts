// A test explorer as an editor has one: a child that keeps the real Vitest through its node API (fixtures/editor).
import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { host, linkHost, makeProject } from './host.js'
import { configWith } from './small-project.js'

/** An error of a file or a test. */
export interface SeenError {
  readonly name: string
  readonly message: string
  readonly stack?: string
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number }
}

/** A test as an explorer shows it. */
export interface SeenTest {
  readonly id: string
  readonly name: string
  readonly mode: string
  readonly tags: readonly string[]
  /** 1-based; null when Vitest does not know it. */
  readonly line: number | null
  readonly state: string | null
  readonly errors?: readonly SeenError[]
}

/** A test file as an explorer shows it. */
export interface SeenModule {
  readonly file: string
  readonly id: string
  readonly mode: string
  readonly project: string
  readonly tests: readonly SeenTest[]
  readonly errors: readonly SeenError[]
}

/** A file of a project, with a pattern that restricts the tests of this file. */
export type EditorFile = readonly [project: string, file: string, pattern?: string]

/** See the file's head. Files are given and returned relative to the project. */
export interface EditorSession {
  readonly project: string
  /** Writes files (null deletes one) without telling Vitest. */
  write(files: Record<string, string | null>): void
  files(): Promise<readonly EditorFile[]>
  /** What the files hold, read without running anything. */
  collect(files: readonly EditorFile[]): Promise<readonly SeenModule[]>
  /** Runs the files and returns what came of it. */
  run(files: readonly EditorFile[], pattern?: string): Promise<readonly SeenModule[]>
  /** Runs everything. */
  runAll(): Promise<readonly SeenModule[]>
  /** Continuous run of the given files, or of all. */
  watch(files?: readonly string[]): Promise<void>
  /** Tells that files have changed. */
  changed(...files: string[]): Promise<void>
  /** Tells that files are new. */
  created(...files: string[]): Promise<void>
  /** The next run that nobody has seen yet. */
  nextRun(): Promise<readonly SeenModule[]>
  projects(): Promise<readonly { readonly name: string; readonly include: readonly string[] }[]>
}

interface Message {
  readonly ready?: string
  readonly id?: number
  readonly value?: unknown
  readonly error?: string
  readonly ran?: readonly SeenModule[]
}

/** Longest wait for anything, in milliseconds. */
const DEADLINE = { timeout: 30_000, interval: 20 }

/** Starts an explorer on a project with these files. It ends with the test. */
export async function startEditor(
  files: Record<string, string>,
  start: { readonly project?: readonly string[] } = {},
): Promise<EditorSession> {
  const project = makeProject(
    { 'package.json': '{ "type": "module" }', 'vitest.config.ts': configWith(), ...files },
    { fixture: 'editor' },
  )
  linkHost(project)
  const child = fork(join(project, 'editor.mjs'), [JSON.stringify(start)], {
    cwd: project,
    execPath: host().node,
    execArgv: [],
    silent: true,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' },
  })
  const { ask, runs, ready } = talk(child)
  await ready
  const seen = (modules: readonly SeenModule[]) => modules.map((each) => below(project, each))
  let next = 0
  const nextRun = async () => {
    await expect.poll(() => runs.length, DEADLINE).toBeGreaterThan(next)
    return seen(runs[next++] ?? [])
  }
  const absolute = (list: readonly EditorFile[]) =>
    list.map(([name, file, ...rest]) => [name, join(project, file), ...rest])
  const places = (list: readonly string[]) => list.map((file) => join(project, file))
  return {
    project,
    write: (texts) => {
      for (const [file, text] of Object.entries(texts)) write(join(project, file), text)
    },
    files: async () => {
      const found = (await ask('files')) as [string, string][]
      return found.map(([name, file]): EditorFile => [name, file.slice(project.length + 1)]).sort()
    },
    collect: async (list) => seen((await ask('collect', absolute(list))) as SeenModule[]),
    run: async (list, pattern) => {
      await ask('run', absolute(list), pattern)
      return nextRun()
    },
    runAll: async () => {
      await ask('runAll')
      return nextRun()
    },
    watch: async (list) => void (await ask('watch', list && places(list))),
    changed: async (...list) => void (await ask('changed', places(list))),
    created: async (...list) => void (await ask('created', places(list))),
    nextRun,
    projects: async () => (await ask('projects')) as { name: string; include: string[] }[],
  }
}

function talk(child: ChildProcess) {
  const runs: (readonly SeenModule[])[] = []
  const answers = new Map<number, PromiseWithResolvers<unknown>>()
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
  }
  const ready = withResolvers<unknown>()
  child.on('message', (message: Message) => {
    if (message.ready !== undefined) ready.resolve(message.ready)
    if (message.ran) runs.push(message.ran)
    const answer = message.id === undefined ? undefined : answers.get(message.id)
    if (message.error !== undefined) answer?.reject(new Error(message.error))
    else answer?.resolve(message.value)
  })
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => {
      const error = new Error(`the explorer ended:\n${said}`)
      for (const waiting of [ready, ...answers.values()]) waiting.reject(error)
      resolve()
    })
  })
  onTestFinished(async ({ task }) => {
    child.kill()
    await ended
    if (task.result?.state === 'fail') console.log(said)
  })
  let count = 0
  const ask = (request: string, ...args: unknown[]): Promise<unknown> => {
    const id = ++count
    const answer = withResolvers<unknown>()
    answers.set(id, answer)
    child.send({ id, request, args })
    return answer.promise.finally(() => answers.delete(id))
  }
  return { ask, runs, ready: ready.promise }
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (error: Error) => void
}

/** Node 20 has no `Promise.withResolvers`. */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((res, rej) => {
    resolve = res
    reject = rej
  })
  promise.catch(() => {})
  return { promise, resolve, reject }
}

function below(project: string, module: SeenModule): SeenModule {
  return { ...module, file: module.file.slice(project.length + 1) }
}

function write(file: string, text: string | null): void {
  if (text === null) {
    rmSync(file)
    return
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
