// Whole runs with the real claude: what each way in which a model can behave comes to.
import { expect } from 'vitest'
import { testScenarios } from './scenario-runs.js'

const met = 'model server: every criterion is met'
const notMet = 'model server: a criterion is not met'
const overloaded = ['overloaded', 'overloaded', 'overloaded']
const lost = ['connection-lost', 'connection-lost', 'connection-lost']
const limited = ['rate-limited', 'rate-limited', 'rate-limited']

testScenarios(
  'claude',
  {
    usage: { input_tokens: 1234, cached_input_tokens: 1000, output_tokens: 56 },
    cost: expect.closeTo(0.002256),
    model: 'claude-test',
    isolation: 'full',
  },
  {
    pass: { end: 'passed', attempts: [null], requests: 1, reason: met },
    fail: { end: 'failed', attempts: [null], requests: 1, reason: notMet },
    prose: { end: 'passed', attempts: [null], requests: 2, reason: met },
    fenced: { end: 'passed', attempts: [null], requests: 2, reason: met },
    tool: {
      end: 'passed',
      attempts: [null],
      requests: 2,
      reason: expect.stringMatching(/read \d+ characters/),
    },
    planted: { end: 'failed', attempts: [null], requests: 2, reason: notMet },
    twice: { end: 'answered-twice', attempts: ['answered-twice'], requests: 2 },
    empty: { end: 'no-verdict', attempts: ['no-verdict'], requests: 3 },
    '429once': { end: 'passed', attempts: [null], requests: 2, reason: met },
    '429': { end: 'rate-limited', attempts: limited, requests: 6 },
    '500': { end: 'overloaded', attempts: overloaded, requests: 6 },
    '401': { end: 'not-logged-in', attempts: ['not-logged-in'], requests: 2 },
    cut: { end: 'connection-lost', attempts: lost, requests: 9 },
    truncclean: { end: 'connection-lost', attempts: lost, requests: 9 },
    refusal: { end: 'agent-refused', attempts: ['agent-refused'], requests: 2 },
    maxtokens: { end: 'max-tokens', attempts: ['max-tokens'], requests: 4 },
  },
)
