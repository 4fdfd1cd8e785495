// The CPython versions that this machine has, and a virtual environment of one of them.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { python } from '../process/programs.js'

/** An interpreter to try. */
export interface Interpreter {
  readonly name: string
  readonly command: string
}

/**
 * The one on PATH, that of the system, and the oldest and newest of pyenv's that a fork server takes; each version once.
 * EVAL_CHECKS_PYTHONS, paths between colons, stands for all of them.
 */
export function findInterpreters(): readonly Interpreter[] {
  const named = process.env.EVAL_CHECKS_PYTHONS?.split(':')
  const versions = listPyenv()
  const [oldest] = versions
  const newest = versions.at(-1)
  const commands = named ?? [python, '/usr/bin/python3', oldest, newest].flatMap((each) => each ?? [])
  const found = new Map<string, string>()
  for (const command of commands.filter(existsSync)) {
    const version = execFileSync(command, ['-c', 'import sys; print(sys.version.split()[0])'], {
      encoding: 'utf8',
    })
    if (!found.has(version)) found.set(version, command)
  }
  return [...found].map(([version, command]) => ({ name: `Python ${version.trim()}`, command }))
}

function listPyenv(): string[] {
  const folder = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions')
  if (!existsSync(folder)) return []
  const minor = (name: string) => Number(name.split('.')[1])
  const names = readdirSync(folder).filter(
    (name) => /^3\.\d+\.\d+$/.test(name) && minor(name) >= 8 && minor(name) <= 13,
  )
  return names.sort((a, b) => minor(a) - minor(b)).map((name) => join(folder, name, 'bin/python3'))
}

/**
 * Makes a virtual environment with what people have in theirs: a `.pth` that adds a folder, one that runs code, and a
 * `sitecustomize`. Needs no network.
 */
export function makeVirtualEnvironment(): Interpreter & { readonly folder: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'conformance-venv-')))
  execFileSync(python, ['-m', 'venv', '--without-pip', folder])
  const command = join(folder, 'bin/python')
  const site = execFileSync(command, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'], {
    encoding: 'utf8',
  }).trim()
  mkdirSync(join(folder, 'extra'))
  writeFileSync(join(folder, 'extra/extramod.py'), 'Y = "from a path"\n')
  writeFileSync(join(site, 'venvmod.py'), 'X = "installed"\n')
  writeFileSync(
    join(site, 'paths.pth'),
    `${join(folder, 'extra')}\nimport os; os.environ["FROM_PTH"] = "yes"\n`,
  )
  writeFileSync(
    join(site, 'sitecustomize.py'),
    'import os, sys\nsys.SITEC = 1\nos.environ["FROM_SITEC"] = "yes"\n',
  )
  return { name: 'a virtual environment', command, folder }
}
