// A headless Chromium for tests that look at pages. Nothing but this machine is reached.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

const program = process.env.CHROMIUM ?? '/usr/bin/chromium'

let context: BrowserContext | undefined
let profile = ''

beforeAll(async () => {
  if (!existsSync(program)) {
    throw new Error(`${program} is missing: install Debian's package chromium, or set CHROMIUM to a Chromium`)
  }
  profile = mkdtempSync(join(tmpdir(), 'eval-checks-browser-'))
  context = await chromium.launchPersistentContext(profile, {
    executablePath: program,
    headless: true,
    viewport: { width: 1280, height: 800 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  // Pages that ask for fonts elsewhere must not wait for them.
  await context.route(/^https?:\/\/(?!localhost|127\.0\.0\.1)/, (route) => route.abort())
})

afterAll(async () => {
  await context?.close()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})

/** Opens a page. Errors of its scripts are collected in the returned list. */
export async function openPage(url: string): Promise<{ page: Page; errors: string[] }> {
  if (!context) throw new Error('the browser did not start')
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  return { page, errors }
}

/** Writes a picture into `docs/images` when EVAL_CHECKS_SCREENSHOTS is set; otherwise beside the browser's profile. */
export async function takePicture(page: Page, name: string): Promise<string> {
  const wanted = process.env.EVAL_CHECKS_SCREENSHOTS !== undefined
  const folder = wanted ? fileURLToPath(new URL('../../docs/images', import.meta.url)) : profile
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.png`)
  await page.screenshot({ path: file })
  return file
}
