// Starts a real agent program in a world of its own: an environment of exactly what is given, a home in a new folder,
// a process group that does not outlive the test, and no way out but to the model server.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ModelServer } from '../../fixtures/model-server/server.js'
import { makeFolder } from '../support/runs.js'

/** How a program is started. Texts of `args`, `env` and `files` hold `{home}` where the private folder is meant. */
export interface Invocation {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Texts to write below the private folder before the start. */
  readonly files?: Readonly<Record<string, string>>
  /** Path below the private folder of a file that the program writes its answer to; `last.txt` by default. */
  readonly answerFile?: string
}

/** What an ended program left. */
export interface Ended {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** Text of the answer's file; null without one. */
  readonly answerFile: string | null
}

/** A started program. */
export interface Started {
  readonly home: string
  readonly ended: Promise<Ended>
  /** Sends a signal to the whole group. */
  readonly signal: (signal: NodeJS.Signals) => void
}

/** Starts a program in `cwd`, with the prompt on its standard input, which then ends. */
export function startAgent(
  invocation: Invocation,
  { server, cwd, prompt, folder }: { server: ModelServer; cwd: string; prompt: string; folder: string },
): Started {
  const home = makeFolder()
  const fill = (text: string) => text.replaceAll('{home}', home)
  for (const [file, text] of Object.entries(invocation.files ?? {})) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), fill(text))
  }
  const proxy = `http://127.0.0.1:${server.port}`
  const child = spawn(join(folder, invocation.program), invocation.args.map(fill), {
    cwd,
    detached: true,
    stdio: 'pipe',
    env: {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: home,
      TMPDIR: home,
      HTTPS_PROXY: proxy,
      HTTP_PROXY: proxy,
      NO_PROXY: '127.0.0.1,localhost',
      ...Object.fromEntries(Object.entries(invocation.env).map(([name, value]) => [name, fill(value)])),
    },
  })
  const signal = (name: NodeJS.Signals) => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, name)
    } catch {
      // The group is gone.
    }
  }
  onTestFinished(() => signal('SIGKILL'))
  const streams = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    streams.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    streams.stderr += text
  })
  child.stdin.on('error', () => {}).end(prompt)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode, byName) => {
      const answer = join(home, invocation.answerFile ?? 'last.txt')
      const answerFile = existsSync(answer) ? readFileSync(answer, 'utf8') : null
      resolve({ exitCode, signal: byName, ...streams, answerFile })
    })
  })
  return { home, ended, signal }
}
