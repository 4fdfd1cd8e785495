// Every type of assertion that programs decide: evidence by which it passes, and evidence by which it does not.
import type { Assertion } from '../../../src/contracts/experiment/assertion.js'
import type { ToolCall, TrialEvidence, TrialTrace } from '../../../src/contracts/experiment/trial-evidence.js'

/** Evidence with nothing in it but what `parts` say. */
export function evidence(parts: {
  readonly output?: string | null
  readonly trace?: Partial<TrialTrace> | null
  readonly facts?: Partial<TrialEvidence['facts']>
}): TrialEvidence {
  const { output = '', trace = {}, facts = {} } = parts
  return {
    output,
    trace: trace === null ? null : { toolCalls: [], turns: 0, mocksObserved: true, ...trace },
    facts: { durationMs: 10, providerCost: { costStatus: 'unreported' }, ...facts },
  }
}

/** A call of a tool. */
export function call(tool: string, parts: Partial<ToolCall> = {}): ToolCall {
  return { tool, input: {}, output: '', ...parts }
}

const said = (output: string) => evidence({ output })
const called = (...toolCalls: readonly ToolCall[]) => evidence({ trace: { toolCalls } })
const paid = (amount: number) =>
  evidence({ facts: { providerCost: { costStatus: 'reported', amount, currency: 'USD' } } })

/** An assertion with evidence for and against it. */
export type Case = readonly [assertion: Assertion, passes: TrialEvidence, fails: TrialEvidence]

/** At least one of each type. */
export const cases: readonly Case[] = [
  [{ type: 'contains', value: 'SQL injection' }, said('an sql INJECTION here'), said('sql')],
  [{ type: 'not_contains', value: 'ok' }, said('bad'), said('all OK')],
  [{ type: 'contains_all', values: ['a', 'B'] }, said('xAxbx'), said('xax')],
  [{ type: 'contains_any', values: ['a', '不'] }, said('这不是'), said('z')],
  [{ type: 'equals', value: ' yes ' }, said('yes\n'), said('Yes')],
  [{ type: 'not_equals', value: 'yes' }, said('Yes'), said('  yes  ')],
  [{ type: 'starts_with', value: 'dear' }, said('Dear all'), said(' Dear all')],
  [{ type: 'ends_with', value: 'BYE' }, said('good bye'), said('bye.')],
  [{ type: 'regex', pattern: '^total: \\d+$', flags: 'm' }, said('x\ntotal: 7\n'), said('Total: 7')],
  [{ type: 'regex', pattern: 'total' }, said('TOTAL'), said('sum')],
  [{ type: 'min_length', value: 3 }, said('abc'), said('ab')],
  [{ type: 'max_length', value: 2 }, said('😀'), said('😀!')],
  [{ type: 'word_count_min', value: 2 }, said(' a\n b '), said('ab')],
  [{ type: 'word_count_max', value: 1 }, said('  '), said('a b')],
  [{ type: 'json_valid' }, said(' {"a":[1]} '), said('{"a":1} and more')],
  [
    {
      type: 'json_schema',
      schema: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
    },
    said('{"a":1}'),
    said('{"a":"1"}'),
  ],
  [{ type: 'json_schema', schema: true }, said('{}'), said('no json')],
  [
    {
      type: 'json_schema',
      schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'integer' }] },
    },
    said('[1,"a"]'),
    said('["a"]'),
  ],
  [{ type: 'rouge_n_min', reference: 'the cat sat', threshold: 0.6 }, said('The cat!'), said('a cat')],
  [{ type: 'rouge_n_min', reference: 'the cat sat', n: 2 }, said('the cat stood'), said('cat the')],
  [{ type: 'rouge_n_min', reference: '你好吗' }, said('你好'), said('您')],
  [
    { type: 'bleu_min', reference: 'the quick brown fox jumps over' },
    said('the quick brown fox jumps over'),
    said('the quick fox'),
  ],
  [{ type: 'levenshtein_max', reference: 'kitten', value: 3 }, said('sitting'), said('sitting!')],
  [
    { type: 'tool_output_contains', value: 'Read:Total' },
    called(call('read', { output: 'the total' })),
    called(call('Read', { output: 'none' })),
  ],
  [
    { type: 'tool_input_contains', value: 'Bash:rm -rf' },
    called(call('bash', { input: { command: 'RM -rf x' } })),
    called(call('Read', { input: 'rm -rf' })),
  ],
  [
    { type: 'tool_input_not_contains', value: 'Bash:a:b' },
    called(call('Bash', { input: 'a' })),
    called(call('Bash', { input: 'A:B' })),
  ],
  [
    { type: 'tools_called', values: ['read', 'Bash'] },
    called(call('Read'), call('BASH')),
    called(call('Read')),
  ],
  [{ type: 'tools_not_called', values: ['Write'] }, called(call('Read')), called(call('write'))],
  [{ type: 'tools_count_min', value: 2 }, called(call('A'), call('A')), called(call('A'))],
  [{ type: 'tools_count_max', value: 0 }, called(), called(call('A'))],
  [{ type: 'turns_min', value: 2 }, evidence({ trace: { turns: 2 } }), evidence({ trace: { turns: 1 } })],
  [{ type: 'turns_max', value: 1 }, evidence({ trace: { turns: 0 } }), evidence({ trace: { turns: 2 } })],
  [
    { type: 'mock_hit', value: 'Bash:2', threshold: 2 },
    called(call('Bash', { mock: 2 }), call('bash', { mock: 2 })),
    called(call('Bash', { mock: 2 }), call('Bash', { mock: 1 })),
  ],
  [{ type: 'cost_max', value: 0.5 }, paid(0.5), paid(0.51)],
  [
    { type: 'latency_max', value: 10 },
    evidence({ facts: { durationMs: 10 } }),
    evidence({ facts: { durationMs: 11 } }),
  ],
  [
    { type: 'assert-set', children: [{ type: 'contains', value: 'a' }, { type: 'json_valid' }] },
    said('"a"'),
    said('a'),
  ],
  [
    {
      type: 'assert-set',
      mode: 'any',
      children: [
        { type: 'contains', value: 'a' },
        { type: 'assert-set', not: true, children: [{ type: 'json_valid' }] },
      ],
    },
    said('{'),
    said('{}'),
  ],
]
