// Mocks become secrets: the rule, what it returns, and the plan of each sample, each known by its digest alone.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { canonicalJson } from '../../../contracts/canonical-json.js'
import { RESOURCE_MEDIA_TYPES, type ResourceKind } from '../../../contracts/experiment/host-resources.js'
import { MOCK_PLAN_VERSION, type MockPlan } from '../../../contracts/experiment/mock-plan.js'
import type { ResolvedTarget } from '../../../contracts/experiment/resolved-input.js'
import type { Mock } from '../../../contracts/experiment/sample-set.js'
import type { ResourceDescriptor } from '../../../contracts/resource-descriptor.js'
import { callSystem, type Faults, resolutionError } from '../faults.js'
import { lookAt } from '../locate.js'
import type { Resolving } from '../resolving.js'
import { createResource } from '../resource.js'
import type { LoadedSample } from '../samples/load-samples.js'

/** A mock of some samples, as targets carry it. */
export type ResolvedMock = NonNullable<ResolvedTarget['behavior']['mocks']>[number]

/** All mocks of a request. */
export interface FrozenMocks {
  /** Equal mocks of several samples are one, in the order of their first sample. */
  readonly mocks: readonly ResolvedMock[]
  /** The plan of each sample that has mocks. */
  readonly plans: ReadonlyMap<string, ResourceDescriptor>
}

/** Freezes the mocks of all samples. What cannot be frozen is a fault. */
export async function freezeMocks(
  resolving: Resolving,
  samples: readonly LoadedSample[],
  faults: Faults,
): Promise<FrozenMocks> {
  const shared = new Map<string, ResolvedMock & { readonly sampleIds: string[] }>()
  const plans = new Map<string, ResourceDescriptor>()
  for (const loaded of samples) {
    const { sampleId, executionContext } = loaded.sample
    if (executionContext?.mocks === undefined) continue
    const strict = executionContext.mocksStrict ?? true
    const rules = await faults.attempt(() => freezeRules(resolving, loaded, executionContext.mocks ?? []))
    if (rules === null) continue
    const plan: MockPlan = { schemaVersion: MOCK_PLAN_VERSION, strict, rules }
    plans.set(sampleId, freezeSecret(resolving, 'mock-plan', Buffer.from(canonicalJson(plan)), JSON_TYPE))
    for (const { rule, payloads, fallback } of rules) {
      const all = [...payloads, ...(fallback === undefined ? [] : [fallback])]
      const key = [strict, rule.resourceId, ...all.map(({ resourceId }) => resourceId)].join(' ')
      const known = shared.get(key)
      if (known === undefined) shared.set(key, { sampleIds: [sampleId], rule, strict, payloads: all })
      else if (known.sampleIds.at(-1) !== sampleId) known.sampleIds.push(sampleId)
    }
  }
  return { mocks: [...shared.values()], plans }
}

type Rules = MockPlan['rules']
type Rule = Rules[number]

const JSON_TYPE = RESOURCE_MEDIA_TYPES.json

function freezeRules(resolving: Resolving, { origin }: LoadedSample, mocks: readonly Mock[]): Rules {
  return mocks.map(({ tool, match, result }, index): Rule => {
    const rule = Buffer.from(canonicalJson({ tool, match }))
    return {
      mockId: `mock-${index + 1}`,
      rule: freezeSecret(resolving, 'mock-rule', rule, JSON_TYPE),
      ...freezeResult(resolving, result, origin),
    }
  })
}

function freezeResult(
  resolving: Resolving,
  result: Mock['result'],
  origin: LoadedSample['origin'],
): Pick<Rule, 'returnKind' | 'payloads' | 'fallback'> {
  switch (result.resultKind) {
    case 'return':
      return { returnKind: 'return', payloads: [freezeValue(resolving, result.value)] }
    case 'return-file':
      return { returnKind: 'return', payloads: [freezeFile(resolving, result.path, origin)] }
    case 'return-sequence':
      return {
        returnKind: 'return-sequence',
        payloads: result.values.map((value) => freezeValue(resolving, value)),
        ...(result.fallback === undefined ? {} : { fallback: freezeValue(resolving, result.fallback) }),
      }
  }
}

type Value = Extract<Mock['result'], { resultKind: 'return' }>['value']

function freezeValue(resolving: Resolving, value: Value): ResourceDescriptor {
  return typeof value === 'string'
    ? freezeSecret(resolving, 'mock-payload', Buffer.from(value), RESOURCE_MEDIA_TYPES.text)
    : freezeSecret(resolving, 'mock-payload', Buffer.from(canonicalJson(value)), JSON_TYPE)
}

/** The content of a file is a text, also where it is JSON: a tool would have printed it so. */
function freezeFile(
  resolving: Resolving,
  written: string,
  origin: LoadedSample['origin'],
): ResourceDescriptor {
  const file = path.resolve(path.dirname(origin.file), written)
  const details = { location: origin, sourceKey: 'mocks[].return_file' }
  if (!lookAt(file, details)?.isFile())
    throw resolutionError(`the file that a mock returns, ${file}, is no file`, {
      ...details,
      fix: 'correct the path: it starts at the folder of the sample file',
    })
  const bytes = callSystem(`cannot read ${file}`, details, () => readFileSync(file))
  return freezeSecret(resolving, 'mock-payload', bytes, RESOURCE_MEDIA_TYPES.text)
}

function freezeSecret(
  { content, resources }: Resolving,
  kind: ResourceKind,
  bytes: Uint8Array,
  mediaType: string,
): ResourceDescriptor {
  const frozen = content.freezeBytes(bytes)
  // A text may hold the JSON of an object: as payloads they differ.
  const scope = kind === 'mock-payload' ? { scope: mediaType } : {}
  return resources.add(
    createResource({
      kind,
      ...scope,
      frozen,
      mediaType,
      classification: 'secret',
      verified: 'content-digest',
    }),
  )
}
