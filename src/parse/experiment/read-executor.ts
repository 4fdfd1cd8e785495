// Who answers: the name of an executor, the path of a program, or a whole command.

import { type HostDefaults, preferredExecutors } from '../../contracts/experiment/host-defaults.js'
import {
  type ExecutorCommand,
  executorCommandSchema,
  type RequestValues,
} from '../../contracts/experiment/request.js'
import { identifierSchema } from '../../contracts/identifiers.js'
import { nearestName } from '../configuration/nearest-name.js'
import { splitCommand } from '../configuration/split-command.js'
import type { Candidate, InputReader } from './input-reader.js'

type Executor = Pick<RequestValues['targetRuntime'], 'executorId' | 'executorCommand'>
type Reading = Executor | { readonly message: string; readonly expected: string; readonly fix: string }

const FIELD = 'definition.targetRuntime.implementationId'
const expected = 'the name of an executor, the path of an executable file, or a command with its protocol'
/** The name under which every custom command runs. */
const COMMAND = 'command'

/** Chooses the executor; undefined when there is none, or when a fault was found. */
export function readExecutor(reader: InputReader): Executor | undefined {
  const { defaults } = reader.input
  const candidates = reader.candidates(FIELD)
  const read = candidates.map((candidate) => checkExecutor(reader, candidate))
  const [first] = candidates
  if (first !== undefined) {
    const [chosen] = read
    if (chosen === undefined) return undefined
    reader.record(FIELD, first)
    if (chosen.executorCommand !== undefined) recordCommand(reader, first)
    return first.rank < 2 ? anchorCommand(reader, chosen) : chosen
  }
  if (defaults.executor === null) {
    refuseNone(reader)
    return undefined
  }
  const { value, source } = defaults.executor
  const chosen = readText(value, true, defaults)
  if ('message' in chosen) {
    reader.refuseHost(FIELD, source, `${source}: ${chosen.message}`, chosen)
    return undefined
  }
  reader.recordHost(FIELD, source)
  if (chosen.executorCommand !== undefined)
    for (const field of commandFields) reader.recordHost(field, source)
  return anchorCommand(reader, chosen)
}

const commandFields = ['definition.targetRuntime.command', 'definition.targetRuntime.commandProtocol']

function recordCommand(reader: InputReader, candidate: Candidate): void {
  const isText = typeof candidate.raw === 'string'
  for (const field of commandFields) {
    const part = field.endsWith('Protocol') ? '.protocol' : '.command'
    reader.record(field, candidate, isText ? '' : part)
  }
}

function checkExecutor(reader: InputReader, candidate: Candidate): Executor | undefined {
  const { key, raw, rank } = candidate
  const reading = typeof raw === 'string' ? readText(raw, rank < 2, reader.input.defaults) : readObject(raw)
  if (!('message' in reading)) return reading
  const { message, ...details } = reading
  reader.refuse(candidate, `${key}: ${message}`, details)
  return undefined
}

/** `splits`: a text with blanks is a whole command line, as the older exchange has it. */
function readText(text: string, splits: boolean, defaults: HostDefaults): Reading {
  const written = text.trim()
  const words = splitCommand(written)
  const isCommandLine = words.length > 1 && (splits || !isPath(words[0] ?? ''))
  if (isCommandLine && splits) return ofCommand({ command: words, protocol: 'v0' })
  if (isCommandLine) {
    const list = words.map((word) => JSON.stringify(word)).join(', ')
    const message = 'a command line is not split here'
    return { message, expected, fix: `Write {command: [${list}], protocol: v0}.` }
  }
  const [word = ''] = splits ? words : [written]
  if (isPath(word)) return ofCommand({ command: [word], protocol: 'v1' })
  return readName(word, defaults)
}

function readName(name: string, { executors }: HostDefaults): Reading {
  const known = executors.map(({ executorId }) => executorId)
  if (name === COMMAND) {
    const fix = 'Write the path of the program, such as ./bin/agent.'
    return { message: 'which command is not said', expected, fix }
  }
  if (identifierSchema.safeParse(name).success && (known.length === 0 || known.includes(name)))
    return { executorId: name }
  const near = nearestName(name, known)
  const guess = near === undefined ? '' : `, did you mean ${near}?`
  return {
    message: name === '' ? 'no executor is named' : `there is no executor ${JSON.stringify(name)}${guess}`,
    expected: known.length === 0 ? expected : `one of ${known.join(', ')}, or the path of a program`,
    fix: near === undefined ? `Write ./${name} for a program that lies there.` : `Write ${near}.`,
  }
}

function readObject(raw: unknown): Reading {
  const checked = executorCommandSchema.safeParse(raw)
  if (checked.success) return ofCommand(checked.data)
  const fix = 'Write {command: [program, argument], protocol: v1}, or v0 for the older exchange.'
  return { message: 'it is neither a text nor a command with its protocol', expected, fix }
}

function ofCommand({ command, protocol }: ExecutorCommand): Executor {
  return { executorId: COMMAND, executorCommand: { command, protocol } }
}

function isPath(word: string): boolean {
  return /[/\\]/.test(word)
}

function anchorCommand({ input }: InputReader, { executorId, executorCommand }: Executor): Executor {
  const { anchor } = input
  if (executorCommand === undefined || anchor === undefined)
    return { executorId, ...(executorCommand === undefined ? {} : { executorCommand }) }
  const [program = '', ...others] = executorCommand.command
  const command = [
    isPath(program) ? anchor(program, 'path') : program,
    ...others.map((argument) => anchor(argument, 'argument')),
  ]
  return { executorId, executorCommand: { ...executorCommand, command } }
}

function refuseNone(reader: InputReader): void {
  const installed = preferredExecutors.join(' or ')
  reader.refuseHost(FIELD, 'executor', 'no executor is named, and none is installed that could be chosen', {
    expected: `an executor: ${preferredExecutors.join(', ')} or another one`,
    fix: `Install ${installed}, set OMK_EXECUTOR, or name one with --executor or executor.`,
  })
}
