// Generates docs/reference from the sources: `npm run docs`. With `--check` nothing is written, and pages that are not
// what would be generated are named: exit 1.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { checkFilePage } from './docs/check-file.mjs'
import { commandLinePage } from './docs/command-line.mjs'
import { configurationPage } from './docs/configuration.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const check = process.argv.includes('--check')

/** A module of the sources, as it stands: no build is needed. */
async function load(file) {
  const { module } = await runnerImport(join(root, file), { root, configFile: false, logLevel: 'error' })
  return module
}

const [keys, values, program, faults, fields, builtins] = await Promise.all(
  [
    'src/contracts/configuration-keys.ts',
    'src/parse/configuration/leaf-values.ts',
    'src/cli/program.ts',
    'src/contracts/fault.ts',
    'src/parse/check-file/common-fields.ts',
    'src/builtins.ts',
  ].map(load),
)

const pages = {
  'docs/reference/configuration.md': configurationPage({ ...keys, ...values }),
  'docs/reference/command-line.md': commandLinePage(program.buildProgram()),
  'docs/reference/check-file.md': checkFilePage({
    commonKeys: fields.commonKeys,
    types: builtins.builtInTypes(),
    faultCodes: faults.faultCodes,
  }),
}

const stale = Object.entries(pages).filter(([file, text]) => read(file) !== text)
for (const [file, text] of check ? [] : stale) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
for (const [file] of stale) console.log(check ? `${file} is stale: npm run docs` : `wrote ${file}`)
if (check && stale.length > 0) process.exitCode = 1

function read(file) {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return null
  }
}
