// Whether the documents of a run name each other: run, contract, parents, one digest for each.
import type { StoredRunFault } from '../../contracts/experiment/stored-run-fault.js'
import { firstDifference } from '../../contracts/first-difference.js'
import { MANIFEST_FILE, type StoredDocuments } from '../../store/experiment/stored-documents.js'

/** Faults of the chain run plan, execution, evaluation, analysis, report, and of the manifest over it. */
export function* checkChain(documents: StoredDocuments, runId: string): Generator<StoredRunFault> {
  const { plan, execution, evaluation, analysis, report } = documents
  yield* checkManifestHead(documents, runId)
  const contract = plan?.digests.runContract
  const parents = [
    ['execution-bundle.json', '/runContractDigest', execution?.runContractDigest, contract],
    ['evaluation-bundle.json', '/runContractDigest', evaluation?.runContractDigest, contract],
    [
      'evaluation-bundle.json',
      '/executionBundleDigest',
      evaluation?.executionBundleDigest,
      execution?.bundleDigest,
    ],
    ['analysis-bundle.json', '/runContractDigest', analysis?.runContractDigest, contract],
    [
      'analysis-bundle.json',
      '/evaluationBundleDigest',
      analysis?.evaluationBundleDigest,
      evaluation?.bundleDigest,
    ],
    [
      'analysis-bundle.json',
      '/provenance/parentDigests/0',
      analysis?.provenance.parentDigests[0],
      evaluation?.bundleDigest,
    ],
    ['report.json', '/runContractDigest', report?.runContractDigest, contract],
    ['report.json', '/bundles/0/bundleDigest', report?.bundles[0]?.bundleDigest, execution?.bundleDigest],
    ['report.json', '/bundles/1/bundleDigest', report?.bundles[1]?.bundleDigest, evaluation?.bundleDigest],
    ['report.json', '/bundles/2/bundleDigest', report?.bundles[2]?.bundleDigest, analysis?.bundleDigest],
  ] as const
  for (const [file, path, named, parent] of parents)
    if (named !== undefined && parent !== undefined && named !== parent)
      yield {
        code: 'STORED_PARENT_MISMATCH',
        file,
        path,
        message: 'names another document than the one beside it',
      }
}

function* checkManifestHead(documents: StoredDocuments, runId: string): Generator<StoredRunFault> {
  const { manifest, journal, plan, execution, evaluation, analysis, report } = documents
  if (!manifest) return
  const header = journal?.find((entry) => entry.kind === 'run')
  const identities = {
    'run-plan': plan?.digests.runContract,
    'execution-bundle': execution?.bundleDigest,
    'evaluation-bundle': evaluation?.bundleDigest,
    'analysis-bundle': analysis?.bundleDigest,
    report: report?.reportDigest,
  }
  const same: readonly (readonly [path: string, said: unknown, ...others: unknown[]])[] = [
    ['/runId', manifest.runId, runId, header?.runId, report?.runId, execution?.budgetSummary.runId],
    ['/reportId', manifest.reportId, report?.reportId],
    ['/runContractDigest', manifest.runContractDigest, plan?.digests.runContract, header?.runContractDigest],
    ['/createdAt', manifest.createdAt, header?.startedAt],
    ['/status', manifest.status, execution?.executionBundleStatus],
    ['/replayability/execution', manifest.replayability.execution, execution?.replayability],
    ['/replayability/evaluation', manifest.replayability.evaluation, evaluation?.replayability],
    ['/generation', manifest.generation, header?.generation],
    ...manifest.documents.flatMap(({ documentKind, identityDigest, schemaVersion }, at) => [
      [`/documents/${at}/identityDigest`, identityDigest, identities[documentKind]] as const,
      [
        `/documents/${at}/schemaVersion`,
        schemaVersion,
        documentOf(documents, documentKind)?.schemaVersion,
      ] as const,
    ]),
  ]
  for (const [path, said, ...others] of same)
    if (others.some((other) => other !== undefined && firstDifference(said, other) !== null))
      yield {
        code: 'STORED_IDENTITY_MISMATCH',
        file: MANIFEST_FILE,
        path,
        message: 'is not what the other documents say',
      }
  if (header && header.resumedFrom !== manifest.resumedFrom)
    yield {
      code: 'STORED_IDENTITY_MISMATCH',
      file: MANIFEST_FILE,
      path: '/resumedFrom',
      message: 'is not what the journal says',
    }
}

function documentOf(documents: StoredDocuments, kind: string): { readonly schemaVersion: string } | null {
  switch (kind) {
    case 'run-plan':
      return documents.plan
    case 'execution-bundle':
      return documents.execution
    case 'evaluation-bundle':
      return documents.evaluation
    case 'analysis-bundle':
      return documents.analysis
    default:
      return documents.report
  }
}
