// What Anthropic's Messages API is asked: from a call to the parameters of one request.
import type {
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
} from '@anthropic-ai/sdk/resources/messages'
import type { ExecutorCall } from '../../../src/contracts/experiment/executor-call.js'
import type { Json } from '../../../src/contracts/json.js'
import { type Message, readHistory } from '../shared/history.js'

/** Tokens that an answer may have, thinking included: what all current models allow. */
export const MAX_TOKENS = 32_000

/** Efforts that the API takes. */
export const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const

/** The request of a call. */
export function writeQuestion({
  model,
  effort,
  instructions,
  input,
  prompt,
}: ExecutorCall): MessageCreateParamsStreaming {
  const history = readHistory(input) ?? [{ role: 'user', content: prompt }]
  const first = history.findIndex(({ role }) => role !== 'system')
  const openers = first < 0 ? history : history.slice(0, first)
  const system = [instructions ?? '', ...openers.map(({ content }) => content ?? '')]
    .filter((text) => text !== '')
    .map((text): TextBlockParam => ({ type: 'text', text }))
  const tools = declareTools(history)
  const known = EFFORTS.find((each) => each === effort)
  return {
    model,
    max_tokens: MAX_TOKENS,
    stream: true,
    messages: writeMessages(history.slice(openers.length)),
    ...(system.length > 0 ? { system } : {}),
    ...(known ? { output_config: { effort: known } } : {}),
    ...(tools.length > 0 ? { tools, tool_choice: { type: 'none' } } : {}),
  }
}

/** Results of tools that follow each other are one turn, as the API wants them. */
function writeMessages(messages: readonly Message[]): MessageParam[] {
  return messages.flatMap((message, index): MessageParam[] => {
    if (message.role === 'tool') {
      if (messages[index - 1]?.role === 'tool') return []
      const rest = messages.slice(index)
      const end = rest.findIndex(({ role }) => role !== 'tool')
      return [{ role: 'user', content: (end < 0 ? rest : rest.slice(0, end)).flatMap(writeResult) }]
    }
    if (message.role !== 'assistant') return [message]
    const { content = '', toolCalls = [] } = message
    if (toolCalls.length === 0) return content === '' ? [] : [{ role: 'assistant', content }]
    const said: TextBlockParam[] = content === '' ? [] : [{ type: 'text', text: content }]
    const calls = toolCalls.map(({ toolCallId, tool, input }) => ({
      type: 'tool_use' as const,
      id: toolCallId,
      name: tool,
      input: asObject(input),
    }))
    return [{ role: 'assistant', content: [...said, ...calls] }]
  })
}

function writeResult(message: Message) {
  if (message.role !== 'tool') return []
  return [{ type: 'tool_result' as const, tool_use_id: message.toolCallId, content: message.content }]
}

/** Calls in a conversation need their tools declared; `tool_choice` keeps the model from calling one. */
function declareTools(messages: readonly Message[]): Tool[] {
  const names = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []).map(({ tool }) => tool) : [],
  )
  return [...new Set(names)].map((name) => ({ name, input_schema: { type: 'object' } }))
}

/** The API takes objects alone as inputs of tools. */
function asObject(input: Json): object {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { input }
}
