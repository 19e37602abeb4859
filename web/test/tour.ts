import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from '../../server/test/service.ts'
import { type Eyes, faultsOf, type openBrowser } from './browser.ts'

const PHONE_PX = 390
const DESK_PX = 1280
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

/** Looks at each page on a phone and at a desk: no fault axe can find, no wider than the screen, nothing jumps. */
export async function lookAt(
  stops: readonly Stop[],
  browser: ReturnType<typeof openBrowser>,
  url: string,
  scheme: Eyes['scheme'],
): Promise<void> {
  if (PICTURES) mkdirSync(FOLDER, { recursive: true })
  for (const { name, path, ready, as } of stops)
    for (const width of [PHONE_PX, DESK_PX]) {
      const page = await browser.visit(url, { width, scheme, as })
      await page.goto(path)
      await ready(page)
      const where = `${name} at ${width} in ${scheme}`
      const picture = `${FOLDER}${name}-${width}${scheme === 'dark' ? '-dark' : ''}.png`
      if (PICTURES === 'whole') await page.evaluate('scrollTo(0, 0)')
      if (PICTURES) await page.screenshot({ path: picture, fullPage: PICTURES === 'whole' })
      expect(await faultsOf(page), where).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(width)
      expect(await page.evaluate<number>(SHIFT), where).toBeLessThan(SHIFT_MAX)
      await page.context().close()
    }
}
