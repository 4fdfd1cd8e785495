// Generates docs/reference and schemas/ from the sources: `npm run docs`. With `--check` nothing is written, and files
// that are not what would be generated are named: exit 1.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { checkFilePage } from './docs/check-file.mjs'
import { checkSchema } from './docs/check-schema.mjs'
import { commandLinePage } from './docs/command-line.mjs'
import { configSchema } from './docs/config-schema.mjs'
import { configurationPage } from './docs/configuration.mjs'
import { digestsPage } from './docs/digests.mjs'
import { experimentSchema } from './docs/experiment-schema.mjs'
import { inputsPage } from './docs/inputs.mjs'
import { schemaText } from './docs/json-schema.mjs'
import { sampleFilePage } from './docs/sample-file.mjs'
import { samplesSchema } from './docs/samples-schema.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const check = process.argv.includes('--check')

/** A module of the sources, as it stands: no build is needed. */
async function load(file) {
  const { module } = await runnerImport(join(root, file), { root, configFile: false, logLevel: 'error' })
  return module
}

const [keys, values, program, faults, fields, builtins, dialect, tree, ...inputs] = await Promise.all(
  [
    'src/contracts/configuration-keys.ts',
    'src/parse/configuration/leaf-values.ts',
    'src/cli/program.ts',
    'src/contracts/fault.ts',
    'src/parse/check-file/common-fields.ts',
    'src/builtins.ts',
    'src/parse/configuration/dialect.ts',
    'src/parse/configuration/tree-values.ts',
    'src/contracts/experiment/eval-config.ts',
    'src/contracts/experiment/sample-set.ts',
    'src/parse/sample-file/format-a.ts',
    'src/parse/sample-file/format-b.ts',
    'src/parse/sample-file/written-parts.ts',
    'src/parse/sample-file/written-assertion.ts',
    'src/contracts/experiment/input-fault.ts',
    'src/contracts/registry/describe-fields.ts',
    'src/contracts/registry/registry.ts',
    'src/contracts/registry/removed-inputs.ts',
    'test/prepare/sensitivity/changes.ts',
  ].map(load),
)

const [
  config,
  sampleSet,
  formatA,
  formatB,
  parts,
  assertions,
  inputFaults,
  described,
  registry,
  removed,
  sensitivity,
] = inputs

const samples = samplesSchema({
  prompt: formatA.promptSampleSchema,
  native: formatB.nativeSampleSchema,
  requires: parts.requiresSchema,
  version: sampleSet.SAMPLE_SET_VERSION,
  forms: assertions.assertionForms,
  modelTypes: assertions.modelTypes,
})

const made = {
  'docs/reference/configuration.md': configurationPage({ ...keys, ...values }),
  'docs/reference/command-line.md': commandLinePage(program.buildProgram()),
  'docs/reference/check-file.md': checkFilePage({
    commonKeys: fields.commonKeys,
    types: builtins.builtInTypes(),
    faultCodes: faults.faultCodes,
  }),
  'schemas/check.schema.json': schemaText(
    checkSchema({ commonFields: fields.commonFields, types: builtins.builtInTypes() }),
  ),
  'schemas/config.schema.json': schemaText(
    configSchema({
      keyTree: dialect.keyTree,
      dialect: dialect.tomlDialect('config.toml', ''),
      agentNames: builtins.builtInAgentNames(),
      agentName: tree.agentName,
      agentFields: keys.agentFields,
    }),
  ),
  'docs/reference/digests.md': digestsPage(sensitivity),
  'docs/reference/inputs.md': inputsPage({ ...described, ...registry, ...removed }),
  'schemas/experiment.schema.json': schemaText(
    experimentSchema({ config: config.evalConfigSchema, removed: config.removedConfigKeys }),
  ),
  'schemas/samples.schema.json': schemaText(samples),
  'docs/reference/sample-file.md': sampleFilePage({
    schema: samples,
    faultCodes: faults.faultCodes,
    inputFaultCodes: inputFaults.inputFaultCodes,
    version: sampleSet.SAMPLE_SET_VERSION,
  }),
}

const stale = Object.entries(made).filter(([file, text]) => read(file) !== text)
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
