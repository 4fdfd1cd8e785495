// What bundles of samples require: programs, files, variables, and commands that have to succeed in their folder.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { EvalChecksError } from '../../contracts/errors.js'
import { findProgram } from '../../process/find-program.js'
import { launchProgram } from '../../process/launch.js'
import { QUESTION_LIMIT_MS, type Question } from './ask.js'
import type { PreflightRequest } from './request.js'

type Environment = Readonly<Record<string, string>>

/** One question for each requirement. Commands are the project's own, as check scripts are, and run by the shell. */
export function requirementQuestions({ compiled, environment }: PreflightRequest): readonly Question[] {
  const bundles = compiled.orchestration.dependencyRequirements ?? []
  return bundles.flatMap(({ baseDirectoryLocator: base, requires }, index) => {
    const { tools = [], files = [], env = [], preflight = [] } = requires
    const question = (kind: string, name: string, ask: Ask): Question => ({
      checkId: `requires/${index}/${kind}/${name}`,
      kind: 'requirement',
      subject: base,
      asking: { disposition: 'check', ask },
    })
    return [
      ...tools.map((tool) => question('tool', tool, async () => checkTool(tool, base, environment))),
      ...files.map((file) => question('file', file, async () => checkFile(file, base))),
      ...env.map((name) => question('env', name, async () => checkVariable(name, environment))),
      ...preflight.map((line) =>
        question('command', line, (signal) => checkCommand(line, base, environment, signal)),
      ),
    ]
  })
}

type Ask = (signal: AbortSignal) => Promise<EvalChecksError | null>

function checkTool(tool: string, base: string, environment: Environment): EvalChecksError | null {
  if (findProgram(tool, { environment, cwd: base }) !== null) return null
  return new EvalChecksError('preflight', `the samples require ${tool}, which is not on PATH`, {
    fix: `install ${tool}, or take it out of requires.tools`,
  })
}

function checkFile(file: string, base: string): EvalChecksError | null {
  if (existsSync(path.resolve(base, file))) return null
  return new EvalChecksError('preflight', `the samples require the file ${file}, which is not in ${base}`, {
    fix: 'put it there, or take it out of requires.files',
  })
}

function checkVariable(name: string, environment: Environment): EvalChecksError | null {
  if (environment[name]) return null
  return new EvalChecksError('preflight', `the samples require the variable ${name}, which is not set`, {
    fix: `set ${name}, or take it out of requires.env`,
  })
}

async function checkCommand(
  line: string,
  base: string,
  env: Environment,
  signal: AbortSignal,
): Promise<EvalChecksError | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eval-checks-requires-'))
  try {
    const { end } = await launchProgram(
      {
        command: '/bin/sh',
        args: ['-c', line],
        cwd: base,
        env,
        stdoutFile: path.join(folder, 'stdout'),
        stderrFile: path.join(folder, 'stderr'),
        timeoutMs: QUESTION_LIMIT_MS,
        maxOutputBytes: 1024 * 1024,
        sweepDescendants: true,
        signal,
      },
      null,
    )
    if (end.kind === 'exited' && end.exitCode === 0) return null
    const how = end.kind === 'exited' ? `exit code ${end.exitCode}` : end.kind
    return new EvalChecksError('preflight', `the samples require that this succeeds: ${line} (${how})`, {
      fix: `run it in ${base} to see why`,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
