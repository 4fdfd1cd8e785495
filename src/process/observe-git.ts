// Asks git which commit a folder stands at and what differs from it. Nobody can tell us this: we look ourselves.
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Digest } from '../contracts/digest.js'
import { findProgram } from './find-program.js'
import {
  observerEnvironment,
  readSettings,
  STORAGE_SETTINGS,
  settingsEnvironment,
} from './git/environment.js'
import { HEAD_ARGUMENTS, TREE_ARGUMENTS } from './git/plain-commands.js'
import { type GitEnd, type GitQuestion, runGit } from './git/run-git.js'

/** Milliseconds that a whole observation may take. */
export const OBSERVATION_LIMIT_MS = 60_000

/** Where and how to look. */
export interface ObservationRequest {
  /** Absolute path of a folder in the tree. */
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  /** Ends the observation; after {@link OBSERVATION_LIMIT_MS} when absent. */
  readonly signal?: AbortSignal
}

/** The commit that a tree stands at. */
export interface ObservedCommit {
  /** 40 or 64 hex digits; null outside a working tree, without git, and before the first commit. */
  readonly commit: string | null
  /** Why something could not be observed although git and a repository are there; null otherwise. */
  readonly trouble: string | null
}

/** A tree as it stands. */
export interface ObservedTree extends ObservedCommit {
  /** See {@link observeTree}; null outside a working tree, without git, and with a trouble. */
  readonly dirtyTreeDigest: Digest | null
}

/** Bytes of a short answer. */
const LONGEST_ANSWER = 1024 * 1024

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Observes the commit alone. */
export async function observeCommit(request: ObservationRequest): Promise<ObservedCommit> {
  const observer = await openObserver(request)
  if (observer === null) return { commit: null, trouble: null }
  const { commit, trouble } = await readHead(observer)
  return { commit, trouble }
}

/**
 * Observes the commit and the state of the tree: SHA-256 over what `git status --porcelain`, `git diff` and
 * `git diff --cached` print where nothing is configured, a NUL after the first and the second. It covers the whole
 * working tree, and of untracked files the names alone. Output of any length is hashed as it comes.
 */
export async function observeTree(request: ObservationRequest): Promise<ObservedTree> {
  const observer = await openObserver(request)
  if (observer === null) return { commit: null, dirtyTreeDigest: null, trouble: null }
  const { inside, commit, trouble } = await readHead(observer)
  if (!inside) return { commit, dirtyTreeDigest: null, trouble }
  const hash = createHash('sha256')
  for (const [index, args] of TREE_ARGUMENTS.entries()) {
    if (index > 0) hash.update(Uint8Array.of(0))
    const end = await observer(args, (bytes) => hash.update(bytes))
    if (end.exitCode !== 0) return { commit, dirtyTreeDigest: null, trouble: firstLine(end) }
  }
  return { commit, dirtyTreeDigest: `sha256:${hash.digest('hex')}`, trouble: null }
}

type Observer = (args: readonly string[], onOutput: GitQuestion['onOutput']) => Promise<GitEnd>

/** Null when there is no git, or no folder to look at. */
async function openObserver(request: ObservationRequest): Promise<Observer | null> {
  const { cwd, environment, signal = AbortSignal.timeout(OBSERVATION_LIMIT_MS) } = request
  const git = findProgram('git', { environment, cwd })
  if (git === null || !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return null
  const settings = new TextCollector()
  await runGit({
    git,
    cwd,
    signal,
    env: settingsEnvironment(environment),
    args: ['config', '--null', '--get-regexp', STORAGE_SETTINGS],
    onOutput: settings.add,
  })
  const env = observerEnvironment(environment, readSettings(settings.text))
  return (args, onOutput) => runGit({ git, cwd, signal, env, args, onOutput })
}

async function readHead(observer: Observer): Promise<ObservedCommit & { readonly inside: boolean }> {
  const output = new TextCollector()
  const end = await observer(HEAD_ARGUMENTS, output.add)
  const [inside, commit = ''] = output.text.split('\n')
  // A bare repository, and the inside of `.git`, are no working trees. Before the first commit git exits with 128.
  if (inside !== 'true') return { inside: false, commit: null, trouble: outsideTrouble(end) }
  return { inside: true, commit: COMMIT.test(commit) ? commit : null, trouble: null }
}

function outsideTrouble(end: GitEnd): string | null {
  return end.exitCode === 0 || /not a git repository/i.test(end.complaint) ? null : firstLine(end)
}

function firstLine({ complaint, exitCode }: GitEnd): string {
  return complaint.split('\n', 1)[0] || `git ended with exit code ${exitCode}`
}

/** Keeps what a question with a short answer prints; of a longer one the start. */
class TextCollector {
  readonly #chunks: Uint8Array[] = []
  #length = 0
  readonly add = (bytes: Uint8Array): void => {
    if (this.#length > LONGEST_ANSWER) return
    this.#length += bytes.length
    this.#chunks.push(bytes)
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}
