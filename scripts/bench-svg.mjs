// `node scripts/bench-svg.mjs figures.json`: draws docs/images/bench.svg from what `npm run bench -- --json` printed.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderBench } from './bench-svg/render.mjs'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: node scripts/bench-svg.mjs <figures.json>')
  process.exit(2)
}
const target = fileURLToPath(new URL('../docs/images/bench.svg', import.meta.url))
writeFileSync(target, renderBench(JSON.parse(readFileSync(file, 'utf8'))))
console.log(`wrote ${target}`)
