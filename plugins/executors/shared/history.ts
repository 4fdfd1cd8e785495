// A conversation among the inputs: read, and with names and ids that services take.
import { z } from 'zod'
import { messageSchema } from '../../../src/contracts/experiment/sample-set.js'
import type { Json } from '../../../src/contracts/json.js'

const historySchema = z.strictObject({ messages: z.array(messageSchema).min(1) })

/** One message of a conversation. */
export type Message = z.infer<typeof messageSchema>

/**
 * The messages of an input; null when it is no conversation. Ids of calls and names of tools that services would not take (other
 * characters than letters, digits, `_` and `-`, or more than 64) are replaced: all ids, or none.
 */
export function readHistory(input: Json): readonly Message[] | null {
  const history = historySchema.safeParse(input)
  if (!history.success) return null
  const { messages } = history.data
  const ids = [
    ...new Set(
      messages.flatMap((message) =>
        message.role === 'tool'
          ? [message.toolCallId]
          : message.role === 'assistant'
            ? (message.toolCalls ?? []).map(({ toolCallId }) => toolCallId)
            : [],
      ),
    ),
  ]
  const keep = ids.every((id) => /^[\w-]{1,64}$/.test(id))
  const idOf = (id: string) => (keep ? id : `call_${ids.indexOf(id) + 1}`)
  return messages.map((message) => {
    if (message.role === 'tool') return { ...message, toolCallId: idOf(message.toolCallId) }
    if (message.role !== 'assistant' || message.toolCalls === undefined) return message
    const toolCalls = message.toolCalls.map(({ toolCallId, tool, input }) => ({
      toolCallId: idOf(toolCallId),
      tool: tool.replaceAll(/[^\w-]/g, '_').slice(0, 64),
      input,
    }))
    return { ...message, toolCalls }
  })
}
