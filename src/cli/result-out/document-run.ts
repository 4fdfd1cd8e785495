// Runs something and writes the stamped document about it, whatever comes of it.
import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { renderResultDocument } from '../../builtins.js'
import type { Configuration } from '../../contracts/configuration.js'
import { EvalChecksError } from '../../contracts/errors.js'
import { DIRTY_TREE_ALGORITHM } from '../../contracts/result-document.js'
import { makeRedactor, secretValues, stripControls } from '../../contracts/text-hygiene.js'
import { readStartEnvironment } from '../../process/environment.js'
import { type ObservationRequest, observeCommit, observeTree } from '../../process/observe-git.js'
import { describeThrown } from '../show-fault.js'
import { toolVersion } from '../version.js'
import { composeDocument, type RunAccount } from './compose.js'
import type { ResultRequest } from './options.js'
import { openTarget, writeToTarget } from './target.js'

/** A run that is to be documented. */
export interface DocumentedRun {
  readonly request: ResultRequest
  /** Folder of the run, absolute: git is asked there, and a relative path of the document starts there. */
  readonly cwd: string
  /** Runs; what it throws is documented and thrown on. */
  readonly run: () => Promise<RunAccount>
}

/**
 * Observes git, runs, observes the commit again, writes the document. Returns the exit status of the run, 1 when the
 * document could not be written. Nothing is run when its place cannot be written to.
 * @throws {EvalChecksError} `RESULT_OUT_INVALID`, `WRITE_FAILED`
 */
export async function documentRun({ request, cwd, run }: DocumentedRun): Promise<number> {
  const target = openTarget(placeOf(request.path, cwd))
  const environment = readStartEnvironment()
  const before = await observe(observeTree, { cwd, environment })
  const ran = await settle(run)
  const after = await observe(observeCommit, { cwd, environment })
  const { dirtyTreeDigest } = before
  const document = composeDocument(ran.account, {
    toolVersion: toolVersion(),
    observed: {
      commit_before: before.commit,
      commit_after: after.commit,
      dirty_tree_digest: dirtyTreeDigest,
      dirty_tree_algorithm: dirtyTreeDigest === null ? null : DIRTY_TREE_ALGORITHM,
    },
    producedAt: new Date(),
    provenance: request.provenance,
    redact: makeRedactor(secretValues(environment, givenToAgents(ran.account.configuration))),
  })
  const text = await renderResultDocument(document, request.format, ran.account.end)
  try {
    writeToTarget(target, text)
  } catch (failure) {
    if ('thrown' in ran) console.error(`eval-checks: ${describeThrown(ran.thrown)}`)
    throw failure
  }
  if ('thrown' in ran) throw ran.thrown
  return ran.account.exitCode
}

type Settled = { readonly account: RunAccount } | { readonly account: RunAccount; readonly thrown: unknown }

/** Whatever keeps a run from starting is a fault of what it was given: it has no harness yet. */
async function settle(run: DocumentedRun['run']): Promise<Settled> {
  try {
    return { account: await run() }
  } catch (thrown) {
    const error = thrown instanceof Error && !isOurs(thrown) ? thrown.message : describeThrown(thrown)
    const account = { status: 'config_error', exitCode: 1, error, configuration: null, end: null } as const
    return { account, thrown }
  }
}

// A stack is for the terminal.
function isOurs(error: Error): boolean {
  return error.name.startsWith('EvalChecks')
}

async function observe<T extends { readonly trouble: string | null }>(
  look: (request: ObservationRequest) => Promise<T>,
  request: ObservationRequest,
): Promise<T> {
  const seen = await look(request)
  if (seen.trouble !== null) {
    console.error(`eval-checks: git could not be observed: ${stripControls(seen.trouble)}`)
  }
  return seen
}

function placeOf(path: string, cwd: string): string {
  if (isAbsolute(path) || statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return resolve(cwd, path)
  throw new EvalChecksError(
    'RESULT_OUT_INVALID',
    `the result document ${path} starts in ${cwd}, which is no folder`,
    {
      fix: 'name an existing folder (--cwd), or an absolute path (--result-out)',
    },
  )
}

/** Values that the configuration gives to agents, all of them taken for secrets. */
function givenToAgents(configuration: Configuration | null): string[] {
  if (configuration === null) return []
  const { harness, agents } = configuration
  const tables = [harness.env, ...Object.values(agents).map(({ providerEnv }) => providerEnv ?? {})]
  return tables.flatMap((table) => Object.values(table))
}
