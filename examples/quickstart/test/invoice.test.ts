import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { respond } from '../src/api/respond.js'
import { addUp, toCsv, toJson } from '../src/invoice.js'
import { march } from './march.js'

test('tax is rounded to whole cents once, on the sum', () => {
  expect(addUp(march)).toEqual({ netCents: 103_380, taxCents: 20_676, grossCents: 124_056 })
})

test('an item with a comma is quoted in the CSV', () => {
  expect(toCsv(march)).toContain('"Dough hook, large",2,13950')
})

test('the files in output/ are what the code makes of the March invoice', () => {
  expect(readOutput('invoice.json')).toBe(toJson(march))
  expect(readOutput('invoice.csv')).toBe(toCsv(march))
  expect(JSON.parse(readOutput('response.json'))).toEqual(respond(march))
})

function readOutput(name: string): string {
  return readFileSync(new URL(`../output/${name}`, import.meta.url), 'utf8')
}
