// Asks everything that can be asked before an experiment starts. Changes nothing of the plan, and asks all before it answers.
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import type { CompiledExperiment } from '../../contracts/experiment/compiled.js'
import type { PreflightOutcome, PreflightReport } from '../../contracts/experiment/preflight-report.js'
import { type Question, runQuestions } from './ask.js'
import { executorQuestions } from './executor-questions.js'
import { mcpQuestions } from './mcp-questions.js'
import { mockQuestions } from './mock-questions.js'
import type { PreflightRequest } from './request.js'
import { requirementQuestions } from './requirement-questions.js'

/**
 * Asks about every executor in use, MCP servers, mocks, and what bundles of samples require. Flags that skip a kind suppress
 * the asking alone: an executor that declares nothing fails all the same. Rejects with the reason of the signal only.
 */
export async function preflightExperiment(request: PreflightRequest): Promise<PreflightReport> {
  const questions: Question[] = [
    ...executorQuestions(request),
    ...mcpQuestions(request),
    ...mockQuestions(request),
    ...requirementQuestions(request),
  ]
  const skipped = skippedKinds(request.compiled)
  const outcomes = await runQuestions(questions, skipped, request.signal)
  const sorted = [...outcomes].sort((a, b) => compareCodeUnits(a.checkId, b.checkId))
  return { ready: sorted.every(isNoObstacle), outcomes: sorted }
}

function isNoObstacle({ status }: PreflightOutcome): boolean {
  return status !== 'failed'
}

function skippedKinds({ orchestration }: CompiledExperiment): ReadonlyMap<string, string> {
  const { doctor, connectivity } = orchestration.preflight
  return new Map([
    ...(doctor === 'skip' ? [['doctor', 'skip-doctor'] as const] : []),
    ...(connectivity === 'skip' ? [['connectivity', 'skip-connectivity'] as const] : []),
  ])
}
