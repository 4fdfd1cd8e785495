// The judges: whether there are any is decided first, so that nobody who wants none hears of a wrong one.
import { z } from 'zod'
import type { KnownExecutor } from '../../contracts/experiment/host-defaults.js'
import type { InputErrorCode, InputErrorDetails } from '../../contracts/experiment/input-error.js'
import { type JudgeMember, judgeMemberSchema } from '../../contracts/experiment/request.js'
import { nearestName } from '../configuration/nearest-name.js'
import { type Candidate, type InputReader, showValue } from './input-reader.js'

const FIELD = 'definition.judges.members'
const grammar = 'executor:model, several with commas between them'

/** Judges as values of a request; members are undefined when a fault was found. */
export interface JudgesReading {
  readonly enabled: boolean | undefined
  readonly members: readonly JudgeMember[] | undefined
  readonly replicateCount: number | undefined
  readonly lengthDebias: boolean | undefined
}

/** Reads the judges. `executorId`: who answers, where that is known. */
export function readJudges(reader: InputReader, executorId: string | undefined): JudgesReading {
  const enabled = reader.choose('definition.judges.enabled')
  return {
    enabled,
    members: enabled === false ? [] : chooseMembers(reader, executorId),
    replicateCount: reader.choose('definition.judges.replicateCount'),
    lengthDebias: reader.choose('definition.judges.lengthDebias'),
  }
}

function chooseMembers(
  reader: InputReader,
  executorId: string | undefined,
): readonly JudgeMember[] | undefined {
  const candidates = reader.candidates(FIELD)
  const read = candidates.map((candidate) => checkMembers(reader, candidate))
  const [first] = candidates
  if (first === undefined) return presumeMembers(reader, executorId)
  const [members] = read
  if (members !== undefined) recordMembers(reader, first, members)
  return members
}

function recordMembers(reader: InputReader, candidate: Candidate, members: readonly JudgeMember[]): void {
  reader.record(FIELD, candidate)
  if (candidate.rank < 2) return
  const keys = { executorId: 'executor', model: 'model', deploymentRevision: 'deploymentRevision' }
  for (const [index, member] of members.entries())
    for (const [part, key] of Object.entries(keys))
      if (part in member) reader.record(`${FIELD}[${index}].${part}`, candidate, `[${index}].${key}`)
}

/** From the variable, else the executor's own judge, else that of the executor that the host chose. */
function presumeMembers(
  reader: InputReader,
  executorId: string | undefined,
): readonly JudgeMember[] | undefined {
  const { judgeModels, executor, executors } = reader.input.defaults
  if (judgeModels !== null) {
    const { value, source } = judgeModels
    const members = readMembers(value, executors, ({ message, ...details }) =>
      reader.refuseHost(FIELD, source, `${source}: ${message}`, details),
    )
    if (members !== undefined) reader.recordHost(FIELD, source)
    return members
  }
  const judge = judgeOf(executors, executorId) ?? judgeOf(executors, executor?.value)
  if (judge !== undefined) {
    reader.recordHost(FIELD, `executor ${judge.executorId}`, true)
    return [judge]
  }
  reader.refuseHost(FIELD, 'judgeModels', 'judges are on, and there is none', {
    code: 'CLI_INPUT_JUDGE_REQUIRED',
    expected: 'at least one judge',
    fix: 'Name one with --judge-models executor:model or judgeModels, set OMK_JUDGE_MODELS, or turn judges off with --no-judge.',
  })
  return undefined
}

function judgeOf(executors: readonly KnownExecutor[], wanted: string | undefined): JudgeMember | undefined {
  const found = executors.find(({ executorId }) => executorId === wanted)
  return found?.defaultModels && { executorId: found.executorId, model: found.defaultModels.judge }
}

function checkMembers(reader: InputReader, candidate: Candidate): readonly JudgeMember[] | undefined {
  const { key, raw, rank } = candidate
  return readMembers(raw, reader.input.defaults.executors, ({ message, index, ...details }) => {
    const suffix = rank === 0 || index === undefined ? '' : `[${index}]`
    reader.refuse(candidate, `${key}${suffix}: ${message}`, { ...details, suffix })
  })
}

interface MemberFault extends Pick<InputErrorDetails, 'expected' | 'fix'> {
  readonly message: string
  readonly code?: InputErrorCode
  /** Absent for a text, which has no items to point at. */
  readonly index?: number
}

const configMember = z.strictObject({
  executor: judgeMemberSchema.shape.executorId,
  model: judgeMemberSchema.shape.model,
  deploymentRevision: judgeMemberSchema.shape.deploymentRevision,
})

/** Members of a text, a list of texts, or a list of objects; undefined when one of them is refused. */
function readMembers(
  raw: unknown,
  executors: readonly KnownExecutor[],
  refuse: (fault: MemberFault) => void,
): readonly JudgeMember[] | undefined {
  const items: readonly unknown[] = typeof raw === 'string' ? raw.split(',') : Array.isArray(raw) ? raw : []
  if (items.length === 0) {
    refuse({ message: `expected at least one judge, found ${showValue(raw)}`, expected: grammar })
    return undefined
  }
  const members: JudgeMember[] = []
  for (const [index, item] of items.entries()) {
    const place = typeof raw === 'string' ? {} : { index }
    const member = typeof item === 'string' ? readMember(item.trim()) : ofObject(item)
    const fault = faultOf(item, member, members, executors)
    if (fault !== undefined) refuse({ ...fault, ...place })
    else if (member !== undefined) members.push(member)
  }
  return members.length === items.length ? members : undefined
}

function faultOf(
  item: unknown,
  member: JudgeMember | undefined,
  before: readonly JudgeMember[],
  executors: readonly KnownExecutor[],
): MemberFault | undefined {
  if (member === undefined) return { message: `${showValue(item)} is no judge`, expected: grammar }
  const { executorId, model } = member
  if (before.some((other) => other.executorId === executorId && other.model === model))
    return {
      code: 'CLI_INPUT_DUPLICATE_ID',
      message: `two judges are ${executorId}:${model}`,
      expected: 'each judge once',
      fix: 'Remove one; --judge-repeat asks a judge several times.',
    }
  const known = executors.map((executor) => executor.executorId)
  if (known.length === 0 || known.includes(executorId)) return undefined
  const near = nearestName(executorId, known)
  return {
    message: `there is no executor ${JSON.stringify(executorId)}`,
    expected: `one of ${known.join(', ')}`,
    ...(near === undefined ? {} : { fix: `Write ${near}:${model}.` }),
  }
}

/** Split at the first colon: a model may have one in its name. */
function readMember(text: string): JudgeMember | undefined {
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  const member = { executorId: text.slice(0, colon).trim(), model: text.slice(colon + 1).trim() }
  return judgeMemberSchema.safeParse(member).success ? member : undefined
}

function ofObject(item: unknown): JudgeMember | undefined {
  const checked = configMember.safeParse(item)
  if (!checked.success) return undefined
  const { executor, model, deploymentRevision } = checked.data
  return { executorId: executor, model, ...(deploymentRevision !== undefined && { deploymentRevision }) }
}
