// `report.html` as a reader sees it, opened from disk.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readPageAssets } from '../../reporters/html/assets.js'
import { buildPageDocument } from '../../reporters/html/build-document.js'
import { gather } from '../../reporters/html/gather.js'
import { type PageDocument, pageDocumentSchema } from '../../reporters/html/page-document.js'
import { renderPage } from '../../reporters/html/render-page.js'
import { attackRun } from '../support/attack.js'
import { makePage } from '../support/varied-runs.js'
import { openPage, takePicture } from './browser.js'

const assets = readPageAssets(new URL('../../dist/reporters/html/page/', import.meta.url))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'eval-checks-page-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const opened: Page[] = []
afterEach(async () => {
  for (const page of opened.splice(0)) await page.close()
})

/** The page of a run of so many checks, as the reporter writes it, with the program that was built. */
async function writePage(count: number, earlier: number): Promise<string> {
  const file = await makePage(mkdtempSync(join(folder, 'runs-')), count, earlier)
  const embedded = /id="report">([^<]*)</.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  return store(file, pageDocumentSchema.parse(JSON.parse(embedded)))
}

function store(file: string, document: PageDocument): string {
  if (assets === null) throw new Error('there is no dist: run npm run build')
  writeFileSync(file, renderPage(document, assets))
  return pathToFileURL(file).href
}

/** Opens a page, and collects its errors, what its policy stopped and every address that it asks for. */
async function open(url: string) {
  const { page, errors } = await openPage('about:blank')
  opened.push(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => errors.push(message.text()))
  page.on('dialog', (dialog) => {
    errors.push(`dialog ${dialog.message()}`)
    return dialog.dismiss()
  })
  await page.goto(url)
  await rows(page).first().waitFor()
  return { page, errors, asked }
}

const rows = (page: Page) => page.getByRole('option', { disabled: false }).and(page.locator('.row'))
const list = (page: Page) => page.getByRole('listbox', { name: 'Checks' })
const detail = (page: Page) => page.locator('article.detail h3')
const shown = (page: Page) => page.locator('output.shown')

describe('the page of sixty checks and eleven earlier runs', () => {
  let url = ''
  beforeAll(async () => {
    url = await writePage(60, 11)
  })

  test('asks for nothing, breaks no rule of its policy, and looks like this', async () => {
    const { page, errors, asked } = await open(url)
    await page.locator('.plot').nth(2).waitFor()
    await page.setViewportSize({ width: 1280, height: 1480 })
    await takePicture(page, 'report-light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await takePicture(page, 'report-dark')
    expect(errors).toEqual([])
    expect(asked).toEqual([url])
  })

  test('says the verdict first, then what to do', async () => {
    const { page } = await open(url)
    expect(await page.locator('h1, h2').allTextContents()).toEqual([
      '51 of 61 checks passed (83.6%), 3 could not be judged, 1 load error, the run was interrupted before 1 check finished, the threshold is 90%: not passed',
      'What to do',
      'Pass rate',
      'Last 12 runs',
      'Broken check files',
      'History',
      'Time and cost',
      'Without a result',
    ])
    expect(await page.getByRole('region', { name: 'Verdict' }).locator('.steps li').count()).toBe(5)
  })

  test('shows failed checks before errors before the rest, each with its reason', async () => {
    const { page } = await open(url)
    const labels = await rows(page).evaluateAll((all) =>
      all.map((row) => row.getAttribute('aria-label') ?? ''),
    )
    expect(labels[0]).toBe('Failed: adds_up_05. AssertionError: total is -5, expected at least 0. 15.4 s')
    expect(labels.map((label) => label.split(':')[0]).slice(0, 10)).toEqual([
      ...Array(6).fill('Failed'),
      ...Array(3).fill('Error'),
      'Passed',
    ])
    const text = await page.locator('article.detail').textContent()
    for (const part of [
      'total is -5',
      'npx eval-checks run --check-id adds_up_05',
      'assert report["total"] >= 0, f"total is',
      'Traceback (most recent call last)',
    ]) {
      expect(text).toContain(part)
    }
    const link = page.getByRole('link', { name: 'stderr.txt' })
    expect(await link.getAttribute('href')).toMatch(/^checks\/adds_up_05-[0-9a-f]{64}\.stderr\.txt$/)
  })

  test('shows what a judge was asked and every vote', async () => {
    const { page } = await open(`${url}#check=names_every_region_24`)
    expect(await detail(page).textContent()).toBe('names_every_region_24')
    await page.getByText('What the judge was asked').click()
    await page.getByText('Is every region named?').waitFor()
  })

  test('is filtered by status, words, tag, type and history, and grouped', async () => {
    const { page } = await open(url)
    await page
      .getByRole('button', { name: /^Error/ })
      .and(page.locator('.toggle'))
      .click()
    expect(await shown(page).textContent()).toBe('3 of 60 checks')
    await page.getByRole('button', { name: 'show all' }).click()
    await page.getByRole('searchbox').fill('MONTHLY expected')
    expect(await rows(page).allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('adds_up_05')]),
    )
    await page.getByRole('searchbox').fill('nothing of the kind')
    expect(await list(page).textContent()).toContain('No check is left')
    await page.getByRole('searchbox').fill('')
    await page.getByLabel('Tag', { exact: true }).selectOption('safety')
    expect(await shown(page).textContent()).toMatch(/^\d\d of 60 checks$/)
    await page.getByRole('button', { name: 'show all' }).click()
    await page.getByRole('button', { name: '5 newly failing' }).click()
    expect(await shown(page).textContent()).toBe('5 of 60 checks, newly failing')
    await page.getByRole('button', { name: 'show all' }).click()
    await page.getByLabel('Groups').selectOption('folder')
    const head = list(page).getByRole('button', { name: /eval_checks\/reports\/monthly/ })
    expect(await head.getAttribute('aria-expanded')).toBe('true')
    await head.click()
    expect(await head.getAttribute('aria-expanded')).toBe('false')
  })

  test('is used by keys alone', async () => {
    const { page } = await open(url)
    await page.keyboard.press('j')
    expect(await detail(page).textContent()).toBe('is_polite_10')
    await page.keyboard.press('k')
    expect(await detail(page).textContent()).toBe('adds_up_05')
    await page.keyboard.press('/')
    await page.keyboard.type('polite')
    expect(await page.getByRole('searchbox').inputValue()).toBe('polite')
    await page.keyboard.press('Escape')
    await list(page).focus()
    await page.keyboard.press('End')
    expect(await detail(page).textContent()).toBe('is_polite_58')
    const active = await list(page).getAttribute('aria-activedescendant')
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    expect(await page.locator(':focus').textContent()).toBe('is_polite_58')
  })

  test('names everything to those who cannot see it', async () => {
    const { page } = await open(url)
    await page.locator('.plot').nth(2).waitFor()
    for (const role of [
      'button',
      'link',
      'img',
      'combobox',
      'searchbox',
      'region',
      'listbox',
      'option',
    ] as const) {
      const all = await page.getByRole(role).count()
      expect(await page.getByRole(role, { name: /\S/ }).count(), role).toBe(all)
    }
    const first = rows(page).first()
    expect(await first.getAttribute('aria-setsize')).toBe('60')
    expect(await first.getAttribute('aria-posinset')).toBe('1')
    expect(await page.getByRole('img', { name: /^Pass rates, oldest first: 80\.7%/ }).count()).toBe(2)
  })

  test('keeps to the colours that were chosen', async () => {
    const { page } = await open(url)
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const light = await paper()
    const button = page.getByRole('button', { name: /^Colours/ })
    await button.click()
    await button.click()
    await expect.poll(paper).not.toBe(light)
    await page.reload()
    await rows(page).first().waitFor()
    expect(await paper()).not.toBe(light)
    await button.click()
    await expect.poll(paper).toBe(light)
  })

  test('fits a narrow window', async () => {
    const { page } = await open(url)
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })
})

test('of five thousand checks only the rows in sight exist', async () => {
  const { page, errors } = await open(await writePage(5000, 1))
  expect(await shown(page).textContent()).toBe('5,000 checks')
  expect(await rows(page).count()).toBeLessThan(40)
  await list(page).focus()
  await page.keyboard.press('End')
  await page.getByRole('option', { selected: true }).and(page.locator('[aria-posinset="5000"]')).waitFor()
  expect(await rows(page).count()).toBeLessThan(40)
  await page.getByRole('searchbox').fill('adds_up_4991')
  expect(await shown(page).textContent()).toBe('1 of 5,000 checks')
  expect(await detail(page).textContent()).toBe('adds_up_4991')
  expect(errors).toEqual([])
})

describe('text that would do harm', () => {
  test('is text, in every field and of any length', async () => {
    const run = attackRun(mkdtempSync(join(folder, 'attack-')))
    const document = pageDocumentSchema.parse(buildPageDocument(run, gather(run)))
    const { page, errors, asked } = await open(store(join(run.places.folder, 'report.html'), document))
    for (const details of await page.locator('details').all()) {
      await details.evaluate((element) => element.setAttribute('open', ''))
    }
    const count = await rows(page).count()
    for (let at = 0; at < count; at++) {
      await rows(page).nth(at).click()
      expect(await page.locator('#page').textContent()).toContain('<script>document.title="owned"</script>')
    }
    expect(
      await page.locator('#page').locator('script, img, iframe, object, embed, style, form').count(),
    ).toBe(0)
    expect(await page.locator('a[href^="javascript:"], a[href*="evil"]').count()).toBe(0)
    expect(await page.title()).not.toBe('owned')
    expect(await page.content()).not.toMatch(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280)
    expect(errors).toEqual([])
    expect(asked).toHaveLength(1)
  })

  test('could run nothing and load nothing even as an element', async () => {
    const { page } = await open(await writePage(6, 0))
    const reached = await page.evaluate<string>(`
      const script = document.createElement('script')
      script.textContent = 'document.title = "owned"'
      document.body.append(script)
      document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="document.title = 1">')
      fetch('data:text/plain,x').then(() => 'reached', () => 'refused')
    `)
    expect(reached).toBe('refused')
    expect(await page.title()).toContain('eval checks')
  })
})
