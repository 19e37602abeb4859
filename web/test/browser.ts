import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { afterEach, beforeAll, expect, inject } from 'vitest'
import LATE_OPTIMIZATION from '../../server/test/late-optimization.json' with { type: 'json' }
import type { Person } from '../../server/test/service.ts'

// Minified, it loads in two thirds of the time.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// Chromium reads the last list only. The first lines repeat the list of Playwright; the last features start renderers
// beside each page, for menus of the address bar and for pages that may come, which cost as much as the page itself.
const FEATURES_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  'SpareRendererForSitePerProcess',
]
// Test machines have no graphics and no sandbox for root; the browser must not contact its vendor. Its pages are short-lived,
// as the processes of the tests.
const SWITCHES = [
  `--disable-features=${FEATURES_OFF}`,
  ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--disable-sync', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-default-apps'],
  ...['--in-process-gpu', `--js-flags=${LATE_OPTIMIZATION.join(' ')}`],
]
// The browser logs error responses and lost connections; the page has to explain them, so they are no faults.
const EXPECTED_MESSAGES =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/
const ACTION_TIMEOUT_MS = 30_000
/** The height of a screen in pixels. */
export const HEIGHT_PX = 900
// The browser may never report the end of a page that is still loading; it then ends with the browser.
const CLOSE_MS = 10_000

/** How many requests each page has started, and those that have not ended. */
const traffics = new WeakMap<Page, { started: number; open: Set<Request> }>()

/** The screen and the session of a visit. */
export interface VisitOptions {
  /** Pixels; 390 is a phone, 1280 a desk. */
  width?: number
  /** The account whose session the browser has. */
  as?: Person
  /** The browser's language; British English if there is none. */
  locale?: string
  /** Whether the screen is touched instead of pointed at. */
  touch?: boolean
  /** Whether the page may install its service worker, whose requests the tests cannot intercept. */
  serviceWorker?: boolean
}

/** The browser of this test process. Playwright ends it with the process. */
let launch: Promise<Browser> | undefined

/**
 * Opens a browser for the tests of one file; files that run in one process share it, and nothing in it but the process. A
 * console error, an uncaught exception, a violation of the content security policy or a request to an unexpected origin fails
 * the test in which it happens.
 */
export function openBrowser() {
  let browser: Browser
  let contexts: BrowserContext[] = []
  const faults: string[] = []

  beforeAll(async () => {
    launch ??= chromium.launch({ executablePath: inject('chromium'), args: SWITCHES })
    browser = await launch
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') for (const page of contexts.flatMap((each) => each.pages())) await report(page)
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
      hasTouch: options.touch ?? false,
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
    const traffic = { started: 0, open: new Set<Request>() }
    traffics.set(page, traffic)
    page.on('requestfinished', (request) => void traffic.open.delete(request))
    page.on('requestfailed', (request) => void traffic.open.delete(request))
    page.on('request', (request) => {
      traffic.started++
      traffic.open.add(request)
      const { origin, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && !origins.includes(origin)) faults.push(`requested ${request.url()}`)
    })
  }

  return { visit }
}

/** What a page of a failed test does for a second, as an expression that it evaluates. */
const STATE = `new Promise((resolve) => {
  let frames = 0
  const count = () => requestAnimationFrame(() => (frames++, count()))
  count()
  const { visibilityState } = document
  const animations = document.getAnimations().map(({ playState }) => playState)
  setTimeout(() => resolve({ frames, visibilityState, hasFocus: document.hasFocus(), animations }), 1_000)
})`

/** Prints whether a page of a failed test still answers, draws frames, and waits for responses. */
async function report(page: Page): Promise<void> {
  const noAnswer = sleep(CLOSE_MS, 'no answer', { ref: false })
  const state = await Promise.race([page.evaluate(STATE), noAnswer]).catch(String)
  const open = [...(traffics.get(page)?.open ?? [])].map((request) => request.url())
  console.error(`${page.url()} when the test failed: ${JSON.stringify({ state, open })}`)
}

/** Resolves when the page has received all that it requested, and has nothing left to do with it. */
export async function settled(page: Page): Promise<void> {
  const traffic = traffics.get(page)!
  const isSettled = async () => {
    const { started, open } = traffic
    if (open.size) return false
    await page.evaluate(IDLE)
    return traffic.started === started
  }
  await expect.poll(isSettled).toBe(true)
}

/** Resolves after two idle periods of the page: the first may have come between two parts of its work. */
const IDLE = 'new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve())))'

/** Whether transitions and animations have ended, except those that never end. */
const IS_STILL = `document.getAnimations()
  .every(({ playState, effect }) => playState !== 'running' || effect.getComputedTiming().endTime === Infinity)`

/**
 * Resolves when the page has its final colours and positions. Asks again and again: an animation resolves its `finished`
 * in a frame, and the browser may draw none any more when what changed cannot be seen.
 */
export const still = (page: Page) => expect.poll(() => page.evaluate<boolean>(IS_STILL), { interval: 20 }).toBe(true)

/** The accessibility violations that axe finds on a page, one per line; `rules` limits the check to some rules. */
export async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  // Colours in transition are no colours of the page.
  await still(page)
  // A document is checked several times; to load axe costs more than most checks.
  for (const frame of page.frames()) if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(AXE)
  // The rule for the size of targets (WCAG 2.2, 2.5.8) is off unless it is asked for.
  const only = rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } }
  // No enabled rule reads what axe can load beforehand.
  const options = { preload: false, resultTypes: ['violations'], ...only }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  )
}

/** Sets how much an app may do with the memories of a topic, on the consent page or on that of a connection. */
export async function setAccess(page: Page, topic: string, access: string) {
  const choice = page.getByRole('radiogroup', { name: topic, exact: true })
  await choice.getByRole('radio', { name: access, exact: true }).check()
}

/** The access to each topic that a page shows, as `topic: access`. */
export async function accesses(page: Page): Promise<string[]> {
  const rows = await page.getByRole('radiogroup').all()
  return Promise.all(
    rows.map(async (row) => {
      const snapshot = await row.ariaSnapshot()
      const [, topic = ''] = /^- radiogroup "(.+?)"/.exec(snapshot) ?? []
      const [, access = ''] = /- radio "(.+?)" \[checked\]/.exec(snapshot) ?? []
      return `${topic}: ${access}`
    }),
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
