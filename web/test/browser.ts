import { setTimeout as sleep } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import type { Person } from '../../server/test/service.ts'

// The machine of a test has no graphics, no sandbox for root, and nothing to look up at anyone else's.
const SWITCHES = [
  ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--disable-sync', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-default-apps'],
]
// A refusal is an answer like any other, and so is none at all; the page has to say what it means.
const ANSWERS =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/
const PATIENCE_MS = 15_000
const HEIGHT_PX = 900
// Of a page that is just being loaded the browser may never say that it is closed; it ends with the browser then.
const CLOSE_MS = 10_000

/** How somebody looks at the pages. */
export interface Eyes {
  /** Pixels; 390 is a phone, 1280 a desk. */
  width?: number
  /** Somebody who has a session already. */
  as?: Person
}

/**
 * A real browser for the tests of one file. What a page complains of (an error on the console, a script that throws,
 * something its policy forbids, a request to a place not named) fails the test it happened in.
 */
export function openBrowser() {
  let browser: Browser
  let contexts: BrowserContext[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: inject('chromium'), args: SWITCHES })
  })
  afterAll(() => browser.close())
  afterEach(async () => {
    await Promise.all(
      contexts.map((context) => Promise.race([context.close(), sleep(CLOSE_MS, undefined, { ref: false })])),
    )
    contexts = []
    expect(complaints.splice(0)).toEqual([])
  })

  /**
   * A new person before a new browser, with a page of the service at `url`.
   * @param elsewhere other origins the story leads to
   */
  async function visit(url: string, eyes: Eyes = {}, elsewhere: readonly string[] = []): Promise<Page> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: eyes.width ?? 1280, height: HEIGHT_PX },
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/Lisbon',
    })
    contexts.push(context)
    context.setDefaultTimeout(PATIENCE_MS)
    if (eyes.as) {
      const [name = '', value = ''] = eyes.as.cookie.split('=')
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
    }
    context.on('page', (page) => listen(page, [new URL(url).origin, ...elsewhere]))
    return context.newPage()
  }

  function listen(page: Page, origins: string[]) {
    page.on('pageerror', (error) => complaints.push(`threw: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' && !ANSWERS.test(message.text())) complaints.push(`console: ${message.text()}`)
    })
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && !origins.includes(origin)) complaints.push(`asked ${request.url()}`)
    })
  }

  return { visit }
}

/** What axe finds wrong with a page as it stands, a line each; by all its rules, or by those named. */
export async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  // All within the page itself: the other way is for frames of other sites, and opens a page for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  )
}

/** Fills in the form that opens an account or signs in, and sends it. */
export async function sendCredentials(
  page: Page,
  { email, password, name }: { email: string; password: string; name?: string },
) {
  if (name) await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: name ? 'Create account' : 'Sign in' }).click()
}
