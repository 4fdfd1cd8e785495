// Experiments on disk for tests: a folder with files, a request for it, and what comes of resolving it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EvalChecksErrors } from '../../../src/contracts/errors.js'
import type { HostResource } from '../../../src/contracts/experiment/host-resources.js'
import { EvalInputError } from '../../../src/contracts/experiment/input-error.js'
import {
  EVALUATION_REQUEST_VERSION,
  type EvaluationRequest,
  type RequestValues,
  type Variant,
} from '../../../src/contracts/experiment/request.js'
import type { ResolveHost } from '../../../src/resolve/experiment/host.js'
import { type ResolvedParts, resolveParts } from '../../../src/resolve/experiment/resolve-parts.js'
import { bare, write } from '../../process/git-trees.js'
import { makeFolder } from '../../process/programs.js'

/** A folder with files, at its real path. */
export function makeProject(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = makeFolder()
  write(folder, {
    'samples.yaml': ONE_SAMPLE,
    'skills/v1.md': 'first\n',
    'skills/v2.md': 'second\n',
    ...files,
  })
  return folder
}

/** Samples of the prompt-and-context format. */
export const ONE_SAMPLE = '- { sample_id: s1, prompt: Say it., rubric: It is said. }\n'

/** A file that makes a folder of gold. */
export const GOLD =
  'metadata: { annotator: a, annotatedAt: today, version: "1" }\nannotations: [{ sample_id: s1, score: 4 }]\n'

/** A variant whose artifact is an expression. */
export function variant(targetId: string, expression: string, more: Partial<Variant> = {}): Variant {
  return {
    targetId,
    experimentRole: targetId === 'control' ? 'control' : 'treatment',
    artifactSource: { artifactSourceKind: 'expression', expression },
    ...more,
  }
}

/** What a test changes of {@link request}. */
export interface RequestChanges {
  readonly variants?: readonly Variant[]
  readonly locators?: Partial<RequestValues['locators']>
  readonly targetRuntime?: Partial<RequestValues['targetRuntime']>
  readonly baselineIsolation?: 'strict' | 'relaxed'
  readonly repeatCount?: number
  readonly withoutConfig?: boolean
}

/** A request for the experiment file `eval.yaml` of a project, which need not exist. */
export function request(project: string, changes: RequestChanges = {}): EvaluationRequest {
  return {
    schemaVersion: EVALUATION_REQUEST_VERSION,
    fieldSources: [{ normalizedField: 'samples', sourceKind: 'eval-config', sourceKey: 'samples' }],
    values: {
      locators: {
        ...(changes.withoutConfig ? {} : { config: join(project, 'eval.yaml') }),
        samples: './samples.yaml',
        skillDirectory: 'skills',
        ...changes.locators,
      },
      variants: changes.variants ?? [variant('control', 'baseline'), variant('v2', 'skills/v2.md')],
      targetRuntime: { executorId: 'claude', model: 'm', effort: 'low', ...changes.targetRuntime },
      judges: { enabled: false, members: [], replicateCount: 1, lengthDebias: true },
      measurement: {
        baselineIsolation: changes.baselineIsolation ?? 'strict',
        executionConcurrency: 1,
        timeoutMs: 1000,
        retryCount: 0,
        cache: { executionMode: 'disabled', evaluationMode: 'disabled' },
        bootstrap: { enabled: true, resamples: 1000 },
        decision: { sampleSize: { sampleSizePlanningKind: 'minimum-count', minimumComparisonUnits: 20 } },
      },
      orchestration: {
        dryRun: false,
        batch: false,
        repeatCount: changes.repeatCount ?? 1,
        preflight: { doctor: 'required', connectivity: 'required' },
        diagnostic: 'enabled-outside-core',
        managedEvidence: 'append',
      },
      presentation: {
        outputDirectoryLocator: 'out',
        indexScope: 'project',
        language: 'en',
        serve: false,
        verbose: false,
        layeredView: false,
        exitMode: 'gate',
        keepWorkspaces: false,
        includeContent: false,
        json: false,
      },
    },
  }
}

/** A host whose frozen content goes to a folder of its own. */
export function host(project: string, changes: Partial<ResolveHost> = {}): ResolveHost {
  return {
    workingFolder: project,
    contentRoot: join(makeFolder(), 'runs'),
    environment: bare,
    signal: new AbortController().signal,
    ...changes,
  }
}

/** Resolves a project. */
export function resolve(
  project: string,
  changes: RequestChanges = {},
  hostChanges: Partial<ResolveHost> = {},
): Promise<ResolvedParts> {
  return resolveParts(request(project, changes), host(project, hostChanges))
}

/** The errors with which a project is refused. */
export async function refusal(
  project: string,
  changes: RequestChanges = {},
  hostChanges: Partial<ResolveHost> = {},
): Promise<readonly EvalInputError[]> {
  const error = await resolve(project, changes, hostChanges).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof EvalChecksErrors)) throw error ?? new Error('it was resolved')
  return error.errors.map((each) => {
    if (each instanceof EvalInputError) return each
    throw each
  })
}

/** The one error with which a project is refused. */
export async function refused(
  ...args: Parameters<typeof refusal>
): Promise<{ readonly code: string; readonly text: string; readonly error: EvalInputError }> {
  const [error, ...others] = await refusal(...args)
  if (error === undefined || others.length > 0) throw new EvalChecksErrors(error ? [error, ...others] : [])
  return { code: error.code, text: [error.message, error.expected, error.fix].join('\n'), error }
}

/** The resources of a kind. */
export function resourcesOf(
  parts: ResolvedParts,
  kind: HostResource['resourceKind'],
): readonly HostResource[] {
  return parts.hostResources.resources.filter(({ resourceKind }) => resourceKind === kind)
}

/** The one resource of a kind. */
export function resourceOf(parts: ResolvedParts, kind: HostResource['resourceKind']): HostResource {
  const [only, ...others] = resourcesOf(parts, kind)
  if (only === undefined || others.length > 0) throw new Error(`${others.length} others of ${kind}`)
  return only
}

/** The frozen text of a resource. */
export function textOf({ locator }: HostResource): string {
  return readFileSync(locator, 'utf8')
}
