// What is asked as one text, for those who take no messages. Pure.
import { isJsonObject } from '../../contracts/is-json.js'
import type { Json } from '../../contracts/json.js'

/** A text as it is; messages one after the other under their roles; any other JSON indented. */
export function renderInput(input: Json): string {
  if (typeof input === 'string') return input
  const messages = isJsonObject(input) ? input.messages : undefined
  if (!Array.isArray(messages)) return JSON.stringify(input, null, 2)
  return messages.map(renderMessage).join('\n\n')
}

function renderMessage(message: Json): string {
  if (!isJsonObject(message)) return JSON.stringify(message)
  const { role, content, toolCalls } = message
  const calls = Array.isArray(toolCalls) ? toolCalls.map((call) => `(calls ${JSON.stringify(call)})`) : []
  const parts = [...(typeof content === 'string' && content !== '' ? [content] : []), ...calls]
  return `${typeof role === 'string' ? role : 'message'}:\n${parts.join('\n')}`
}
