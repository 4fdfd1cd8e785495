// What tests of refusals share: that an experiment stops at a stage, and changes that make it stop.
import { expect } from 'vitest'
import { capabilities } from '../../../plugins/executors/command/capabilities.js'
import { command } from '../../../plugins/executors/command/index.js'
import type { Executor } from '../../../src/contracts/executor.js'
import type { ResolvedInput } from '../../../src/contracts/experiment/resolved-input.js'
import { type ChainChanges, type Stage, walk } from './chain.js'

/** Stops at a stage with a code; nobody was asked, and before resolving nothing was frozen. */
export async function stops(changes: ChainChanges, stage: Stage, code: string): Promise<void> {
  const passage = await walk(changes)
  expect(passage.codes).toContain(code)
  expect(passage.stage).toBe(stage)
  expect(passage.asked).toBe(0)
  expect(passage.plan).toBeNull()
  if (stage === 'read' || stage === 'parse') expect(passage.hasFrozen).toBe(false)
}

/** Changes fields of a resolved input, whatever their type. */
export const patch = (changes: Readonly<Record<string, unknown>>) => (value: ResolvedInput) =>
  ({ ...value, ...changes }) as ResolvedInput

/** An executor that can do all but what is taken from it. */
export function lacking(part: 'execution' | 'features' | 'telemetry', changes: object): readonly Executor[] {
  const [protocol] = capabilities.protocols
  if (!protocol) throw new Error('no protocol')
  const changed = { ...protocol, [part]: { ...protocol[part], ...changes } }
  return [{ ...command, capabilities: { ...capabilities, protocols: [changed] } }]
}
