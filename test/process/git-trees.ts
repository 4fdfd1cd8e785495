// Real repositories for tests, and the digest of a tree as a shell computes it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from './programs.js'

const identity = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.invalid',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.invalid',
}

/** An environment in which nobody configured git. */
export const bare: Record<string, string> = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
}

/** Runs git and returns what it printed, without the last line end. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    env: { ...bare, ...identity },
    encoding: 'utf8',
    stdio: 'pipe',
  }).trimEnd()
}

/** Writes files below a folder. */
export function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** A new repository with one commit of the given files; without files there is no commit. */
export function makeRepository(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = makeFolder()
  git(folder, 'init', '--quiet', '--initial-branch=main')
  if (Object.keys(files).length > 0) {
    write(folder, files)
    git(folder, 'add', '--all')
    git(folder, 'commit', '--quiet', '--message=first')
  }
  return folder
}

/** The digest of the tree, computed by a shell from what the plain commands print. */
export function digestByShell(folder: string): string {
  const script =
    "set -e; { git status --porcelain; printf '\\0'; git diff; printf '\\0'; git diff --cached; } | sha256sum"
  const printed = execFileSync('bash', ['-c', script], {
    cwd: folder,
    env: { ...bare, LC_ALL: 'C' },
    encoding: 'utf8',
  })
  return `sha256:${printed.split(' ')[0]}`
}
