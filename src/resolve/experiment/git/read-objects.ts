// Reads objects of a repository and believes none of them: each one is hashed and has to have the id it was asked by.
import { createHash } from 'node:crypto'
import { resolutionError } from '../faults.js'
import type { AskGit } from './ask-git.js'

/** A git object. */
export interface GitObject {
  readonly id: string
  readonly type: string
  readonly content: Buffer
}

const HEADER = /^([0-9a-f]+) (?:(commit|tree|blob|tag) (\d+)|missing|ambiguous)$/

/**
 * The objects of whole ids; those that are not there are left out.
 * @throws {EvalInputError} `CLI_INPUT_RESOLUTION_FAILED` when git fails or an object does not have its id
 */
export async function readObjects(ask: AskGit, ids: readonly string[]): Promise<Map<string, GitObject>> {
  const wanted = [...new Set(ids)]
  const found = new Map<string, GitObject>()
  if (wanted.length === 0) return found
  const { exitCode, output, complaint } = await ask(['cat-file', '--batch'], `${wanted.join('\n')}\n`)
  if (exitCode !== 0) throw resolutionError(`git cannot read objects: ${complaint.split('\n', 1)[0]}`)
  for (let at = 0; at < output.length; ) {
    const lineEnd = output.indexOf(10, at)
    const [, id = '', type, size] = HEADER.exec(output.toString('latin1', at, lineEnd)) ?? []
    at = lineEnd + 1
    if (type === undefined) continue
    const content = output.subarray(at, at + Number(size))
    at += content.length + 1
    if (hashObject(id, type, content) !== id)
      throw resolutionError(`the repository is damaged: its object ${id} holds something else`)
    found.set(id, { id, type, content })
  }
  return found
}

/** Repositories hash with SHA-1 (40 digits) or SHA-256 (64 digits). */
function hashObject(id: string, type: string, content: Buffer): string {
  return createHash(id.length === 64 ? 'sha256' : 'sha1')
    .update(`${type} ${content.length}\0`)
    .update(content)
    .digest('hex')
}
