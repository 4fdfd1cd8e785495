// Checks in Vitest's own user interface and in its HTML report, as a person sees them.

import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { spawnVitest, startVitest } from '../e2e/host.js'
import { readLatestRun } from '../e2e/run-folders.js'
import { runFolders } from '../e2e/small-project.js'
import { openPage, takePicture } from './browser.js'
import { HOSTILE, makePageProject, REASON } from './project.js'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Starts Vitest with its user interface and waits for the first run's end. */
async function startUi(project: string): Promise<string> {
  const child = spawnVitest(project, ['--ui', '--open=false', '--watch', '--api.port=0'])
  closing.push(() => {
    child.kill()
    return child.catch(() => {})
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      const url = /UI started at (\S+)/.exec(said)?.[1]
      if (url !== undefined && /Tests failed|Waiting for file changes/.test(said)) resolve(url)
    })
    child.then(() => reject(new Error(`Vitest ended before its user interface was there: ${said}`)), reject)
  })
}

/** Serves a folder on this machine. */
async function serve(folder: string): Promise<string> {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  const server: Server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    try {
      const body = await readFile(join(folder, path === '/' ? 'index.html' : path))
      const type = types[extname(path === '/' ? 'index.html' : path)] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => new Promise((done) => server.close(done)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}/`
}

/** The line of a file or a check in the explorer on the left. */
function lineOf(page: Page, name: string): Locator {
  return page.locator(`[data-testid="explorer-item"][aria-label=${JSON.stringify(name)}]`)
}

/** Opens the report of a file or of a check. */
async function openReport(page: Page, name: string): Promise<void> {
  await lineOf(page, name).hover()
  await lineOf(page, name).getByTestId('btn-open-details').click()
}

/** The notes of a check in its report, as kind and text; `openReport` went to its line in the file. */
async function notesOf(page: Page): Promise<string[]> {
  // Vitest's own code trips when its editor is left before it is there.
  await page.locator('.CodeMirror-linewidget').first().waitFor()
  await page.getByTestId('btn-report').click()
  await page.getByText('Test Annotations').waitFor()
  return page.getByRole('note').allTextContents()
}

async function textOf(page: Page): Promise<string> {
  return page
    .locator('body')
    .textContent()
    .then((text) => text ?? '')
}

describe("Vitest's user interface", () => {
  test('lists every check file, broken ones too, and runs one again', async () => {
    const project = makePageProject()
    const { page, errors } = await openPage(await startUi(project))
    for (const file of ['passing.yaml', 'failing.yaml', 'errored.yaml', 'broken.yaml']) {
      await lineOf(page, `eval_checks/${file}`).waitFor()
    }
    await openReport(page, 'eval_checks/failing.yaml')
    await page.getByText('132 words, 100 allowed').first().waitFor()
    const text = await textOf(page)
    expect(text).toContain(HOSTILE)
    expect(text).toContain('CheckFailed')
    expect(await page.title()).not.toBe('owned')
    await openReport(page, 'summary-stays-short')
    expect(await notesOf(page)).toEqual([
      expect.stringMatching(/^stderr.*\.stderr\.txt/),
      expect.stringMatching(/^run again.*-t '\^summary-stays-short\$'/),
    ])
    expect(await textOf(page)).toContain('/eval_checks/failing.yaml:2:1')
    await takePicture(page, 'vitest-ui')
    const before = readLatestRun(project).report.checks.find(
      ({ check_id }) => check_id === 'summary-stays-short',
    )
    await lineOf(page, 'summary-stays-short').hover()
    await lineOf(page, 'summary-stays-short').getByTestId('btn-run-test').click()
    await expect
      .poll(
        () =>
          readLatestRun(project).report.checks.find(({ check_id }) => check_id === 'summary-stays-short')
            ?.started_at,
        { timeout: 30_000 },
      )
      .not.toBe(before?.started_at)
    // One folder for the whole session.
    expect(runFolders(project)).toHaveLength(1)
    await openReport(page, 'eval_checks/broken.yaml')
    await page.getByText("did you mean 'description'").first().waitFor()
    expect(errors).toEqual([])
  })
})

describe("Vitest's HTML report", () => {
  test('holds the checks with their reasons, inert', async () => {
    const project = makePageProject()
    await startVitest(project, ['run', '--reporter=html'])
    const { page, errors } = await openPage(await serve(join(project, 'html')))
    await openReport(page, 'eval_checks/failing.yaml')
    await page.getByText('132 words, 100 allowed').first().waitFor()
    expect(await textOf(page)).toContain(HOSTILE)
    await openReport(page, 'eval_checks/errored.yaml')
    await page.getByText('CheckError').first().waitFor()
    await openReport(page, 'names-every-region')
    expect(await notesOf(page)).toEqual([
      `judgereader: ${REASON}`,
      expect.stringMatching(/^prompt.*names-every-region[^ ]*\.prompt\.txt$/),
      expect.stringMatching(/^run again.*-t '\^names-every-region\$'/),
    ])
    expect(await textOf(page)).toContain('/eval_checks/judged.yaml:2:1')
    expect(await page.title()).not.toBe('owned')
    expect(errors).toEqual([])
    await takePicture(page, 'vitest-html-report')
  })

  test('of shards that were merged holds the checks of all of them', async () => {
    const project = makePageProject()
    for (const shard of [1, 2]) {
      const file = `--outputFile.blob=blobs/${shard}.json`
      await startVitest(project, ['run', `--shard=${shard}/2`, '--reporter=blob', file])
    }
    await startVitest(project, ['run', '--merge-reports=blobs', '--reporter=html'])
    const { page, errors } = await openPage(await serve(join(project, 'html')))
    for (const file of ['passing', 'failing', 'errored', 'broken', 'judged']) {
      await lineOf(page, `eval_checks/${file}.yaml`).waitFor()
    }
    await openReport(page, 'names-every-region')
    expect(await notesOf(page)).toContain(`judgereader: ${REASON}`)
    expect(errors).toEqual([])
    await takePicture(page, 'vitest-merged-shards')
  })
})
