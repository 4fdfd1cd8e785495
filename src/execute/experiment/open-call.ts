// One attempt's question, made of what is sealed: every content is compared with its digest on the way.
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { EvalChecksError } from '../../contracts/errors.js'
import type {
  ExecutorCall,
  LeasedResource,
  OpenMock,
  OpenMocks,
} from '../../contracts/experiment/executor-call.js'
import { RESOURCE_MEDIA_TYPES } from '../../contracts/experiment/host-resources.js'
import { type MockPlan, mockPlanSchema } from '../../contracts/experiment/mock-plan.js'
import type { ExecutorCommand } from '../../contracts/experiment/request.js'
import { mockSchema } from '../../contracts/experiment/sample-set.js'
import { isJsonObject } from '../../contracts/is-json.js'
import type { Json, JsonObject } from '../../contracts/json.js'
import type { ResourceDescriptor } from '../../contracts/resource-descriptor.js'
import type { CommandPlace } from '../../resolve/experiment/command-runtime.js'
import { leaseCommand } from './command-lease.js'
import { coordinateResources } from './effective-controls.js'
import type { Leases } from './leases.js'
import { renderInput } from './render-input.js'
import { attemptIdOf, type PlannedTrial } from './trials.js'

/** What calls are made of, beside the trial. */
export interface CallSource {
  readonly runId: string
  readonly executionPlanDigest: ExecutorCall['identity']['executionPlanDigest']
  readonly leases: Leases
  /** The custom command of the request. */
  readonly command?: ExecutorCommand
  /** Where its relative paths start. */
  readonly place: CommandPlace
  readonly environment: Readonly<Record<string, string>>
  /** How many runs this one resumes, directly and indirectly. */
  readonly generation: number
}

/** The folders of an attempt, which exist and are empty; the workspace does not exist yet. */
export interface AttemptFolders {
  readonly private: string
  readonly workspace: string
}

/**
 * Opens what the trial names and fills its folders.
 * @throws {EvalChecksError} `CONTENT_MISSING`, `CONTENT_CHANGED`: the run ends, nobody is asked
 */
export async function openCall(
  trial: PlannedTrial,
  attemptNumber: number,
  folders: AttemptFolders,
  source: CallSource,
  signal: AbortSignal,
): Promise<ExecutorCall> {
  const { target, sample, controls } = trial
  const { leases } = source
  const { behavior, runtime } = readConfig(target.config)
  const resources = coordinateResources(target, controls).map(({ role, ...descriptor }): LeasedResource => {
    const isWorkspace = role === 'workspace'
    return {
      ...descriptor,
      role,
      leaseMode: isWorkspace ? 'copy-on-write-overlay' : 'immutable-snapshot',
      contentKind: leases.kindOf(descriptor.resourceId),
    }
  })
  await fillWorkspace(trial, folders.workspace, leases, signal)
  const effort = runtime.effort
  const allowedSkills = behavior.allowedSkills
  return {
    identity: identityOf(trial, attemptNumber, source),
    model: typeof runtime.model === 'string' ? runtime.model : '',
    effort: typeof effort === 'string' ? effort : null,
    instructions: await readInstructions(behavior.artifact, folders, leases, signal),
    input: sample.input,
    prompt: renderInput(sample.input),
    ...(sample.executionContext === undefined ? {} : { executionContext: sample.executionContext }),
    controls,
    ...(Array.isArray(allowedSkills)
      ? { allowedSkills: allowedSkills.filter((skill) => typeof skill === 'string') }
      : {}),
    mcpConfig: controls.mcp.mcpMode === 'none' ? null : await readMcp(controls.mcp.resourceId, leases),
    mocks:
      controls.mockInterception.mockMode === 'none'
        ? null
        : await openMocks(controls.mockInterception.resourceIds, leases),
    targetConfig: target.config ?? {},
    resources,
    folders,
    ...(await openCommand(trial, source)),
    environment: source.environment,
  }
}

function readConfig(config: JsonObject | undefined): { behavior: JsonObject; runtime: JsonObject } {
  const part = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})
  return { behavior: part(config?.behavior), runtime: part(config?.runtime) }
}

function identityOf(
  trial: PlannedTrial,
  attemptNumber: number,
  { runId, executionPlanDigest, generation }: CallSource,
): ExecutorCall['identity'] {
  const { target, sample, trialId, trialIndex, executionCoordinateDigest } = trial
  return {
    runId,
    executionPlanDigest,
    targetId: target.targetId,
    sampleId: sample.sampleId,
    trialIndex,
    executionCoordinateDigest,
    trialId,
    schedulingBlockId: trial.schedulingBlockId,
    samplingUnitIds: { ...trial.samplingUnitIds },
    trialSeed: trial.trialSeed,
    attemptId: attemptIdOf(trialId, attemptNumber, generation),
    attemptNumber,
  }
}

async function fillWorkspace(
  { controls }: PlannedTrial,
  folder: string,
  leases: Leases,
  signal: AbortSignal,
): Promise<void> {
  const { workspace } = controls
  if (workspace.workspaceMode === 'none') await mkdir(folder, { mode: 0o700 })
  else await leases.copy(workspace.resourceId, folder, signal)
}

/** A descriptor in a target's settings is a reference by id. */
function idOf(descriptor: Json | undefined): string | null {
  return isJsonObject(descriptor) && typeof descriptor.resourceId === 'string' ? descriptor.resourceId : null
}

const decoder = new TextDecoder('utf-8')

async function readInstructions(
  artifact: Json | undefined,
  folders: AttemptFolders,
  leases: Leases,
  signal: AbortSignal,
): Promise<string | null> {
  const resourceId = idOf(artifact)
  if (resourceId === null) return null
  if (leases.kindOf(resourceId) === 'file') return decoder.decode(await leases.read(resourceId))
  const folder = path.join(folders.private, 'artifact')
  await leases.copy(resourceId, folder, signal)
  return readFile(path.join(folder, 'SKILL.md'), 'utf8')
}

async function readMcp(resourceId: string, leases: Leases): Promise<JsonObject> {
  const config = await readJson(resourceId, leases)
  if (isJsonObject(config)) return config
  throw malformed(resourceId)
}

async function openMocks(resourceIds: readonly string[], leases: Leases): Promise<OpenMocks> {
  const plans: MockPlan[] = []
  for (const resourceId of resourceIds) {
    const plan = mockPlanSchema.safeParse(await readJson(resourceId, leases))
    if (!plan.success) throw malformed(resourceId)
    plans.push(plan.data)
  }
  const rules = plans.flatMap((plan) => plan.rules)
  return {
    strict: plans.some(({ strict }) => strict),
    rules: await Promise.all(rules.map((rule) => openMock(rule, leases))),
  }
}

const ruleSchema = mockSchema.pick({ tool: true, match: true })

async function openMock(rule: MockPlan['rules'][number], leases: Leases): Promise<OpenMock> {
  const { mockId, returnKind, payloads, fallback } = rule
  const opened = ruleSchema.safeParse(await readJson(rule.rule.resourceId, leases))
  if (!opened.success) throw malformed(rule.rule.resourceId)
  return {
    mockId,
    tool: opened.data.tool,
    match: opened.data.match,
    returnKind,
    payloads: await Promise.all(payloads.map((payload) => readPayload(payload, leases))),
    ...(fallback === undefined ? {} : { fallback: await readPayload(fallback, leases) }),
  }
}

function readPayload({ resourceId, mediaType }: ResourceDescriptor, leases: Leases): Promise<Json> {
  return mediaType === RESOURCE_MEDIA_TYPES.json
    ? readJson(resourceId, leases)
    : leases.read(resourceId).then((bytes) => decoder.decode(bytes))
}

async function readJson(resourceId: string, leases: Leases): Promise<Json> {
  try {
    return JSON.parse(decoder.decode(await leases.read(resourceId)))
  } catch (error) {
    if (error instanceof EvalChecksError) throw error
    throw malformed(resourceId)
  }
}

function malformed(resourceId: string): EvalChecksError {
  return new EvalChecksError('CONTENT_CHANGED', `${resourceId} holds something else than its kind says`, {
    fix: 'start again with this release',
  })
}

async function openCommand(
  { target }: PlannedTrial,
  { command, place, leases }: CallSource,
): Promise<{ readonly command?: ExecutorCommand }> {
  const manifest = target.resources?.find(({ role }) => role === 'runtime-implementation')
  if (!command || !manifest) return {}
  return { command: leaseCommand(command, await readJson(manifest.resourceId, leases), place) }
}
