// From a loaded project to a sealed plan over everything discovered, and to the checks as execution sees them.
import { compileChecks } from '../compile/checks/compile-checks.js'
import { checkDefinitionSha256 } from '../compile/checks/definition-digest.js'
import type { CheckType, FrozenFile } from '../contracts/check-type.js'
import { compareCodePoints } from '../contracts/code-point-order.js'
import { DIGEST_PATTERN, type Digest } from '../contracts/digest.js'
import { EvalChecksError } from '../contracts/errors.js'
import type { Evaluator } from '../contracts/evaluator.js'
import type { Json, JsonObject } from '../contracts/json.js'
import type { JudgingSettings } from '../contracts/judging.js'
import type { FrozenCheck, LoadedCheck } from '../contracts/resolved-files.js'
import type { RunPlan } from '../contracts/run-plan.js'
import { openSealedPlan, preparePlan } from '../prepare/prepare-plan.js'
import { freezeFile } from '../resolve/checks/freeze-files.js'
import { fingerprintPlugin } from '../resolve/checks/plugin-fingerprint.js'
import { type AgentRegistry, judgingSettings } from '../resolve/judging/settings.js'
import type { LoadedProject } from '../resolve/load-project.js'
import { ContentStore } from './content.js'
import type { SealedCheck } from './sealed-check.js'

/** Most checks refer to no file. */
const NO_PATHS: ReadonlyMap<string, string> = new Map()

/** A sealed plan with what execution needs beside it. */
export interface SealedProject {
  readonly plan: RunPlan
  /** The run-contract digest. */
  readonly planSha256: Digest
  readonly content: ContentStore
  /** By check id, in plan order. */
  readonly checks: ReadonlyMap<string, SealedCheck>
}

/**
 * Freezes referenced files, compiles and seals. Two copies of one state give one digest, wherever and whenever.
 * @throws {EvalChecksErrors} when the compiled documents are not valid
 */
export function sealProject(
  project: LoadedProject,
  types: ReadonlyMap<string, CheckType>,
  agents: AgentRegistry,
): SealedProject {
  const settings = judgingSettings(project.configuration, agents)
  const { projectRoot } = project
  const frozen = project.checks.checks
    .map((loaded) => freezeCheck({ loaded, types, projectRoot, settings }))
    .sort(byPlace)
  const content = new ContentStore()
  for (const { compiled } of frozen) for (const resource of compiled.resources) content.keep(resource)
  const { core, harness } = project.configuration
  const { llmMaxInputChars, ...judging } = settings
  const sealed = preparePlan(
    compileChecks({
      passThreshold: core.passThreshold,
      llmMaxInputChars,
      harness: { ...judging, budgetUsd: harness.budgetUsd, maxCalls: harness.maxCalls },
      checks: frozen.map(({ loaded, type, compiled, definitionSha256 }) => ({
        definition: loaded.parsed.definition,
        relativePath: loaded.source.relativePath,
        definitionSha256,
        compiled,
        typeVersion: type.version,
        typeFingerprint: fingerprintPlugin(type.moduleUrl),
      })),
    }),
  )
  const plan = openSealedPlan(sealed)
  return { plan, planSha256: plan.digests.runContract, content, checks: sealedChecks(plan, frozen) }
}

interface FreezeRequest {
  readonly loaded: LoadedCheck
  readonly types: ReadonlyMap<string, CheckType>
  readonly projectRoot: string
  readonly settings: JudgingSettings
}

function freezeCheck({ loaded, types, projectRoot, settings }: FreezeRequest): FrozenCheck {
  const { definition } = loaded.parsed
  const type = types.get(definition.type)
  if (!type) throw new EvalChecksError('UNKNOWN_CHECK_TYPE', `no check type is called ${definition.type}`)
  const bases = { checkFile: loaded.source.file, projectRoot }
  const references = type.compile.references(definition)
  const files = references.map((reference) => freezeFile(bases, reference))
  const compiled = type.compile.compile(definition, files, settings)
  const defining = files.filter((_file, index) => references[index]?.definesCheck !== false)
  return { loaded, type, files, compiled, definitionSha256: checkDefinitionSha256(loaded.bytes, defining) }
}

function byPlace(a: FrozenCheck, b: FrozenCheck): number {
  return compareCodePoints(a.loaded.source.relativePath, b.loaded.source.relativePath)
}

/** Reads the checks back from the plan: what is executed is what was sealed, not what compile was given. */
function sealedChecks(plan: RunPlan, frozen: readonly FrozenCheck[]): Map<string, SealedCheck> {
  const byPath = new Map(frozen.map((check) => [check.loaded.source.relativePath, check]))
  const samples = new Map(plan.evaluation.samples.map((sample) => [sample.sampleId, sample]))
  const result = new Map<string, SealedCheck>()
  for (const evaluator of plan.evaluation.evaluators) {
    const config = objectOf(evaluator.config ?? null)
    const local = byPath.get(textOf(config.sourcePath))
    const sample = samples.get(evaluator.applicableSampleIds?.[0] ?? '')
    if (!local || !sample)
      throw new EvalChecksError(
        'NOT_SEALED',
        `the plan does not match the project at ${evaluator.evaluatorId}`,
      )
    const check = sealedCheck(evaluator, config, local, {
      checkId: textOf(objectOf(sample.input).checkId),
      description: textOf(objectOf(sample.evaluationContext ?? null).description),
    })
    result.set(check.checkId, check)
  }
  return result
}

function sealedCheck(
  evaluator: Evaluator,
  config: JsonObject,
  { type, files, loaded }: FrozenCheck,
  identity: { readonly checkId: string; readonly description: string },
): SealedCheck {
  return {
    checkId: identity.checkId,
    description: identity.description,
    stem: evaluator.evaluatorId,
    type,
    tags: arrayOf(config.tags).map(textOf),
    timeoutSeconds: typeof config.timeoutSeconds === 'number' ? config.timeoutSeconds : null,
    skip: typeof config.skip === 'string' ? config.skip : null,
    definitionSha256: digestOf(config.definitionSha256),
    runtimeKind: textOf(config.runtimeKind),
    config: objectOf(config.typeConfig),
    resources: new Map((evaluator.resources ?? []).map(({ role, digest }) => [role, digestOf(digest)])),
    sourcePath: loaded.source.file,
    originalPaths:
      files.length === 0
        ? NO_PATHS
        : new Map(files.map(({ role, absolutePath }: FrozenFile) => [role, absolutePath])),
  }
}

function textOf(value: Json | undefined): string {
  if (typeof value !== 'string')
    throw new EvalChecksError('NOT_SEALED', 'the plan holds no text where one belongs')
  return value
}

function objectOf(value: Json | undefined): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new EvalChecksError('NOT_SEALED', 'the plan holds no object where one belongs')
  }
  return value as JsonObject
}

function arrayOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function digestOf(value: Json | undefined): Digest {
  const text = textOf(value)
  if (!DIGEST_PATTERN.test(text))
    throw new EvalChecksError('NOT_SEALED', `the plan holds ${text} where a digest belongs`)
  return text as Digest
}
