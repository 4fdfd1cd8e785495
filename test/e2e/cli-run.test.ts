// `eval-checks run` on real projects: what is chosen, what is refused, what is written, and the exit status.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkText } from '../support/projects.js'
import { linkHost, makeProject, startCli, startVitest } from './host.js'
import { python, readLatestRun, readReport } from './run-folders.js'

const passing = (id: string, fields = {}) => checkText(id, { script: 'pass', ...fields })
const failing = (id: string, fields = {}) => checkText(id, { script: 'raise SystemExit(3)', ...fields })
const broken = 'schema_version: 1\nid: broken\ntype: deterministic\ndescription: d\nscritp: x\n'

const threeChecks = {
  'eval_checks/alpha.yaml': passing('alpha_one', { tags: ['fast'] }),
  'eval_checks/beta.yaml': failing('beta_two', { tags: ['slow'] }),
  'src/eval_checks/gamma.yaml': passing('gamma', { tags: ['smoke'] }),
}

const run = (project: string, ...args: string[]) => startCli(project, ['run', '--python', python, ...args])

const statuses = (report: ReturnType<typeof readReport>) =>
  Object.fromEntries(report.checks.map(({ check_id, status }) => [check_id, status]))

describe('what is chosen', () => {
  test('--check-id runs one check, and faults of other files are warnings', async () => {
    const project = makeProject({ ...threeChecks, 'eval_checks/broken.yaml': broken })
    const ended = await run(project, '--check-id', 'alpha_one')
    expect(ended).toMatchObject({ exitCode: 0 })
    expect(ended.stdout).toMatch(/WARN.*broken\.yaml:5:1.*\[unknown-field\]/)
    const { report } = readLatestRun(project)
    expect(statuses(report)).toEqual({ alpha_one: 'passed' })
    expect(report.load_errors).toEqual([])
  })

  test('--tag may be repeated, and one of the tags is enough', async () => {
    const project = makeProject(threeChecks)
    expect(await run(project, '--tag', 'fast', '--tag', 'smoke')).toMatchObject({ exitCode: 0 })
    expect(statuses(readLatestRun(project).report)).toEqual({ alpha_one: 'passed', gamma: 'passed' })
  })

  test('--failed runs what was not passed in the latest run, and says when there is nothing to run', async () => {
    const project = makeProject(threeChecks)
    const none = await run(project, '--failed')
    expect(none).toMatchObject({ exitCode: 1 })
    expect(none.stderr).toContain('[NO_EARLIER_RUN]')
    await run(project)
    writeFileSync(join(project, 'eval_checks/beta.yaml'), passing('beta_two'))
    expect(await run(project, '--failed')).toMatchObject({ exitCode: 0 })
    expect(statuses(readLatestRun(project).report)).toEqual({ beta_two: 'passed' })
    const again = await run(project, '--failed')
    expect(again).toMatchObject({ exitCode: 1 })
    expect(again.stderr).toContain('[NOTHING_FAILED]')
  })

  test('--check-dir looks only there, and follows the folder when it is a link', async () => {
    const project = makeProject({ ...threeChecks, 'other/c.yaml': passing('other_check') })
    symlinkSync('other', join(project, 'linked'))
    expect(await run(project, '--check-dir', 'linked')).toMatchObject({ exitCode: 0 })
    const { report } = readLatestRun(project)
    expect(statuses(report)).toEqual({ other_check: 'passed' })
    expect(report.checks[0]?.source_path).toBe(join(project, 'other/c.yaml'))
  })

  test('a filter and a name pattern choose together, from the folder that --cwd names', async () => {
    const project = makeProject(threeChecks)
    const ended = await run('/', '--cwd', project, 'eval_checks/', '-t', '^(alpha|gam)')
    expect(ended).toMatchObject({ exitCode: 0 })
    expect(statuses(readLatestRun(project).report)).toEqual({ alpha_one: 'passed', gamma: 'passed' })
  })

  test('from any folder of a project everything, and what a filter names from there', async () => {
    const project = makeProject({
      ...threeChecks,
      '.eval-banana/config.toml': '[core]\npass_threshold = 0.5\n',
    })
    const below = join(project, 'src')
    expect(await run(below)).toMatchObject({ exitCode: 0 })
    expect(readLatestRun(project).report.total_checks).toBe(3)
    expect(await run(below, 'eval_checks/gamma.yaml')).toMatchObject({ exitCode: 0 })
    expect(statuses(readLatestRun(project).report)).toEqual({ gamma: 'passed' })
  })
})

describe('what is refused', () => {
  test.each([
    ['a fault in any file when everything is to run', [], 'unknown-field'],
    ['an id that a broken file seems to have', ['--check-id', 'broken'], 'unknown-field'],
    ['an id that two files have', ['--check-id', 'twice'], 'duplicate-id'],
    ['a file with a fault that was named', ['eval_checks/broken.yaml'], 'unknown-field'],
    ['an unknown id, with those that are near', ['--check-id', 'alpha_on'], 'did you mean alpha_one?'],
    ['a folder that does not exist', ['--check-dir', 'absent'], 'CHECK_DIR_INVALID'],
    ['a folder without checks', ['--check-dir', 'empty'], 'No checks found'],
    ['a tag that no check has', ['-t', 'alpha', '--tag', 'absent'], 'No checks found'],
  ])('%s: exit 1, and nothing is run', async (_, args, said) => {
    const twice = passing('twice')
    const project = makeProject({
      ...threeChecks,
      'eval_checks/broken.yaml': broken,
      'eval_checks/t1.yaml': twice,
      'eval_checks/t2.yaml': twice,
    })
    mkdirSync(join(project, 'empty'))
    const ended = await run(project, ...args)
    expect(ended).toMatchObject({ exitCode: 1, stdout: '' })
    expect(ended.stderr).toContain(said)
    if (said === 'duplicate-id') expect(ended.stderr).toMatch(/t1\.yaml, .*t2\.yaml/)
    expect(existsSync(join(project, '.eval-banana'))).toBe(false)
  })

  test('a broken configuration file, unless it is left alone', async () => {
    const project = makeProject({ ...threeChecks, '.eval-banana/config.toml': '[core]\npass_treshold = 1\n' })
    const ended = await run(project)
    expect(ended).toMatchObject({ exitCode: 1 })
    expect(ended.stderr).toMatch(/config\.toml:2:1.*\[CONFIG_UNKNOWN_KEY\]/)
    expect(await run(project, '--no-project-config', '--tag', 'fast')).toMatchObject({ exitCode: 0 })
  })

  test.each([
    [['--pass-threshold', '80'], 'use 0.8'],
    [['--harness-timeout-seconds', 'soon'], '--harness-timeout-seconds'],
    [['--flat-output'], '--output-dir'],
    [['--failed', '--flat-output', '--output-dir', 'x'], '--failed'],
    [['--bail', '0'], '--bail'],
    [['--format', 'xml'], '--format'],
    [['-t', '('], '--test-name-pattern'],
    [['--no-such-flag'], '--no-such-flag'],
  ])('%j is wrong usage: exit 2', async (args, said) => {
    const ended = await run(makeProject({}), ...args)
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' })
    expect(ended.stderr).toContain(said)
  })
})

describe('what is written', () => {
  test('--flat-output writes into the named folder, once', async () => {
    const project = makeProject(threeChecks)
    const args = ['--tag', 'fast', '--flat-output', '--output-dir', 'out']
    expect(await run(project, ...args)).toMatchObject({ exitCode: 0 })
    expect(statuses(readReport(join(project, 'out')))).toEqual({ alpha_one: 'passed' })
    expect(existsSync(join(project, 'out/latest'))).toBe(false)
    const again = await run(project, ...args)
    expect(again).toMatchObject({ exitCode: 1 })
    expect(again.stderr).toContain('[OUTPUT_NOT_EMPTY]')
  })

  test('--format ndjson gives standard output to events, also beside a Vitest config that prints', async () => {
    const project = makeProject({
      ...threeChecks,
      'vitest.config.mjs': `import { evalChecks } from 'vitest-eval-checks'
export default { plugins: [evalChecks({ passThreshold: 0.6 })], test: { reporters: ['verbose'] } }\n`,
    })
    linkHost(project)
    const ended = await run(project, '--format', 'ndjson')
    expect(ended).toMatchObject({ exitCode: 0 })
    const events = ended.stdout.split('\n').map((line) => JSON.parse(line))
    expect(events.map(({ event }) => event)).toEqual([
      'run-start',
      'check-end',
      'check-end',
      'check-end',
      'run-end',
    ])
    const { report } = readLatestRun(project)
    expect(events[0].run.selected).toEqual(['alpha_one', 'beta_two', 'gamma'])
    const told = events.slice(1, 4).map(({ check }) => check)
    expect(told.sort((a, b) => a.check_id.localeCompare(b.check_id))).toEqual(report.checks)
    const { checks: _, ...rest } = report
    expect(events[4]).toMatchObject({ report: rest, decision: { status: 'passed' } })
    expect(ended.stderr).toContain('2 of 3 checks passed')
  })

  test('the configuration file in use is shown, and --verbose says what was found', async () => {
    const project = makeProject({
      ...threeChecks,
      '.eval-banana/config.toml': '[core]\npass_threshold = 0.6\n',
    })
    const ended = await run(project, '--verbose')
    expect(ended).toMatchObject({ exitCode: 0 })
    const config = join(project, '.eval-banana/config.toml')
    expect(ended.stdout).toContain(`\nConfig ${config}\n`)
    for (const line of [
      `configuration ${config}`,
      '3 files found, 3 good checks',
      `Python ${python} (configured)`,
    ]) {
      expect(ended.stderr).toContain(line)
    }
    expect(ended.stderr).toContain(`plan ${readLatestRun(project).report.plan_sha256}`)
  })

  test('colours are written when they are forced, and never against NO_COLOR', async () => {
    const project = makeProject(threeChecks)
    const start = (env: Record<string, string>) =>
      startCli(project, ['run', '--python', python, '--tag', 'fast'], { env: { FORCE_COLOR: '1', ...env } })
    expect((await start({ NO_COLOR: '' })).stdout).toContain('\u001b[')
    expect((await start({ NO_COLOR: '1' })).stdout).not.toContain('\u001b[')
  })

  test('flags of judges are taken, and stand above the file', async () => {
    const project = makeProject({
      ...threeChecks,
      '.eval-banana/config.toml': '[core]\noutput_dir = "from-file"\n',
    })
    const flags = [
      '--harness-agent',
      'claude',
      '--harness-model',
      'm',
      '--budget-usd',
      '2',
      '--max-calls',
      '3',
    ]
    const ended = await run(project, '--tag', 'fast', '--output-dir', 'from-flag', ...flags)
    expect(ended).toMatchObject({ exitCode: 0 })
    expect(readLatestRun(project, 'from-flag').report.run_passed).toBe(true)
  })
})

describe('the options checkDir and tags of the plugin', () => {
  const config = (options: string) =>
    `import { evalChecks } from 'vitest-eval-checks'\nexport default { plugins: [evalChecks(${options})] }\n`

  test('choose in a plain Vitest run', async () => {
    const project = makeProject({
      ...threeChecks,
      'quality/a.yaml': passing('quality_a', { tags: ['fast'] }),
      'quality/b.yaml': failing('quality_b', { tags: ['slow'] }),
      'vitest.config.mjs': config(`{ checkDir: 'quality', tags: ['fast'], python: '${python}' }`),
    })
    linkHost(project)
    expect(await startVitest(project, ['run'])).toMatchObject({ exitCode: 0 })
    expect(statuses(readLatestRun(project).report)).toEqual({ quality_a: 'passed' })
    const listed = await startVitest(project, ['list', '--filesOnly'])
    expect(listed.stdout.split('\n').sort()).toEqual(['quality/a.yaml', 'quality/b.yaml'])
  })

  test('a folder that does not exist keeps Vitest from starting', async () => {
    const project = makeProject({ ...threeChecks, 'vitest.config.mjs': config(`{ checkDir: 'absent' }`) })
    linkHost(project)
    const ended = await startVitest(project, ['run'])
    expect(ended).toMatchObject({ exitCode: 1 })
    expect(ended.stderr).toContain('absent is not a folder')
  })
})
