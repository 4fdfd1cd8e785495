// What OpenAI's Responses API is asked: from a call to the parameters of one request.
import type { ResponseCreateParamsStreaming, ResponseInputItem } from 'openai/resources/responses/responses'
import type { ExecutorCall } from '../../../src/contracts/experiment/executor-call.js'
import { type Message, readHistory } from '../shared/history.js'

/** Efforts that the API takes and every reasoning model knows or refuses. */
export const EFFORTS = ['low', 'medium', 'high', 'xhigh'] as const

/** The request of a call. Nothing of it is kept on the server. */
export function writeQuestion({
  model,
  effort,
  instructions,
  input,
  prompt,
}: ExecutorCall): ResponseCreateParamsStreaming {
  const history = readHistory(input)
  const known = EFFORTS.find((each) => each === effort)
  return {
    model,
    input: history ? history.flatMap(writeMessage) : prompt,
    stream: true,
    store: false,
    ...(instructions === null || instructions === '' ? {} : { instructions }),
    ...(known ? { reasoning: { effort: known } } : {}),
  }
}

function writeMessage(message: Message): ResponseInputItem[] {
  if (message.role === 'tool')
    return [{ type: 'function_call_output', call_id: message.toolCallId, output: message.content }]
  if (message.role !== 'assistant') return [{ role: message.role, content: message.content }]
  const { content = '', toolCalls = [] } = message
  return [
    ...(content === '' ? [] : [{ role: message.role, content }]),
    ...toolCalls.map(({ toolCallId, tool, input }) => ({
      type: 'function_call' as const,
      call_id: toolCallId,
      name: tool,
      arguments: JSON.stringify(input),
    })),
  ]
}
