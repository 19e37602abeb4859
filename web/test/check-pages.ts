import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from '../../server/test/service.ts'
import { faultsOf, HEIGHT_PX, type openBrowser, settled, still } from './browser.ts'

// The largest layout shift that is hardly visible; browsers rate up to 0.1 as good.
const SHIFT_MAX = 0.02
// Set by `npm run screenshots`: stores a picture of each page, in its full length; `all` does so on every screen.
const { SCREENSHOTS, LONG } = process.env
const FOLDER = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))

/** A page to check. */
export interface Stop {
  name: string
  path: string
  /** Resolves when the page has all its content. */
  ready: (page: Page) => Promise<unknown>
  /** The account of the session, if there is one. */
  as?: Person
}

/** Ready when this text is visible. */
export const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor()

/** The sum of the layout shifts that the browser reports for the page. */
const SHIFT = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value })
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 100)
})`

/** Screen widths in pixels. 320 is a desk of 1280 at 400 % zoom, 720 one of 1440 at 200 % (WCAG 2.2, 1.4.4 and 1.4.10). */
const SCREENS = { phone: 390, desk: 1280, smallest: 320, zoomed: 720, tablet: 820, wide: 1440 } as const
export type Screen = keyof typeof SCREENS

/** The screens on which pages are checked: two of them, and the others too in the long tests. */
export const screens: readonly Screen[] =
  LONG || SCREENSHOTS === 'all' ? (Object.keys(SCREENS) as Screen[]) : ['phone', 'desk']
/** The screens of long flows: only the phone, as other tests walk them on a desk, unless pictures are made. */
export const flowScreens: readonly Screen[] = LONG || SCREENSHOTS ? screens : ['phone']

/**
 * Where the keyboard's focus is, whether it can be seen (outside the screen or under another element it cannot), and whether
 * the walk has been there, as in an open dialog, which keeps the focus within it. Several steps in a row may be within one
 * element: a date has a part for each of its numbers.
 */
const STEP = `(() => {
  const element = document.activeElement
  if (!element || element === document.body) return undefined
  const wasWalked = walked.has(element) && walked.last !== element
  walked.add(element)
  walked.last = element
  const name = element.tagName.toLowerCase() + ' "' + (element.getAttribute('aria-label') || element.textContent || element.id).trim().slice(0, 60) + '"'
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2]
  if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return { wasWalked, fault: name + ' is off the screen' }
  const over = document.elementFromPoint(x, y)
  const isSeen = !over || element.contains(over) || over.contains(element) || over.closest('label')?.control === element
  return isSeen ? { wasWalked } : { wasWalked, fault: name + ' is under ' + over.outerHTML.slice(0, 120) }
})()`
const TABS_MAX = 150
/** Puts the start of the walk before the first element; `blur` alone would leave it where the focus was. */
const START = `(() => {
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
})()`
/** Whether the topmost open dialog has the focus, or there is none. */
const FOCUS_IN_DIALOG = `(() => {
  const dialog = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1)
  return !dialog || dialog.contains(document.activeElement)
})()`

/** Walks through the page with the Tab key; returns where the focus cannot be seen (WCAG 2.2, 2.4.11). */
async function hiddenFocus(page: Page): Promise<string[]> {
  const faults: string[] = []
  // An open dialog keeps the focus within it.
  if (!(await page.locator('[role=dialog]').count())) await page.evaluate(START)
  await page.evaluate('window.walked = new Set()')
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press('Tab')
    const step = await page.evaluate<{ wasWalked: boolean; fault?: string } | undefined>(STEP)
    if (step?.wasWalked) return faults
    if (!step) return tabs ? faults : ['nothing takes the focus']
    if (step.fault) faults.push(step.fault)
  }
  return faults
}

/** How a browser shows pages on a screen: its width in pixels, and whether it is touched, as phones are. */
export function screenOf(screen: Screen): { width: number; touch: boolean } {
  return { width: SCREENS[screen], touch: screen === 'phone' || screen === 'smallest' }
}

/** Which properties change gradually, although the browser asks for less motion. */
const TRANSITIONS = 'document.getAnimations().flatMap(({ transitionProperty = [] }) => transitionProperty)'

interface Checks {
  /** Whether the page has just been loaded, so that nothing may have moved. */
  isFresh?: boolean
  /** A document without our scripts, such as a mail. */
  isStatic?: boolean
}

/**
 * Checks a page as it is: accessibility, width and layout shifts. Then switches it to the dark scheme and checks its
 * contrast, the only rule that depends on the scheme. Stores a picture of each, if asked to. With the long tests, also
 * walks through a page of ours by keyboard.
 */
export async function checkPage(
  page: Page,
  name: string,
  screen: Screen,
  { isFresh = false, isStatic = false }: Checks = {},
): Promise<void> {
  if (SCREENSHOTS) mkdirSync(FOLDER, { recursive: true })
  const width = SCREENS[screen]
  const where = `${name} on a ${screen}`
  const inScheme = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    if (!isStatic) await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  }
  const screenshot = async (suffix: string) => {
    if (!SCREENSHOTS) return
    await still(page)
    // A dialog lies over the part of the page that is shown. Otherwise the screen is made as high as the page, so that lists
    // show all of their entries.
    const isWhole = !(await page.locator('[role=dialog]').count())
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    if (isWhole) {
      await page.evaluate('scrollTo(0, 0)')
      await page.setViewportSize({ width, height: Math.max(height, HEIGHT_PX) })
      await settled(page)
    }
    // A full-page screenshot would show the page as if no finger touched it.
    await page.screenshot({ path: `${FOLDER}${name}-${width}${suffix}.png` })
    if (isWhole) await page.setViewportSize({ width, height: HEIGHT_PX })
  }
  await inScheme('light')
  await expect.poll(() => page.evaluate(FOCUS_IN_DIALOG), { message: `${where}: the dialog has the focus` }).toBe(true)
  expect.soft(await faultsOf(page), where).toEqual([])
  expect.soft(await page.evaluate('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(width)
  if (isFresh) expect.soft(await page.evaluate<number>(SHIFT), where).toBeLessThan(SHIFT_MAX)
  // Last, since the browser changes the size of the screen for the picture of a whole page.
  await screenshot('')
  await inScheme('dark')
  expect.soft(await page.evaluate(TRANSITIONS), `${where}: transitions`).toEqual([])
  expect.soft(await faultsOf(page, ['color-contrast']), `${where} in dark mode`).toEqual([])
  await screenshot('-dark')
  await inScheme('light')
  if (LONG && !isStatic) expect.soft(await hiddenFocus(page), `${where} by keyboard`).toEqual([])
}

/** Checks each page on one screen. */
export async function checkPages(
  stops: readonly Stop[],
  browser: ReturnType<typeof openBrowser>,
  url: string,
  screen: Screen,
): Promise<void> {
  // Reuses one browser page per account, so that shared files are loaded once.
  const pages = new Map<Person | undefined, Page>()
  for (const { name, path, ready, as } of stops) {
    const page = pages.get(as) ?? (await browser.visit(url, { ...screenOf(screen), as }))
    pages.set(as, page)
    await page.goto(path)
    await ready(page)
    await checkPage(page, name, screen, { isFresh: true })
  }
}
