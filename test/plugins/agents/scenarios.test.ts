// What the real programs printed when their model behaved in each way, and what each output has to come to.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtInAgents } from '../../../src/builtins.js'
import { cleanFinalText } from '../../../src/evaluate/verdict/clean-output.js'
import { readStructuredVerdict } from '../../../src/evaluate/verdict/read-structured-verdict.js'
import { readVerdict } from '../../../src/evaluate/verdict/read-verdict.js'
import { outputOf } from './support.js'

const agents = await builtInAgents()
const names = ['claude', 'codex', 'gemini'] as const

interface Recording {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly answerFile: string | null
}

/** A status with the code of the trouble, or what is wrong with the verdict. */
function conclude(name: string, scenario: string): string {
  const file = new URL(`../../../fixtures/agent-output/recorded/${name}-${scenario}.json`, import.meta.url)
  const { exitCode, stdout, stderr, answerFile }: Recording = JSON.parse(readFileSync(file, 'utf8'))
  const agent = agents.get(name) ?? expect.fail(`no agent ${name}`)
  const { trouble, answer } = agent.read(outputOf({ exitCode, stdout, stderr, answerFile }))
  if (trouble !== null) return `error: ${trouble.code}`
  if (answer === null) return 'error: no answer'
  const { structured, text, conflict } = answer
  const reading =
    structured === undefined
      ? readVerdict(cleanFinalText(text), { conflict })
      : readStructuredVerdict(structured)
  if (reading.kind === 'refused') return `error: ${reading.code}`
  return reading.score === 1 ? 'passed' : 'failed'
}

test.for([
  ['pass', 'passed', 'passed', 'passed'],
  ['fail', 'failed', 'failed', 'failed'],
  ['prose', 'passed', 'passed', 'passed'],
  ['fenced', 'passed', 'passed', 'passed'],
  ['tool', 'passed', 'passed', 'passed'],
  // What a file says stands in the same message as Gemini's own verdict.
  ['planted', 'failed', 'failed', 'error: answered-twice'],
  ['429once', 'passed', 'passed', 'passed'],
  ['twice', 'error: answered-twice', 'error: answered-twice', 'error: answered-twice'],
  ['empty', 'error: no-verdict', 'error: no answer', 'error: agent-failed'],
  // Gemini does not say that its model refused, or met its limit.
  ['refusal', 'error: agent-refused', 'error: agent-refused', 'error: no-verdict'],
  ['maxtokens', 'error: max-tokens', 'error: max-tokens', 'error: broken-verdict'],
  ['401', 'error: not-logged-in', 'error: not-logged-in', 'error: not-logged-in'],
  ['429', 'error: rate-limited', 'error: rate-limited', 'error: rate-limited'],
  ['500', 'error: overloaded', 'error: overloaded', 'error: overloaded'],
  ['cut', 'error: connection-lost', 'error: connection-lost', 'error: connection-lost'],
  ['truncclean', 'error: connection-lost', 'error: connection-lost', 'error: connection-lost'],
  // Ended by a signal; Gemini ends with exit status 0 then.
  ['hang', 'error: exit-nonzero', 'error: exit-nonzero', 'error: no answer'],
] as const)('%s', ([scenario, ...expected]) => {
  expect(names.map((name) => conclude(name, scenario))).toEqual(expected)
})
