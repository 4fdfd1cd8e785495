// Whether a stored run is what it says: every document, every digest, the chain of parents, and everything that can be
// computed again from plan and records.
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { RunVerification, StoredRunFault } from '../contracts/experiment/stored-run-fault.js'
import { validateEvaluationBundle } from '../evaluate/experiment/validate/validate-evaluation-bundle.js'
import { validateExecutionBundle } from '../execute/experiment/validate/validate-execution-bundle.js'
import { JOURNAL_FILE, PARTIAL } from '../store/experiment/run-folder.js'
import { MANIFEST_FILE, readStoredDocuments } from '../store/experiment/stored-documents.js'
import { checkChain } from './verify/chain.js'
import { checkContents, checkLogs } from './verify/contents.js'
import { checkJournal } from './verify/journal.js'
import { checkConclusions, checkStoredPlan } from './verify/recompute.js'

/**
 * Verifies the run in a folder and tells all its faults. Reads only. `folder` is absolute.
 * @throws never for what lies in the folder
 */
export async function verifyStoredRun(folder: string): Promise<RunVerification> {
  const runId = path.basename(folder)
  const faults = isPartial(folder) ? [partial(folder)] : await findFaults(folder, runId)
  return { status: faults.length === 0 ? 'verified' : 'refused', runId, folder, faults }
}

function isPartial(folder: string): boolean {
  return folder.endsWith(PARTIAL) || !existsSync(path.join(folder, MANIFEST_FILE))
}

function partial(folder: string): StoredRunFault {
  const message = existsSync(path.join(folder, JOURNAL_FILE))
    ? 'the run did not come to its end: resume it'
    : 'there is no run in this folder'
  return { code: 'STORED_RUN_PARTIAL', file: MANIFEST_FILE, path: '', message }
}

async function findFaults(folder: string, runId: string): Promise<StoredRunFault[]> {
  const { faults: found, ...documents } = readStoredDocuments(folder)
  const { plan, execution, evaluation, manifest } = documents
  const faults = [...found, ...checkChain(documents, runId), ...checkJournal(documents)]
  if (execution && evaluation) faults.push(...checkContents(folder, execution, evaluation))
  if (documents.report) faults.push(...checkLogs(folder, documents.report))
  if (!plan) return faults
  const planFaults = checkStoredPlan(plan)
  faults.push(...planFaults)
  // A plan that contradicts itself says nothing about records.
  if (planFaults.length > 0 || !execution) return faults
  const generation = manifest?.generation ?? 0
  const add = (file: string, more: ReturnType<typeof validateExecutionBundle>) =>
    faults.push(...more.map((fault) => ({ ...fault, file })))
  add('execution-bundle.json', validateExecutionBundle(execution, plan, { generation }))
  if (evaluation) add('evaluation-bundle.json', validateEvaluationBundle(evaluation, plan, execution))
  faults.push(...(await checkConclusions(documents)))
  return faults
}
