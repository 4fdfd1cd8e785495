// Finds the Python interpreter of a project: configured, else its virtual environment, else PATH.
import { join } from 'node:path'
import type { PythonInterpreter } from '../../contracts/check-type.js'
import { EvalChecksError } from '../../contracts/errors.js'
import { findProgram, isExecutableFile } from '../find-program.js'

export { probePython } from './probe-python.js'

/** Where to look for an interpreter. */
export interface PythonSearch {
  /** A path (with a slash, from the project root) or a bare name to be found on PATH; null when not configured. */
  readonly configured: string | null
  /** Absolute. */
  readonly projectRoot: string
  readonly environment: Readonly<Record<string, string>>
}

/** The interpreter to use, not started yet, or the error `PYTHON_NOT_FOUND`. */
export async function findPython(search: PythonSearch): Promise<PythonInterpreter | EvalChecksError> {
  if (search.configured !== null) return findConfigured(search.configured, search)
  return findVirtualEnvironment(search.projectRoot) ?? findOnPath(search) ?? reportMissing()
}

function findConfigured(configured: string, search: PythonSearch): PythonInterpreter | EvalChecksError {
  const command = findProgram(configured, { environment: search.environment, cwd: search.projectRoot })
  if (command !== null) return { command, foundBy: 'configured' }
  const place = /[/\\]/.test(configured) ? `below ${search.projectRoot}` : 'on PATH'
  return new EvalChecksError(
    'PYTHON_NOT_FOUND',
    `The configured Python interpreter ${configured} was not found ${place}.`,
    {
      expected: 'an executable file',
      fix: 'Correct core.python (EVAL_BANANA_PYTHON, --python), or remove it to have an interpreter looked for.',
    },
  )
}

function findVirtualEnvironment(projectRoot: string): PythonInterpreter | null {
  const inside = process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']
  const candidates = ['.venv', 'venv'].map((folder) => join(projectRoot, folder, ...inside))
  const command = candidates.find(isExecutableFile)
  return command === undefined ? null : { command, foundBy: 'virtual-environment' }
}

function findOnPath({ environment, projectRoot }: PythonSearch): PythonInterpreter | null {
  const command =
    findProgram('python3', { environment, cwd: projectRoot }) ??
    findProgram('python', { environment, cwd: projectRoot })
  return command === null ? null : { command, foundBy: 'path' }
}

function reportMissing(): EvalChecksError {
  return new EvalChecksError('PYTHON_NOT_FOUND', 'No Python interpreter was found.', {
    expected: '.venv or venv in the project, or python3 or python on PATH',
    fix: 'Install Python 3.8 or newer, or name an interpreter with core.python (EVAL_BANANA_PYTHON, --python).',
  })
}
