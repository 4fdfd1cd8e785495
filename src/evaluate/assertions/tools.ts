// Assertions on how an output came about: calls of tools, turns, mocks. Names of tools are compared without regard to case.
import type { Assertion } from '../../contracts/experiment/assertion.js'
import type { ToolCall, TrialTrace } from '../../contracts/experiment/trial-evidence.js'
import { missing, observed, type Reading } from './reading.js'

/** Assertions of this file. */
export type ToolAssertion = Extract<
  Assertion,
  {
    readonly type:
      | 'tool_output_contains'
      | 'tool_input_contains'
      | 'tool_input_not_contains'
      | 'tools_called'
      | 'tools_not_called'
      | 'tools_count_min'
      | 'tools_count_max'
      | 'turns_min'
      | 'turns_max'
      | 'mock_hit'
  }
>

/** What was not recorded is missing; what was recorded as nothing is nothing. */
export function readToolAssertion(assertion: ToolAssertion, trace: TrialTrace): Reading {
  const { toolCalls, turns } = trace
  switch (assertion.type) {
    case 'tool_output_contains':
      return readOutputs(assertion.value, toolCalls)
    case 'tool_input_contains':
      return observed(hasInput(assertion.value, toolCalls))
    case 'tool_input_not_contains':
      return observed(!hasInput(assertion.value, toolCalls))
    case 'tools_called':
      return observed(assertion.values.every((tool) => callsOf(tool, toolCalls).length > 0))
    case 'tools_not_called':
      return observed(assertion.values.every((tool) => callsOf(tool, toolCalls).length === 0))
    case 'tools_count_min':
      return observed(toolCalls.length >= assertion.value)
    case 'tools_count_max':
      return observed(toolCalls.length <= assertion.value)
    case 'turns_min':
      return turns === null ? missing('turns-unreported') : observed(turns >= assertion.value)
    case 'turns_max':
      return turns === null ? missing('turns-unreported') : observed(turns <= assertion.value)
    case 'mock_hit':
      return readHits(assertion, trace)
  }
}

/** A tool's name and what is looked for, divided at the first colon. */
function split(value: string): readonly [tool: string, needle: string] {
  const colon = value.indexOf(':')
  return colon < 0 ? [value, ''] : [value.slice(0, colon), value.slice(colon + 1)]
}

function callsOf(tool: string, calls: readonly ToolCall[]): readonly ToolCall[] {
  const name = tool.toLowerCase()
  return calls.filter((call) => call.tool.toLowerCase() === name)
}

function readOutputs(value: string, calls: readonly ToolCall[]): Reading {
  const [tool, needle] = split(value)
  const outputs = callsOf(tool, calls).map(({ output }) => output)
  if (outputs.some((output) => output?.toLowerCase().includes(needle.toLowerCase()))) return observed(true)
  // An output that nobody recorded may have held it.
  return outputs.includes(null) ? missing('tool-output-unavailable') : observed(false)
}

function hasInput(value: string, calls: readonly ToolCall[]): boolean {
  const [tool, needle] = split(value)
  const wanted = needle.toLowerCase()
  return callsOf(tool, calls).some(({ input }) => JSON.stringify(input).toLowerCase().includes(wanted))
}

function readHits(
  { value, threshold = 1 }: Extract<ToolAssertion, { readonly type: 'mock_hit' }>,
  { toolCalls, mocksObserved }: TrialTrace,
): Reading {
  if (!mocksObserved) return missing('mocks-unobserved')
  const [tool, index] = split(value)
  const hits = callsOf(tool, toolCalls).filter(({ mock }) => mock === Number(index)).length
  return observed(hits >= threshold)
}
