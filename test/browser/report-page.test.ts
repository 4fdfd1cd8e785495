// `report.html` as a reader sees it, opened from disk.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPageAssets } from '../../reporters/html/assets.js'
import { pageDocumentSchema } from '../../reporters/html/page-document.js'
import { renderPage } from '../../reporters/html/render-page.js'
import { makePage } from '../support/varied-runs.js'
import { openPage, takePicture } from './browser.js'

const built = readPageAssets(new URL('../../dist/reporters/html/page/', import.meta.url))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'eval-checks-page-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A page as the reporter writes it, with the program that was built. */
async function writePage(count: number, earlier: number): Promise<string> {
  const file = await makePage(mkdtempSync(join(folder, 'runs-')), count, earlier)
  const embedded = /<script type="application\/json" id="report">(.*?)<\/script>/s.exec(
    readFileSync(file, 'utf8'),
  )
  const document = pageDocumentSchema.parse(JSON.parse(embedded?.[1] ?? ''))
  writeFileSync(file, renderPage(document, built))
  return pathToFileURL(file).href
}

/** Opens a page, and collects its errors, what the policy stopped and every address that it asks for. */
async function open(url: string) {
  const { page, errors } = await openPage('about:blank')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  await page.goto(url)
  return { page, errors, asked }
}

const rows = (page: Page) => page.getByRole('option')
const detail = (page: Page) => page.locator('article.detail')

describe('the page of sixty checks', () => {
  test('says the verdict and what to do first, asks for nothing and breaks no rule of its policy', async () => {
    const url = await writePage(60, 11)
    const { page, errors, asked } = await open(url)
    await page.locator('.plot').first().waitFor()
    await takePicture(page, 'report-light')
    await page.setViewportSize({ width: 1280, height: 2300 })
    await takePicture(page, 'full')
    await page.emulateMedia({ colorScheme: 'dark' })
    await takePicture(page, 'dark')
    await page.setViewportSize({ width: 420, height: 2300 })
    await takePicture(page, 'narrow')
    expect(errors).toEqual([])
    expect(asked).toEqual([url])
  })
})
