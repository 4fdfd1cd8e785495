// `vitest --merge-reports`: one run of checks from the reports of all shards. Nothing is run; results travel with tests.
import { randomBytes } from 'node:crypto'
import type { TestModule } from 'vitest/node'
import type { z } from 'zod'
import { mergeShards } from '../analyze/checks/merge-shards.js'
import { tallyChecks } from '../analyze/checks/tally.js'
import { agentRegistry } from '../builtins.js'
import { EvalChecksError } from '../contracts/errors.js'
import type { RunEnd } from '../contracts/reporter.js'
import { shardRecordSchema, shardResultSchema } from '../contracts/shard-record.js'
import { sanitizeHeader, sanitizeResult } from '../contracts/text-hygiene.js'
import { buildReport } from '../decide/checks/build-report.js'
import { decideRun } from '../decide/checks/decide-run.js'
import { sealProject } from '../execute/seal-project.js'
import type { LoadedProject } from '../resolve/load-project.js'
import { RunFolder } from '../store/run-folder.js'
import { makeRunId } from '../store/run-id.js'
import type { Host } from './host.js'
import { locateIn } from './places.js'
import { redactorOf } from './redaction.js'
import { reportersOf } from './reporters.js'

/** What can be merged with. */
export interface MergeBase {
  readonly host: Host
  readonly project: LoadedProject
  /** The sealed plan of the project as it stands here; null when it cannot be sealed. */
  readonly plan: { readonly json: string; readonly sha256: string } | null
}

/**
 * Looks at the project where the merge happens: it says where results are stored and what is secret.
 * @throws {unknown} what is wrong with its configuration
 */
export async function openMerge(host: Host): Promise<MergeBase> {
  await host.load()
  const { project, failure, types } = host
  if (failure) throw failure
  if (!project) throw new EvalChecksError('NOT_LOADED', 'the project was not loaded')
  return { host, project, plan: await sealHere(project, types) }
}

/** Merging needs no check file: what cannot be sealed here was sealed by the shards. */
async function sealHere(project: LoadedProject, types: Host['types']): Promise<MergeBase['plan']> {
  try {
    const { plan, planSha256 } = sealProject(project, types, await agentRegistry(project.configuration))
    return { json: JSON.stringify(plan), sha256: planSha256 }
  } catch {
    return null
  }
}

/** A merged run before it is stored. */
export interface MergedRun {
  readonly end: Pick<RunEnd, 'report' | 'decision'>
  /** Makes the run folder and tells the reporters. */
  readonly store: () => Promise<void>
}

/**
 * Merges what the test modules carry; null when they carry nothing.
 * @throws {EvalChecksError} `SHARD_INVALID` and those of {@link mergeShards}
 */
export function mergeRuns(
  { host, project, plan }: MergeBase,
  modules: readonly TestModule[],
): MergedRun | null {
  const { shards, results } = readModules(modules)
  if (shards.length + results.length === 0) return null
  const merged = mergeShards({ shards, results, projectRoot: project.projectRoot })
  const redact = redactorOf(project)
  const runId = makeRunId(new Date(), randomBytes(4))
  const samePlan = plan?.sha256 === merged.header.plan_sha256
  const warnings = samePlan
    ? merged.warnings
    : [
        ...merged.warnings,
        'the checks or the configuration here are not those that the shards ran: no plan is stored',
      ]
  const records = merged.results.map((result) => sanitizeResult(result, redact))
  const folderOf = (path: string) => ({
    ...sanitizeHeader(
      { ...merged.header, run_id: runId, project_root: project.projectRoot, output_dir: path },
      redact,
    ),
  })
  const conclude = (header: ReturnType<typeof folderOf>) => {
    const report = buildReport(header, records, { completedAt: merged.completedAt, runStatus: 'complete' })
    return { report, decision: decideRun(tallyChecks(header, records), header, report.run_status) }
  }
  return {
    end: conclude(folderOf(project.outputDir)),
    store: async () => {
      const folder = RunFolder.create(project.outputDir, runId)
      const header = folderOf(folder.path)
      if (samePlan && plan) folder.writePlan(plan.json)
      folder.writeSelection(header)
      const start = {
        header,
        places: { folder: folder.path, checks: folder.checks },
        configFile: project.configFile,
        warnings: warnings.map(redact),
        locate: locateIn(project),
        redact,
      }
      const reporters = await reportersOf(host)
      for (const reporter of reporters) await reporter.onRunStart?.(start)
      for (const record of records)
        for (const reporter of reporters) await reporter.onCheckEnd?.(record, start)
      const end = { ...start, ...conclude(header) }
      for (const reporter of reporters) await reporter.onRunEnd?.(end)
    },
  }
}

function readModules(modules: readonly TestModule[]) {
  const shards = modules.flatMap((module) => {
    const { evalCheckRun } = module.meta()
    return evalCheckRun === undefined ? [] : [read(shardRecordSchema, evalCheckRun, module)]
  })
  const results = modules.flatMap((module) =>
    [...module.children.allTests()].flatMap((test) => {
      const { evalCheck, evalCheckStreams } = test.meta()
      return evalCheck === undefined
        ? []
        : [{ ...read(shardResultSchema, evalCheck, module), ...evalCheckStreams }]
    }),
  )
  return { shards, results }
}

function read<T>(schema: z.ZodType<T>, value: unknown, module: TestModule): T {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  throw new EvalChecksError(
    'SHARD_INVALID',
    `what a report says of ${module.moduleId} is not what this version writes`,
    {
      fix: 'the report was changed or comes from another version: run the shards again',
      cause: checked.error,
    },
  )
}
