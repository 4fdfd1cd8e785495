// Reads an answer of Anthropic's Messages API from the events of its stream. Events that are not known are passed over, as the API
// asks of its clients; known ones have to be right.
import { z } from 'zod'
import type { ExecutorOutcome } from '../../../src/contracts/experiment/executor-call.js'
import { indexSchema, type Usage } from '../../../src/contracts/experiment/record-parts.js'
import { cutAtLimit, cutShort, refused, unreadable } from '../shared/api-failure.js'
import { answered } from '../shared/start-api.js'

const count = indexSchema.nullish()
const usageSchema = z.object({
  input_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  output_tokens: count,
})
const blockSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.string().refine((type) => type !== 'text') }),
])
const deltaSchema = z.union([
  z.object({ type: z.literal('text_delta'), text: z.string() }),
  z.object({ type: z.string().refine((type) => type !== 'text_delta') }),
])
const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ usage: usageSchema }) }),
  z.object({ type: z.literal('content_block_start'), content_block: blockSchema }),
  z.object({ type: z.literal('content_block_delta'), delta: deltaSchema }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: usageSchema.nullish(),
  }),
  z.object({ type: z.literal('message_stop') }),
])
const known: ReadonlySet<unknown> = new Set(eventSchema.options.map(({ shape }) => shape.type.value))
const typedSchema = z.object({ type: z.string() })

type Told = z.infer<typeof usageSchema>

/** What the events of one answer come to. Rejects when the stream does. */
export async function readAnswer(events: AsyncIterable<unknown>): Promise<ExecutorOutcome> {
  let text = ''
  let stopReason: string | null = null
  let told: Told | null = null
  for await (const each of events) {
    const typed = typedSchema.safeParse(each)
    if (!typed.success) return unreadable('an event has no type')
    if (!known.has(typed.data.type)) continue
    const read = eventSchema.safeParse(each)
    if (!read.success) return unreadable('an event does not have the shape of its type')
    const event = read.data
    if (event.type === 'message_start') told = event.message.usage
    else if (told === null) return unreadable('it does not begin with its beginning')
    else if (event.type === 'content_block_start')
      text += 'text' in event.content_block ? event.content_block.text : ''
    else if (event.type === 'content_block_delta') text += 'text' in event.delta ? event.delta.text : ''
    else if (event.type === 'message_delta') {
      stopReason = event.delta.stop_reason ?? stopReason
      told = addUsage(told, event.usage ?? {})
    } else return finish(text, stopReason, readUsage(told))
  }
  return told === null ? unreadable('it has no events') : cutShort()
}

function finish(text: string, stopReason: string | null, usage: Usage | undefined): ExecutorOutcome {
  switch (stopReason) {
    case 'end_turn':
    case 'stop_sequence':
      return answered(text, usage)
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return cutAtLimit(usage)
    case 'refusal':
      return refused(usage)
    default:
      return unreadable('it stopped for a reason that is not known')
  }
}

/** Later counts replace earlier ones: they are totals. */
function addUsage(before: Told, now: Told): Told {
  return {
    input_tokens: now.input_tokens ?? before.input_tokens,
    cache_read_input_tokens: now.cache_read_input_tokens ?? before.cache_read_input_tokens,
    cache_creation_input_tokens: now.cache_creation_input_tokens ?? before.cache_creation_input_tokens,
    output_tokens: now.output_tokens ?? before.output_tokens,
  }
}

/** The API counts what was cached beside `input_tokens`; for us all input is input. */
function readUsage(told: Told): Usage | undefined {
  const { input_tokens: fresh, output_tokens: output } = told
  const { cache_read_input_tokens: cached, cache_creation_input_tokens: written } = told
  const input = typeof fresh === 'number' ? fresh + (cached ?? 0) + (written ?? 0) : null
  const details = {
    ...(typeof cached === 'number' ? { cachedInputTokens: cached } : {}),
    ...(typeof written === 'number' ? { cacheWriteInputTokens: written } : {}),
  }
  const usage = {
    ...(input === null ? {} : { inputTokens: input }),
    ...(typeof output === 'number' ? { outputTokens: output } : {}),
    ...(input !== null && typeof output === 'number' ? { totalTokens: input + output } : {}),
    ...(Object.keys(details).length > 0 ? { details } : {}),
  }
  return Object.keys(usage).length > 0 ? usage : undefined
}
