// What executors want to be asked: of targets and of judges, each executor once.
import { compareCodeUnits } from '../../contracts/code-point-order.js'
import { EvalChecksError } from '../../contracts/errors.js'
import type { Executor, ExecutorSurroundings, PreflightKind } from '../../contracts/executor.js'
import type { CompiledExperiment } from '../../contracts/experiment/compiled.js'
import type { Question } from './ask.js'
import type { PreflightRequest } from './request.js'

/** Kinds of which every executor has to say something, if only that they are not needed. */
const MANDATORY: readonly PreflightKind[] = ['doctor', 'credential', 'connectivity']

/** The questions of all executors in use. */
export function executorQuestions(request: PreflightRequest): readonly Question[] {
  return executorsInUse(request.compiled).flatMap((executorId) => {
    const executor = request.executors.find((known) => known.executorId === executorId)
    return executor ? declaredQuestions(executor, request) : []
  })
}

/** Ids of the executors that answer for targets or are asked as judges. */
export function executorsInUse({ runtimeBinding }: CompiledExperiment): readonly string[] {
  const found = new Set<string>()
  for (const binding of runtimeBinding.bindings) {
    if (binding.bindingKind === 'executor') found.add(binding.implementationId)
    if (binding.bindingKind === 'evaluator' && binding.qualification)
      found.add(binding.qualification.executorId)
  }
  return [...found].sort(compareCodeUnits)
}

function declaredQuestions({ executorId, preflight }: Executor, request: PreflightRequest): Question[] {
  const { environment, workingFolder, command } = request
  const declared = preflight.map(
    (declaration): Question => ({
      checkId: `${executorId}/${declaration.checkId}`,
      kind: declaration.kind,
      subject: executorId,
      asking:
        declaration.disposition === 'not-required'
          ? declaration
          : {
              disposition: 'check',
              ask: (signal) => {
                const surroundings: ExecutorSurroundings = {
                  environment,
                  workingFolder,
                  signal,
                  ...(command === undefined ? {} : { command }),
                }
                return declaration.check(surroundings)
              },
            },
    }),
  )
  const missing = MANDATORY.filter((kind) => !preflight.some((declaration) => declaration.kind === kind))
  return [...declared, ...missing.map((kind) => undeclared(executorId, kind))]
}

/** Fails whatever is skipped: the kind of this question is never skipped. */
function undeclared(executorId: string, kind: PreflightKind): Question {
  const message = `the executor ${executorId} declares no ${kind} check, not even that none is needed`
  return {
    checkId: `${executorId}/undeclared-${kind}`,
    kind: 'requirement',
    subject: executorId,
    asking: {
      disposition: 'check',
      ask: async () =>
        new EvalChecksError('PREFLIGHT_UNDECLARED', message, { fix: 'declare it in preflight' }),
    },
  }
}
