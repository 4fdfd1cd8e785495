// Rows about judges: how much is added to agents that wait, and to agents that answer at once.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { measurePair, median, timeCommand } from './measure.mjs'
import { makeProject, vitestProgram } from './projects.mjs'

const VERDICT = `echo '{"score":1,"reason":"all is there"}'`

/** A Node program, as most agents are; it passes what asks for nothing else. */
const program = fileURLToPath(new URL('../fixtures/fake-agents/agent.mjs', import.meta.url))

/** `count` judge checks that wait a second each, 32 at once, against the seconds that the waits alone would take. */
export function waitingJudgesRow({ count = 200, parallel = 32, n, keep, clean }) {
  const agent = `cat >/dev/null; sleep 1; ${VERDICT}`
  const folder = keep(makeJudgeChecks(count, parallel, agent))
  const single = keep(makeJudgeChecks(1, parallel, `cat >/dev/null; ${VERDICT}`))
  const ideal = count / parallel
  const measured = measurePair({
    a: vitestRun(folder),
    b: xargs(folder, parallel, agent),
    n,
    between: () => clean(folder),
  })
  const start = median(Array.from({ length: 3 }, () => timeCommand(vitestRun(single)).wall))
  const beyond = measured.wall.a - start
  return {
    work: `${count} judge checks of 1 s, ${parallel} at once`,
    against: `xargs -P${parallel} of the same agent`,
    aim: '<= 1.15 of the ideal, see note',
    ...measured,
    note:
      `beyond the start of Vitest ${beyond.toFixed(2)} s, ${(beyond / ideal).toFixed(2)} of the ideal ${ideal} s ` +
      `(whole rounds: ${(Math.ceil(ideal) / ideal).toFixed(2)}); xargs ${(measured.wall.b / ideal).toFixed(2)}`,
  }
}

/** `count` judge checks whose agent answers at once, two at once, against `xargs` of that agent on the same prompts. */
export function instantJudgesRow({ count = 200, parallel = 2, n, keep, clean }) {
  const agent = `exec '${process.execPath}' '${program}'`
  const folder = keep(makeJudgeChecks(count, parallel, agent))
  const measured = measurePair({
    a: vitestRun(folder),
    b: xargs(folder, parallel, agent),
    n,
    between: () => clean(folder),
  })
  return {
    work: `${count} judge checks, a Node program that answers at once, ${parallel} at once`,
    against: `xargs -P${parallel} of the same agent on the same prompts`,
    aim: '<= 1.3',
    ...measured,
    note: `${added(count, n, keep, clean)} are added to each call of an agent that costs nothing`,
  }
}

/** What a check costs beside its agent: a shell that reads and prints, less the start of Vitest. */
function added(count, n, keep, clean) {
  const agent = `cat >/dev/null; ${VERDICT}`
  const [many, one] = [count, 1].map((checks) => keep(makeJudgeChecks(checks, 2, agent)))
  const { wall, cpu } = measurePair({ a: vitestRun(many), b: vitestRun(one), n, between: () => clean(many) })
  const perCheck = ({ a, b }) => (((a - b) / (count - 1)) * 1000).toFixed(1)
  return `${perCheck(wall)} ms (CPU ${perCheck(cpu)} ms)`
}

function vitestRun(cwd) {
  return { command: process.execPath, args: [vitestProgram, 'run'], cwd }
}

/** One shell per prompt, as in a check; what it prints is thrown away. */
function xargs(cwd, parallel, agent) {
  const list = `ls prompts/*.txt | xargs -P${parallel} -I{} sh -c 'exec <"$1"; ${agent.replaceAll("'", `'\\''`)}' sh {}`
  return { command: 'sh', args: ['-c', list], cwd }
}

/** Judge checks for a shell command as agent, and the like of their prompts in `prompts/`. */
export function makeJudgeChecks(count, parallel, agent) {
  const options = {
    harness: { agent: 'bench', maxParallel: parallel },
    agents: { bench: { command: ['sh', '-c', agent], promptInput: 'stdin' } },
  }
  const folder = makeProject(
    [
      "import { defineConfig } from 'vitest/config'",
      "import { evalChecks } from 'vitest-eval-checks'",
      `export default defineConfig({ plugins: [evalChecks(${JSON.stringify(options)})] })`,
    ].join('\n'),
  )
  for (const name of ['eval_checks', 'prompts']) mkdirSync(path.join(folder, name))
  const instructions = 'Read output/summary.md. It names every region and no region twice.'
  for (let i = 0; i < count; i++) {
    const id = `judged_${String(i).padStart(4, '0')}`
    writeFileSync(
      path.join(folder, 'eval_checks', `${id}.yaml`),
      `schema_version: 1\nid: ${id}\ntype: harness_judge\ndescription: Summary ${i} is complete\ninstructions: ${instructions}\n`,
    )
    writeFileSync(
      path.join(folder, 'prompts', `${id}.txt`),
      `${'You are the judge of one check.\n'.repeat(24)}${instructions}\n`,
    )
  }
  return folder
}
