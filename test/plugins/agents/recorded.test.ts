// What agents really printed for scripted answers, and what it has to come to.
import { describe, expect, test } from 'vitest'
import { commandAgent } from '../../../plugins/agents/command/index.js'
import { builtInAgents } from '../../../src/builtins.js'
import type { AgentReading } from '../../../src/contracts/agent.js'
import { cleanFinalText } from '../../../src/evaluate/verdict/clean-output.js'
import { readStructuredVerdict } from '../../../src/evaluate/verdict/read-structured-verdict.js'
import { readVerdict } from '../../../src/evaluate/verdict/read-verdict.js'
import { type OutputCase, outputOf, readCases } from './support.js'

const agents = await builtInAgents()

/** The agent of a case: `claude-stream-json` is `claude`, printing something else than by default. */
function readCase(row: OutputCase): AgentReading {
  const { agent, exit_code: exitCode, stdout, stderr = '', prompt = '', answer_file: answerFile = null } = row
  const name = agent.split('-')[0] ?? ''
  const { read } =
    name === 'plain' ? commandAgent(name) : (agents.get(name) ?? expect.fail(`no agent ${name}`))
  return read(outputOf({ stdout, stderr, exitCode, prompt, answerFile }))
}

function conclude({ trouble, answer }: AgentReading): {
  status: string
  score?: number
  reason?: string | null
} {
  if (trouble !== null || answer === null) return { status: 'error' }
  const { structured, text, conflict } = answer
  const reading =
    structured === undefined
      ? readVerdict(cleanFinalText(text), { conflict })
      : readStructuredVerdict(structured)
  if (reading.kind === 'refused') return { status: 'error' }
  return {
    status: reading.score === 1 ? 'passed' : 'failed',
    score: reading.score,
    reason: reading.reason,
  }
}

describe('a recorded output', () => {
  test.each(readCases('recorded.jsonl'))('$id is $expect', (row) => {
    expect(conclude(readCase(row)).status).toBe(row.expect)
  })
})

describe('a written output', () => {
  test.each(readCases('written.jsonl'))('$id', (row) => {
    const concluded = conclude(readCase(row))
    expect(row.expect).toMatchObject(concluded)
  })
})

describe('an output of the flags that are used', () => {
  test.each(readCases('failures-and-others.jsonl'))('$id is $expect', (row) => {
    const reading = readCase(row)
    expect(reading.trouble?.code ?? conclude(reading).status).toBe(row.expect)
  })
})
