// Judges by identity: who is asked, how often. What they are asked is in the templates.
import { compareCodeUnits } from '../../../contracts/code-point-order.js'
import { deriveHex } from '../../../contracts/derived-id.js'
import { EvalInputError } from '../../../contracts/experiment/input-error.js'
import type { RequestValues } from '../../../contracts/experiment/request.js'
import type { ResolvedInput } from '../../../contracts/experiment/resolved-input.js'

/**
 * The judges of a request, in code-unit order of their ids; none when they are off. They work as hard as the targets.
 * @throws {EvalInputError} `CLI_INPUT_JUDGE_REQUIRED` when judges are on and there is none
 */
export function identifyJudges({ judges, targetRuntime }: RequestValues): ResolvedInput['judges'] {
  const { enabled, members, replicateCount } = judges
  if (!enabled) return { enabled, members: [], replicateCount }
  if (members.length === 0)
    throw new EvalInputError('CLI_INPUT_JUDGE_REQUIRED', 'judges are on and there is none', {
      sourceKey: 'judgeModels',
      fix: 'name one in judgeModels or with --judge-models, or turn judges off with noJudge',
    })
  const seen = new Map<string, number>()
  const identified = members.map((member) => {
    const { executorId, model } = member
    const key = JSON.stringify([executorId, model])
    const occurrence = seen.get(key) ?? 0
    seen.set(key, occurrence + 1)
    const hex = deriveHex('omk.judge-member/v1', { executorId, model, occurrence })
    return { ...member, ensembleMemberId: `judge-member-${hex}`, effort: targetRuntime.effort }
  })
  identified.sort((a, b) => compareCodeUnits(a.ensembleMemberId, b.ensembleMemberId))
  return { enabled, members: identified, replicateCount }
}
