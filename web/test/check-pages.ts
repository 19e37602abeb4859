import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from '../../server/test/service.ts'
import { faultsOf, type openBrowser } from './browser.ts'

// The largest layout shift that is hardly visible; browsers rate up to 0.1 as good.
const SHIFT_MAX = 0.02
// Set by `npm run screenshots`: stores a screenshot of each page; `whole` stores its full length.
const SCREENSHOTS = process.env.SCREENSHOTS
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

/** Screen widths in pixels. */
const SCREENS = { phone: 390, desk: 1280 } as const

/**
 * Checks each page on one screen: accessibility, width and layout shifts. Then switches the page to the dark scheme and
 * checks its contrast, the only rule that depends on the scheme.
 */
export async function checkPages(
  stops: readonly Stop[],
  browser: ReturnType<typeof openBrowser>,
  url: string,
  screen: keyof typeof SCREENS,
): Promise<void> {
  if (SCREENSHOTS) mkdirSync(FOLDER, { recursive: true })
  const width = SCREENS[screen]
  // Reuses one browser page per account, so that shared files are loaded once.
  const pages = new Map<Person | undefined, Page>()
  for (const { name, path, ready, as } of stops) {
    const page = pages.get(as) ?? (await browser.visit(url, { width, as }))
    pages.set(as, page)
    await page.emulateMedia({ colorScheme: 'light' })
    const screenshot = async (suffix: string) => {
      if (SCREENSHOTS === 'whole') await page.evaluate('scrollTo(0, 0)')
      const path = `${FOLDER}${name}-${width}${suffix}.png`
      if (SCREENSHOTS) await page.screenshot({ path, fullPage: SCREENSHOTS === 'whole' })
    }
    const where = `${name} on a ${screen}`
    await page.goto(path)
    await ready(page)
    await screenshot('')
    expect(await faultsOf(page), where).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(width)
    expect(await page.evaluate<number>(SHIFT), where).toBeLessThan(SHIFT_MAX)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('[data-mantine-color-scheme=dark]').waitFor()
    await screenshot('-dark')
    expect(await faultsOf(page, ['color-contrast']), `${where} in dark mode`).toEqual([])
  }
}
