// Rules about a history of messages: calls of tools have ids of their own, and each is answered once, later.
import type { ExperimentSample } from '../../contracts/experiment/sample-set.js'
import type { ReportSample } from './report-sample.js'

type Messages = Extract<ExperimentSample['input'], { readonly inputKind: 'messages' }>['messages']

/** Checks the messages of `input`. */
export function checkMessages(messages: Messages, report: ReportSample): void {
  const calls = new Map<string, { readonly path: readonly (string | number)[]; answered: boolean }>()
  for (const [index, message] of messages.entries()) {
    const path = ['input', 'messages', index]
    if (message.role === 'assistant') {
      if (message.content === undefined && (message.toolCalls ?? []).length === 0) {
        const words = {
          expected: 'content, toolCalls or both',
          fix: 'Write what the assistant said or called.',
        }
        report(path, { code: 'missing-field', message: 'the message of the assistant is empty', ...words })
      }
      for (const [at, { toolCallId }] of (message.toolCalls ?? []).entries()) {
        const place = [...path, 'toolCalls', at, 'toolCallId']
        if (!calls.has(toolCallId)) calls.set(toolCallId, { path: place, answered: false })
        else {
          const what = `two calls are ${JSON.stringify(toolCallId)}`
          const words = { expected: 'an id that no other call has', fix: 'Give each call its own id.' }
          report(place, { code: 'duplicate-name', message: what, ...words })
        }
      }
    } else if (message.role === 'tool') {
      const call = calls.get(message.toolCallId)
      if (call && !call.answered) {
        call.answered = true
        continue
      }
      const id = JSON.stringify(message.toolCallId)
      const what = call ? `the call ${id} is answered twice` : `there is no call ${id} before its answer`
      const words = {
        expected: 'the id of a call above without an answer',
        fix: 'Correct the id, or remove the message.',
      }
      report([...path, 'toolCallId'], { code: 'invalid-value', message: what, ...words })
    }
  }
  for (const [id, { path, answered }] of calls) {
    if (answered) continue
    const words = {
      expected: 'a message of role tool with this id',
      fix: 'Add the answer, or remove the call.',
    }
    report(path, { code: 'invalid-value', message: `the call ${JSON.stringify(id)} has no answer`, ...words })
  }
}
