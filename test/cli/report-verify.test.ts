// `eval-checks report verify`: exit status and words for a run that is good, one that was changed, one that is not there.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RunProject } from '../conduct/support/real-run.js'
import { startCli } from '../e2e/host.js'

let project: RunProject
let runId: string
let report: string

beforeAll(async () => {
  project = new RunProject({ a: 'say a' })
  const run = await project.run()
  runId = run.runId
  report = path.join(run.folder, 'report.json')
}, 60_000)
afterAll(() => project.remove())

test('a good run exits 0, by its id and by its folder', async () => {
  const byId = await startCli(project.folder, ['report', 'verify', runId, '--output-dir', 'runs'])
  expect({ ...byId, stdout: byId.stdout.includes(`${runId} is verified`) }).toMatchObject({
    exitCode: 0,
    stdout: true,
    stderr: '',
  })
  const byFolder = await startCli(project.folder, ['report', 'verify', `./runs/${runId}`, '--json'])
  expect(byFolder.exitCode).toBe(0)
  expect(JSON.parse(byFolder.stdout)).toMatchObject({ status: 'verified', runId, faults: [] })
})

test('a run that is not there exits 1 and says where it was looked for', async () => {
  const { exitCode, stderr } = await startCli(project.folder, ['report', 'verify', 'nothing'])
  expect(exitCode).toBe(1)
  expect(stderr).toContain('STORED_RUN_MISSING')
})

test('a changed run exits 1 and shows every fault with its file', async () => {
  const text = readFileSync(report, 'utf8')
  writeFileSync(report, text.replace('"gateStatus":"blocked"', '"gateStatus":"passed"'))
  const { exitCode, stdout } = await startCli(project.folder, [
    'report',
    'verify',
    runId,
    '--output-dir',
    'runs',
  ])
  expect(exitCode).toBe(1)
  expect(stdout).toContain(`${runId} is not verified`)
  expect(stdout).toContain(
    'report.json: was changed: its digest is not that of the manifest [STORED_DIGEST_MISMATCH]',
  )
  expect(stdout).toContain('[STORED_REPORT_DIFFERENT]')
  const asJson = await startCli(project.folder, ['report', 'verify', runId, '--output-dir', 'runs', '--json'])
  expect(JSON.parse(asJson.stdout)).toMatchObject({ status: 'refused' })
})
