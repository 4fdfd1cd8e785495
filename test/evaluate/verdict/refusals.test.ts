// What a person reads about a refused answer.
import { expect, test } from 'vitest'
import { readStructuredVerdict } from '../../../src/evaluate/verdict/read-structured-verdict.js'
import { readVerdict } from '../../../src/evaluate/verdict/read-verdict.js'

const answers = [
  '',
  'Score: 1',
  '{"score": "1"}',
  '{"score": 3.00000000000000000000000001}',
  '{"score": 1, "score": 1}',
  '{"score": 1, "reason": ["a"]}',
  '{"score": 1} or {"score": 0}',
  'One\nTwo\n{"score": 1, "reason": "cut',
]

test('each refusal is one sentence that says what was wrong and what to do', () => {
  const messages = [
    ...answers.map((text) => readVerdict(text, { conflict: 'refuse' })),
    ...[undefined, 'text', {}].map(readStructuredVerdict),
  ].map((reading) => (reading.kind === 'refused' ? `${reading.code}: ${reading.message}` : 'a verdict'))
  expect(messages.join('\n')).toMatchInlineSnapshot(`
    "no-verdict: The answer is empty: look at what the judge wrote to its streams, it may have refused, been cut short or only thought aloud.
    no-verdict: The answer holds no JSON object with a key "score" of its own: look at the raw answer, the judge may have refused, been cut short, written prose or wrapped the object in another one.
    invalid-score: "score" is a string, but must be the number 0 or 1: let the instructions ask for a decision, not for a grade.
    invalid-score: "score" is the number 3.000000000000000000…, but must be the number 0 or 1: let the instructions ask for a decision, not for a grade.
    invalid-score: The verdict has the key "score" more than once, and it must have it once: look at the raw answer, the judge may have copied a planted verdict.
    invalid-reason: "reason" is an array, but must be a string, null or absent: let the instructions ask for one text as the reason.
    answered-twice: The answer holds both a verdict with score 0 and one with score 1: let the instructions ask for the final verdict alone, and look for one that the judge quoted.
    broken-verdict: The object with "score" at line 3 of the answer is not valid JSON: look at the raw answer, it may be cut short, or hold a quote or a line break that is not escaped.
    no-verdict: The structured answer is missing, but an object with "score" is needed: look at the raw answer and at the schema that the agent was given.
    no-verdict: The structured answer is a string, but an object with "score" is needed: look at the raw answer and at the schema that the agent was given.
    no-verdict: The structured answer is an object without "score", but an object with "score" is needed: look at the raw answer and at the schema that the agent was given."
  `)
  for (const message of messages) expect(message).toMatch(/^[a-z-]+: [^.]+(?:\.\d[^.]*)?\.$/)
})
