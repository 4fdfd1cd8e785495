// The picture that is drawn from a bench's figures.
import { expect, test } from 'vitest'
import { renderBench } from '../../scripts/bench-svg/render.mjs'
import { parseXml } from '../support/xml.js'

const figures = { ratio: 0.3, low: 0.2, high: 0.4 }
const row = { work: 'a < b & "c"', against: 'd', aim: '<= 0.4', n: 3, wall: figures, cpu: figures }

test('each row is a bar with its ratio, in well-formed XML whatever its words are', () => {
  const machine = { cores: 2, cpu: 'a & b', node: 'v20' }
  const long = { ...row, work: 'w'.repeat(200), wall: { ratio: 5, low: 3, high: 9 } }
  const svg = renderBench({ machine, rows: [row, long] })
  expect(() => parseXml(svg)).not.toThrow()
  expect(svg.match(/<rect /g)).toHaveLength(3)
  expect(svg).toContain('0.30</text>')
  expect(svg).toContain('5.00›</text>')
  expect(svg).not.toContain('w'.repeat(100))
})
