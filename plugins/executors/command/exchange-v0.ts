// The older exchange: `{model, system, prompt}` in, a text or an object with `ok` or `output` out.
import { z } from 'zod'
import type { ExecutorCall, ExecutorOutcome } from '../../../src/contracts/experiment/executor-call.js'
import type { Usage } from '../../../src/contracts/experiment/record-parts.js'
import { type TrialTrace, trialTraceSchema } from '../../../src/contracts/experiment/trial-evidence.js'
import { isRecord } from '../../../src/contracts/is-json.js'
import { executorFailed } from '../shared/run-program.js'

/** What is written to standard input. */
export function writeV0({ model, instructions, prompt }: ExecutorCall): string {
  return JSON.stringify({ model, system: instructions ?? '', prompt })
}

const count = z.int().min(0).optional()
const answerSchema = z.looseObject({
  ok: z.boolean().optional(),
  output: z.string().optional(),
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  cacheCreationTokens: count,
  costUSD: z.number().min(0).optional(),
  numTurns: count,
  toolCalls: trialTraceSchema.shape.toolCalls.optional(),
})

type Answer = z.infer<typeof answerSchema>

/** What standard output says. Whatever is no object with `ok` or `output` is a text. */
export function readV0(stdout: string): ExecutorOutcome {
  const value = parseObject(stdout)
  if (value === null || !('ok' in value || 'output' in value))
    return complete(stdout.replace(/\r?\n$/, ''), {})
  const answer = answerSchema.safeParse(value)
  if (!answer.success) {
    const place = answer.error.issues[0]?.path.join('.') || 'the answer'
    return executorFailed(
      'output-malformed',
      'execution',
      `${place} in the program's answer is not what the exchange asks for`,
    )
  }
  const usage = usageOf(answer.data)
  if (answer.data.ok === false)
    return {
      ...executorFailed('executor-reported-failure', 'execution', 'the program says that it failed'),
      ...(usage ? { usage } : {}),
    }
  return complete((answer.data.output ?? '').toWellFormed(), answer.data, usage)
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  if (!/^\s*\{/.test(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** An empty text is no answer. */
function complete(output: string, answer: Answer, usage?: Usage): ExecutorOutcome {
  if (output === '')
    return {
      ...executorFailed('output-empty', 'execution', 'the program printed no answer'),
      ...(usage ? { usage } : {}),
    }
  const trace = traceOf(answer)
  return {
    status: 'completed',
    output: { value: output, classification: 'sensitive', mediaType: 'text/plain' },
    ...(trace ? { trace } : {}),
    ...(usage ? { usage } : {}),
  }
}

/** Without a list of calls nothing is known of calls, and no trace says that there were none. */
function traceOf({ toolCalls, numTurns }: Answer): TrialTrace | null {
  if (toolCalls === undefined) return null
  return {
    toolCalls,
    turns: numTurns ?? null,
    mocksObserved: toolCalls.some(({ mock }) => mock !== undefined),
  }
}

function usageOf(answer: Answer): Usage | undefined {
  const { inputTokens, outputTokens, costUSD, cacheReadTokens, cacheCreationTokens } = answer
  const usage: Usage = {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(costUSD === undefined
      ? {}
      : { providerCost: { amount: costUSD, currency: 'USD', reportedByProvider: true } }),
    ...(cacheReadTokens === undefined && cacheCreationTokens === undefined
      ? {}
      : {
          details: {
            ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
            ...(cacheCreationTokens === undefined ? {} : { cacheCreationTokens }),
          },
        }),
  }
  return Object.keys(usage).length === 0 ? undefined : usage
}
