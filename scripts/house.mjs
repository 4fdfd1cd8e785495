// Checks the rules of the house: `node scripts/house.mjs [root]` prints every fault as file:line and exits 1 if any.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkTree } from './house/check.mjs'

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
if (!existsSync(root)) {
  console.error(`house: ${root} does not exist`)
  process.exit(2)
}

const { files, faults } = await checkTree(root)
for (const { file, line, rule, message } of faults) console.log(`${file}:${line}  ${rule}  ${message}`)
if (faults.length > 0) {
  console.log(`\n${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}, ${files} files read`)
  process.exitCode = 1
} else {
  console.log(`${files} files keep the house rules`)
}
