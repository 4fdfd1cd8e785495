// The flags of `eval-checks eval` come from the registry of inputs, and hold only what was typed.
import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { addExperimentFlags, typedExperimentFlags } from '../../../src/cli/eval/flags.js'
import { buildProgram } from '../../../src/cli/program.js'
import { optionName } from '../../../src/contracts/registry/option-name.js'
import { inputRows } from '../../../src/contracts/registry/registry.js'
import type { InputRow } from '../../../src/contracts/registry/row.js'
import { parse as parseRequest } from '../../parse/experiment/support.js'

const rows = inputRows.filter(({ flag }) => flag !== null)

function parse(args: readonly string[], of: readonly InputRow[] = inputRows) {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} })
  return typedExperimentFlags(addExperimentFlags(command, of).parse(args, { from: 'user' }).opts())
}

function options() {
  const command = buildProgram().commands.find((each) => each.name() === 'eval')
  return command?.options.filter(({ hidden }) => !hidden) ?? []
}

test('the flags of the command are those of the registry', () => {
  expect(options().map(({ long }) => long)).toEqual(rows.map(({ sourceKey }) => sourceKey))
})

test('no flag has a default of its own', () => {
  expect(options().filter(({ defaultValue }) => defaultValue !== undefined)).toEqual([])
  expect(parse([])).toEqual({})
})

test('without flags no value of a request comes from a flag', () => {
  const { fieldSources } = parseRequest({ flags: parse([]) })
  expect(fieldSources.filter(({ sourceKind }) => sourceKind === 'cli-flag')).toEqual([])
})

test.each(rows.map((row) => [row.sourceKey, row] as const))(
  '%s arrives under its own name alone',
  (flag, row) => {
    const isSwitch = row.flag?.value === 'switch'
    expect(parse(isSwitch ? [flag] : [flag, '7'])).toEqual({ [optionName(flag)]: isSwitch ? true : '7' })
  },
)

test.each(rows.map(({ sourceKey }) => sourceKey))('without its row %s is unknown', (flag) => {
  const others = inputRows.filter(({ sourceKey }) => sourceKey !== flag)
  expect(() => parse([flag, '7'], others)).toThrow(
    expect.objectContaining({ code: 'commander.unknownOption' }),
  )
})

describe('pairs', () => {
  test('of a switch and its opposite are two flags', () => {
    expect(parse(['--strict-baseline', '--no-strict-baseline'])).toEqual({
      strictBaseline: true,
      noStrictBaseline: true,
    })
  })

  test.each(['--no-bootstrap', '--judge', '--no-dry-run', '--serve'])('do not make %s up', (flag) => {
    expect(() => parse([flag])).toThrow(expect.objectContaining({ code: 'commander.unknownOption' }))
  })
})

test('a list that is typed several times is one', () => {
  expect(parse(['--treatment', 'a,b', '--treatment', 'c'])).toEqual({ treatment: 'a,b,c' })
})
