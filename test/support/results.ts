// Records of runs for tests.
import type { CheckResult } from '../../src/contracts/check-result.js'
import { digestBytes } from '../../src/contracts/digest.js'
import type { RunHeader } from '../../src/contracts/eval-report.js'

/** Header of a run that selected `selected`. */
export function makeHeader(selected: readonly string[], changes: Partial<RunHeader> = {}): RunHeader {
  return {
    schema_version: 1,
    run_id: '20260102_030405_0a1b2c3d',
    project_root: '/project',
    output_dir: '/project/.eval-banana/results/20260102_030405_0a1b2c3d',
    started_at: '2026-01-02T03:04:05.000Z',
    pass_threshold: 1,
    plan_sha256: digestBytes('plan'),
    selected: [...selected],
    skipped: [],
    load_errors: [],
    ...changes,
  }
}

/** Result of a check; failed and passed checks come with a reason, errors with a code and a sentence. */
export function makeResult(
  id: string,
  status: CheckResult['status'],
  changes: Partial<CheckResult> = {},
): CheckResult {
  const errored = status === 'error'
  return {
    check_id: id,
    check_type: 'deterministic',
    check_definition_sha256: digestBytes(id),
    description: `What ${id} asks for`,
    source_path: `/project/eval_checks/${id}.yaml`,
    tags: [],
    status,
    score: status === 'passed' ? 1 : 0,
    started_at: '2026-01-02T03:04:05.100Z',
    completed_at: '2026-01-02T03:04:05.112Z',
    duration_ms: 12,
    reason: errored ? null : `${id} ${status} for a reason`,
    error_detail: errored ? `${id} could not be started` : null,
    error_code: errored ? 'not-started' : null,
    stdout: '',
    stderr: '',
    exit_code: errored ? null : status === 'passed' ? 0 : 1,
    details: {},
    ...changes,
  }
}

/** A load fault of `bad.yaml`. */
export const loadError: RunHeader['load_errors'][number] = {
  file: '/project/eval_checks/bad.yaml',
  line: 3,
  column: 1,
  code: 'unknown-field',
  field: 'descripton',
  message: 'Extra inputs are not permitted',
}
