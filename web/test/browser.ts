import { setTimeout as sleep } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import type { Person } from '../../server/test/service.ts'

// Test machines have no graphics and no sandbox for root; the browser must not contact its vendor.
const SWITCHES = [
  ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--disable-sync', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-default-apps'],
]
// The browser logs error responses and lost connections; the page has to explain them, so they are no faults.
const EXPECTED_MESSAGES =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/
const ACTION_TIMEOUT_MS = 30_000
const HEIGHT_PX = 900
// The browser may never report the end of a page that is still loading; it then ends with the browser.
const CLOSE_MS = 10_000

/** The screen and the session of a visit. */
export interface VisitOptions {
  /** Pixels; 390 is a phone, 1280 a desk. */
  width?: number
  /** The account whose session the browser has. */
  as?: Person
  /** The browser's language; British English if there is none. */
  locale?: string
  /** Whether the page may install its service worker, whose requests the tests cannot intercept. */
  serviceWorker?: boolean
}

/**
 * Opens a browser for the tests of one file. A console error, an uncaught exception, a violation of the content security
 * policy or a request to an unexpected origin fails the test in which it happens.
 */
export function openBrowser() {
  let browser: Browser
  let contexts: BrowserContext[] = []
  const faults: string[] = []

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: inject('chromium'), args: SWITCHES })
  })
  afterAll(() => browser.close())
  afterEach(async () => {
    await Promise.all(
      contexts.map((context) => Promise.race([context.close(), sleep(CLOSE_MS, undefined, { ref: false })])),
    )
    contexts = []
    expect(faults.splice(0)).toEqual([])
  })

  /**
   * Opens a page in a new browser context; relative addresses are resolved against `url`.
   * @param otherOrigins origins that the page may contact, in addition to that of `url`
   */
  async function visit(url: string, options: VisitOptions = {}, otherOrigins: readonly string[] = []): Promise<Page> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: options.width ?? 1280, height: HEIGHT_PX },
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: options.locale ?? 'en-GB',
      timezoneId: 'Europe/Lisbon',
      serviceWorkers: options.serviceWorker ? 'allow' : 'block',
    })
    contexts.push(context)
    context.setDefaultTimeout(ACTION_TIMEOUT_MS)
    if (options.as) {
      const [name = '', value = ''] = options.as.cookie.split('=')
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
    }
    context.on('page', (page) => listen(page, [new URL(url).origin, ...otherOrigins]))
    return context.newPage()
  }

  function listen(page: Page, origins: string[]) {
    page.on('pageerror', (error) => faults.push(`threw: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED_MESSAGES.test(message.text()))
        faults.push(`console: ${message.text()}`)
    })
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && !origins.includes(origin)) faults.push(`requested ${request.url()}`)
    })
  }

  return { visit }
}

/** The accessibility violations that axe finds on a page, one per line; `rules` limits the check to some rules. */
export async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  // The legacy mode runs in the page itself; the other mode opens a second page, for frames of other origins.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  )
}

/** Fills in and submits the form that signs in, or signs up if there is a name. */
export async function sendCredentials(
  page: Page,
  { email, password, name }: { email: string; password: string; name?: string },
) {
  if (name) await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: name ? 'Create account' : 'Sign in', exact: true }).click()
}
