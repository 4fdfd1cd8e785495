// A repository elsewhere: one commit of it is fetched into a folder of its own, which is gone afterwards.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { resolutionError } from '../faults.js'
import { type AskGit, type GitAnswer, type GitPlace, openFetcher, openReader } from './ask-git.js'
import { openCommit, WHOLE_ID } from './local-repository.js'
import type { PinnedCommit } from './pinned-content.js'
import { redactText, redactUrl } from './redact-url.js'

/** Which commit of which repository. */
export interface RemoteRequest extends GitPlace {
  /** An address, `host:path`, or a path from `cwd`. */
  readonly url: string
  readonly ref: string
}

/**
 * Fetches a commit and uses it.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` when it cannot be had; never shows credentials
 */
export async function withRemoteCommit<T>(
  request: RemoteRequest,
  use: (commit: PinnedCommit) => Promise<T>,
): Promise<T> {
  const url = locateRepository(request.url, request.cwd)
  refuseOdd(request.ref)
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'eval-checks-git-')))
  try {
    const place = { ...request, cwd: folder }
    // Not on the command line, where every user of the machine could read it.
    const fetcher = new Fetcher(openFetcher(place, [['remote.origin.url', url]]), url)
    const commitId = await fetcher.fetch(request.ref)
    return await use(await openCommit(await openReader(place), commitId))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function locateRepository(url: string, base: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url
  if (url.startsWith('-') || /^[a-z0-9+.-]+::/i.test(url))
    throw resolutionError(`${redactUrl(url)} is no address of a repository`, {
      expected: 'https://, ssh://, git@host:path, file:// or a path',
    })
  // `host:path` of ssh; a path with a slash before the colon is a path.
  return /^[^/]+:/.test(url) && !path.isAbsolute(url) ? url : path.resolve(base, url)
}

function refuseOdd(ref: string): void {
  if (!/^[-+]|[\s:^~*?[\\\0]|\.\./.test(ref)) return
  throw resolutionError(`${JSON.stringify(ref)} is no ref that can be fetched`, {
    expected: 'HEAD, a branch, a tag, refs/... or a whole commit id',
  })
}

/** Fetches into the folder in which git is asked. */
class Fetcher {
  readonly #ask: AskGit
  readonly #url: string

  constructor(ask: AskGit, url: string) {
    this.#ask = ask
    this.#url = url
  }

  /** Resolves with the id of the commit that was fetched. */
  async fetch(ref: string): Promise<string> {
    const refs = await this.#listRefs()
    const wide = [...refs.values()].some((id) => id.length === 64)
    await this.#must([
      'init',
      '--bare',
      '--quiet',
      '--template=',
      `--object-format=${wide ? 'sha256' : 'sha1'}`,
    ])
    if (WHOLE_ID.test(ref)) return this.#fetchId(ref.toLowerCase())
    const name = this.#chooseRef(ref, refs)
    const shallow = await this.#ask([...FETCH, '--depth=1', 'origin', name])
    // Plain web servers have no shallow answers.
    if (shallow.exitCode !== 0) await this.#must([...FETCH, 'origin', name])
    const commit = await this.#ask(['rev-parse', '--verify', 'FETCH_HEAD^{commit}'])
    if (commit.exitCode === 0) return commit.output.toString('latin1').trim()
    throw resolutionError(`${ref} of ${redactUrl(this.#url)} stands for no commit`)
  }

  async #listRefs(): Promise<ReadonlyMap<string, string>> {
    const { output } = await this.#must(['ls-remote', '--quiet', 'origin'])
    const lines = output.toString('utf8').split('\n')
    return new Map(lines.map((line) => line.split('\t')).map(([id = '', name = '']) => [name, id]))
  }

  /** The full name of a ref; a branch and a tag of one name are no name. */
  #chooseRef(ref: string, refs: ReadonlyMap<string, string>): string {
    if (ref === 'HEAD' || ref.startsWith('refs/')) {
      if (refs.has(ref)) return ref
    } else {
      const names = [`refs/heads/${ref}`, `refs/tags/${ref}`].filter((name) => refs.has(name))
      if (names.length > 1)
        throw resolutionError(`${ref} is a branch and a tag of ${redactUrl(this.#url)}`, {
          fix: `write ${names.join(' or ')}`,
        })
      if (names[0] !== undefined) return names[0]
    }
    throw resolutionError(`${redactUrl(this.#url)} has no branch or tag ${ref}`, {
      expected: 'HEAD, a branch, a tag, refs/... or a whole commit id',
    })
  }

  /** Some servers give any commit, some only what a branch or tag leads to. */
  async #fetchId(id: string): Promise<string> {
    const direct = await this.#ask([...FETCH, '--depth=1', 'origin', id])
    if (direct.exitCode !== 0)
      await this.#must([...FETCH, 'origin', '+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'])
    return id
  }

  async #must(args: readonly string[]): Promise<GitAnswer> {
    const answer = await this.#ask(args)
    if (answer.exitCode === 0) return answer
    const complaint = redactText(answer.complaint, this.#url).split('\n').filter(Boolean).join('; ')
    throw resolutionError(
      `git cannot fetch from ${redactUrl(this.#url)}: ${complaint || 'it does not say why'}`,
      {
        fix: 'check that `git ls-remote` with this address works in a terminal without asking anything',
      },
    )
  }
}

const FETCH = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules']
