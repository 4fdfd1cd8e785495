// Reads an answer of OpenAI's Responses API: the last event of its stream holds all of it.
import { z } from 'zod'
import type { ExecutorOutcome } from '../../../src/contracts/experiment/executor-call.js'
import { indexSchema, type Usage } from '../../../src/contracts/experiment/record-parts.js'
import { cutAtLimit, cutShort, failureOfWords, refused, unreadable } from '../shared/api-failure.js'
import { answered } from '../shared/start-api.js'

const count = indexSchema.nullish()
const partSchema = z.union([
  z.object({ type: z.literal('output_text'), text: z.string() }),
  z.object({ type: z.literal('refusal') }),
  z.object({ type: z.string().refine((type) => type !== 'output_text') }),
])
const itemSchema = z.union([
  z.object({ type: z.literal('message'), content: z.array(partSchema) }),
  z.object({ type: z.string().refine((type) => type !== 'message') }),
])
const responseSchema = z.object({
  status: z.enum(['completed', 'incomplete', 'failed']),
  output: z.array(itemSchema),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  error: z.object({ code: z.string().nullish() }).nullish(),
  usage: z
    .object({
      input_tokens: count,
      input_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish(),
      output_tokens: count,
      output_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
      total_tokens: count,
    })
    .nullish(),
})
const typedSchema = z.object({ type: z.string() })
const errorSchema = z.object({ code: z.string().nullish() })
const lastSchema = z.object({ response: responseSchema })
const LAST: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed'])

type Answer = z.infer<typeof responseSchema>

/** What the events of one answer come to. Rejects when the stream does. */
export async function readAnswer(events: AsyncIterable<unknown>): Promise<ExecutorOutcome> {
  let begun = false
  for await (const event of events) {
    const typed = typedSchema.safeParse(event)
    if (!typed.success) return unreadable('an event has no type')
    begun = true
    const { type } = typed.data
    if (type === 'error') return failureOfCode(errorSchema.safeParse(event).data?.code)
    if (!LAST.has(type)) continue
    const last = lastSchema.safeParse(event)
    if (!last.success) return unreadable('an event does not have the shape of its type')
    return finish(last.data.response)
  }
  return begun ? cutShort() : unreadable('it has no events')
}

function finish({
  status,
  output,
  incomplete_details: incomplete,
  error,
  usage: told,
}: Answer): ExecutorOutcome {
  const usage = readUsage(told)
  if (status === 'failed') return { ...failureOfCode(error?.code), ...(usage ? { usage } : {}) }
  const parts = output.flatMap((item) => ('content' in item ? item.content : []))
  if (incomplete?.reason === 'content_filter' || parts.some(({ type }) => type === 'refusal'))
    return refused(usage)
  if (incomplete?.reason === 'max_output_tokens') return cutAtLimit(usage)
  if (status === 'incomplete') return unreadable('it stopped for a reason that is not known')
  return answered(parts.map((part) => ('text' in part ? part.text : '')).join(''), usage)
}

function failureOfCode(code: string | null | undefined) {
  return failureOfWords([code ?? '']) ?? unreadable('the server failed for a reason that is not known')
}

function readUsage(told: Answer['usage']): Usage | undefined {
  if (!told) return undefined
  const { input_tokens: input, output_tokens: output, total_tokens: total } = told
  const cached = told.input_tokens_details?.cached_tokens
  const written = told.input_tokens_details?.cache_write_tokens
  const reasoning = told.output_tokens_details?.reasoning_tokens
  const details = {
    ...(typeof cached === 'number' ? { cachedInputTokens: cached } : {}),
    ...(typeof written === 'number' ? { cacheWriteInputTokens: written } : {}),
    ...(typeof reasoning === 'number' ? { reasoningTokens: reasoning } : {}),
  }
  const usage = {
    ...(typeof input === 'number' ? { inputTokens: input } : {}),
    ...(typeof output === 'number' ? { outputTokens: output } : {}),
    ...(typeof total === 'number' ? { totalTokens: total } : {}),
    ...(Object.keys(details).length > 0 ? { details } : {}),
  }
  return Object.keys(usage).length > 0 ? usage : undefined
}
