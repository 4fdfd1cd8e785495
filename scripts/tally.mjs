// Adds up result files of Vitest's json reporter: `node scripts/tally.mjs [--also-failed N] <file>...`
// prints `N passed, N failed` and exits 1 if anything failed. A missing file is a run that broke: one failure.
import { existsSync, readFileSync } from 'node:fs'

const args = process.argv.slice(2)
const extra = args[0] === '--also-failed' ? Number(args.splice(0, 2)[1]) : 0

let passed = 0
let failed = extra
for (const file of args) {
  const result = readResult(file)
  passed += result.numPassedTests
  // A file that fails to load has no tests, but the run was no success.
  failed += result.numFailedTests > 0 || result.success ? result.numFailedTests : 1
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function readResult(file) {
  const broken = { numPassedTests: 0, numFailedTests: 0, success: false }
  if (!existsSync(file)) return broken
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return broken
  }
}
