import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from '../../server/test/service.ts'
import { faultsOf, type openBrowser } from './browser.ts'

// What a reader would notice as a jump; the measure browsers themselves call good is a tenth.
const SHIFT_MAX = 0.02
// Set by `npm run screenshots`: the pages are then kept as pictures, too; `whole` keeps them in their whole length.
const PICTURES = process.env.SCREENSHOTS
const FOLDER = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))

/** A page to look at. */
export interface Stop {
  name: string
  path: string
  /** What tells that the page has all it shows. */
  ready: (page: Page) => Promise<unknown>
  /** Who looks; nobody in particular when left out. */
  as?: Person
}

/** Ready when these words are to be read. */
export const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor()

/** Everything a page shifted by while it filled, by the browser's own count. */
const SHIFT = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value })
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 100)
})`

/** The screens the pages are looked at on, by their width in pixels. */
const SCREENS = { phone: 390, desk: 1280 } as const

/**
 * Looks at each page on one screen: no fault axe can find, no wider than the screen, nothing jumps. The page is then
 * turned dark as it stands; what a scheme can spoil is its contrast.
 */
export async function lookAt(
  stops: readonly Stop[],
  browser: ReturnType<typeof openBrowser>,
  url: string,
  screen: keyof typeof SCREENS,
): Promise<void> {
  if (PICTURES) mkdirSync(FOLDER, { recursive: true })
  const width = SCREENS[screen]
  // One page for whoever looks, as people have: what all pages share is fetched once.
  const pages = new Map<Person | undefined, Page>()
  for (const { name, path, ready, as } of stops) {
    const page = pages.get(as) ?? (await browser.visit(url, { width, as }))
    pages.set(as, page)
    await page.emulateMedia({ colorScheme: 'light' })
    const keep = async (end: string) => {
      if (PICTURES === 'whole') await page.evaluate('scrollTo(0, 0)')
      const path = `${FOLDER}${name}-${width}${end}.png`
      if (PICTURES) await page.screenshot({ path, fullPage: PICTURES === 'whole' })
    }
    const where = `${name} on a ${screen}`
    await page.goto(path)
    await ready(page)
    await keep('')
    expect(await faultsOf(page), where).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(width)
    expect(await page.evaluate<number>(SHIFT), where).toBeLessThan(SHIFT_MAX)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('[data-mantine-color-scheme=dark]').waitFor()
    await keep('-dark')
    expect(await faultsOf(page, ['color-contrast']), `${where} in the dark`).toEqual([])
  }
}
