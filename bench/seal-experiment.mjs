// Reads, resolves, compiles and seals an experiment of many samples in this process, beside JSON.parse and JSON.stringify of
// the plan that comes of it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInExecutors } from '../dist/src/builtins.js'
import { sealExperiment } from '../dist/src/execute/seal-experiment.js'
import { parseEvaluationRequest } from '../dist/src/parse/experiment/index.js'
import { readExperimentFile } from '../dist/src/parse/experiment-file/index.js'
import { summarize } from './measure.mjs'

/** Three targets, two judges that read twice, and as many samples as are asked for. */
export async function measureSealing({ samples, n }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-experiment-'))
  try {
    const file = writeExperiment(folder, samples)
    const executors = await builtInExecutors()
    const seal = () => sealOnce(file, folder, executors)
    const text = await planText(seal)
    const json = async () => JSON.stringify(JSON.parse(text))
    const pairs = []
    for (let round = 0; round < n; round++) pairs.push({ a: await timeAsync(seal), b: await timeAsync(json) })
    return { n, bytes: text.length, wall: summarize(pairs, 'wall'), cpu: summarize(pairs, 'cpu') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Apart, so that the plan is not kept while others are sealed. */
async function planText(seal) {
  const { members } = await seal()
  return JSON.stringify(members[0].plan)
}

async function timeAsync(run) {
  const start = performance.now()
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return { wall: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 }
}

function sealOnce(file, folder, executors) {
  const { config, positionOf } = readExperimentFile({ file, bytes: Buffer.from(EXPERIMENT), explicit: true })
  const place = { value: folder, source: 'bench' }
  const request = parseEvaluationRequest({
    flags: {},
    config,
    configLocator: file,
    locate: positionOf,
    defaults: {
      executors: [],
      executor: null,
      model: null,
      judgeModels: null,
      outputDirectory: { project: place, global: place },
      language: { value: 'en', source: 'bench' },
      serve: null,
    },
  })
  const host = {
    workingFolder: folder,
    contentRoot: join(folder, 'frozen'),
    environment: process.env,
    signal: new AbortController().signal,
  }
  return sealExperiment(request, host, { executors, others: [] })
}

const EXPERIMENT = `samples: samples.json
executor: claude
model: sonnet
judgeRepeat: 2
judgeModels:
  - { executor: claude, model: haiku }
  - { executor: openai-api, model: mini }
variants:
  - { name: base, role: control, artifact: baseline }
  - { name: v1, role: treatment, artifact: ./v1.md }
  - { name: v2, role: treatment, artifact: ./v2.md }
`

function writeExperiment(folder, count) {
  mkdirSync(join(folder, 'frozen'))
  writeFileSync(join(folder, 'eval.yaml'), EXPERIMENT)
  writeFileSync(join(folder, 'v1.md'), 'Answer briefly.\n')
  writeFileSync(join(folder, 'v2.md'), 'Answer briefly, and name your source.\n')
  const samples = Array.from({ length: count }, (_, index) => ({
    sample_id: `sample-${String(index).padStart(6, '0')}`,
    prompt: `Question ${index}: what does the document say about item ${index % 97}?`,
    context: `Item ${index % 97} is described in section ${index % 13}.`,
    rubric: '1: wrong or invented. 3: right with gaps. 5: right, complete and sourced.',
    assertions: [
      { type: 'contains', value: `section ${index % 13}` },
      { type: 'max_length', value: 800 },
    ],
  }))
  writeFileSync(join(folder, 'samples.json'), JSON.stringify(samples))
  return join(folder, 'eval.yaml')
}
