// `omk.custom-executor-exchange/v1`: one JSON document in, one strict JSON document out, one process for each attempt.
import { z } from 'zod'
import { canonicalJson } from '../../../src/contracts/canonical-json.js'
import { sha256Hex } from '../../../src/contracts/digest.js'
import type {
  ExecutorCall,
  ExecutorOutcome,
  ExecutorServices,
  LeasedResource,
} from '../../../src/contracts/experiment/executor-call.js'
import { usageSchema } from '../../../src/contracts/experiment/record-parts.js'
import { trialTraceSchema } from '../../../src/contracts/experiment/trial-evidence.js'
import { identifierSchema, jsonSchema } from '../../../src/contracts/identifiers.js'
import type { JsonObject } from '../../../src/contracts/json.js'
import { executorFailed } from '../shared/run-program.js'

/** Version of both documents; any other is refused. */
export const EXCHANGE_VERSION = 'omk.custom-executor-exchange/v1'

/** What is written to standard input. Resources are given as paths of verified copies. */
export async function writeV1(call: ExecutorCall, services: ExecutorServices): Promise<string> {
  const { identity, controls, input, executionContext, targetConfig, folders, resources } = call
  const { runId, executionPlanDigest, targetId, sampleId, trialId } = identity
  const leases: JsonObject[] = []
  for (const resource of resources) leases.push(await lease(resource, folders.workspace, services))
  return canonicalJson({
    schemaVersion: EXCHANGE_VERSION,
    isolation: {
      sessionIsolationKey: keyOf('session', runId, trialId),
      runIsolationKey: keyOf('run', runId),
      trialIsolationKey: keyOf('trial', runId, trialId),
    },
    run: { runId, executionPlanDigest },
    trial: {
      sampleId,
      targetId,
      executionCoordinateDigest: identity.executionCoordinateDigest,
      executionControl: { ...controls },
      protocolId: 'omk.invoke/v1',
      input,
      ...(executionContext === undefined ? {} : { executionContext }),
      targetConfig,
      trialIndex: identity.trialIndex,
      trialId,
      schedulingBlockId: identity.schedulingBlockId,
      samplingUnitIds: { ...identity.samplingUnitIds },
      ...(identity.trialSeed === null ? {} : { trialSeed: identity.trialSeed }),
    },
    attempt: { attemptId: identity.attemptId, attemptNumber: identity.attemptNumber },
    resources: leases,
  })
}

function keyOf(...parts: readonly string[]): string {
  return sha256Hex(parts.join('\n')).slice(0, 32)
}

async function lease(
  { role, leaseMode, contentKind, resourceId, digest, mediaType, classification, size }: LeasedResource,
  workspace: string,
  { snapshot }: ExecutorServices,
): Promise<JsonObject> {
  const described = {
    resourceId,
    resourceKind: role,
    descriptor: { resourceId, digest, mediaType, classification, size },
    snapshotKind: contentKind,
    leaseMode,
  }
  const copy = await snapshot(resourceId)
  return leaseMode === 'copy-on-write-overlay'
    ? { ...described, baseSnapshotPath: copy, overlayPath: workspace }
    : { ...described, snapshotPath: copy }
}

const answerSchema = z.discriminatedUnion('resultStatus', [
  z.strictObject({
    schemaVersion: z.literal(EXCHANGE_VERSION),
    resultStatus: z.literal('completed'),
    output: z
      .strictObject({
        value: jsonSchema,
        classification: z.enum(['public', 'sensitive', 'secret']),
        mediaType: identifierSchema.optional(),
      })
      .optional(),
    trace: trialTraceSchema.optional(),
    usage: usageSchema.optional(),
  }),
  z.strictObject({
    schemaVersion: z.literal(EXCHANGE_VERSION),
    resultStatus: z.literal('failed'),
    error: z.strictObject({
      code: z.string().regex(/^[a-z0-9]+(?:[._-][a-z0-9]+)*$/i),
      stage: z.enum(['infrastructure', 'execution']),
    }),
    usage: usageSchema.optional(),
  }),
])

/** What standard output says; anything but the document itself is a failure. */
export function readV1(stdout: string): ExecutorOutcome {
  let value: unknown
  try {
    value = JSON.parse(stdout)
  } catch {
    return executorFailed(
      'output-malformed',
      'execution',
      'the program printed something else than one JSON document',
    )
  }
  const answer = answerSchema.safeParse(value)
  if (!answer.success) {
    const place = answer.error.issues[0]?.path.join('.') || 'the document'
    return executorFailed(
      'output-malformed',
      'execution',
      `${place} in the program's answer is not what the exchange asks for`,
    )
  }
  const { data } = answer
  const usage = data.usage === undefined ? {} : { usage: data.usage }
  if (data.resultStatus === 'failed')
    return {
      ...executorFailed(data.error.code, data.error.stage, 'the program says that it failed'),
      ...usage,
    }
  const { output, trace } = data
  return {
    status: 'completed',
    ...(output ? { output: withoutUndefined(output) } : {}),
    ...(trace ? { trace } : {}),
    ...usage,
  }
}

type Output = NonNullable<Extract<ExecutorOutcome, { readonly status: 'completed' }>['output']>

function withoutUndefined({
  value,
  classification,
  mediaType,
}: {
  readonly value: Output['value']
  readonly classification: Output['classification']
  readonly mediaType?: string | undefined
}): Output {
  return { value, classification, ...(mediaType === undefined ? {} : { mediaType }) }
}
