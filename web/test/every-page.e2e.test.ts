import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScriptedModel, scriptedModel } from '../../server/test/scripted-model.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'
import { livedIn } from './lived-in.ts'

const PHONE_PX = 390
const DESK_PX = 1280
// What a reader would notice as a jump; the measure browsers themselves call good is a tenth.
const SHIFT_MAX = 0.02
// Set by `npm run screenshots`: the pages are then kept as pictures, too.
const PICTURES = process.env.SCREENSHOTS
const FOLDER = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))

interface Stop {
  name: string
  path: string
  /** What tells that the page has all it shows. */
  ready: (page: Page) => Promise<unknown>
  signedOut?: true
}

let model: ScriptedModel
let service: TestService
let home: Awaited<ReturnType<typeof livedIn>>
const browser = openBrowser()
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ model: { url: model.url, name: 'a-model', apiKey: undefined } })
  home = await livedIn(service, model)
  if (PICTURES) mkdirSync(FOLDER, { recursive: true })
})
afterAll(async () => {
  await service.stop()
  await model.close()
})

const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor()
const stops = (): Stop[] => [
  { name: 'welcome', path: '/', ready: text('for all your apps'), signedOut: true },
  { name: 'sign-up', path: '/signup', ready: text('Create your account'), signedOut: true },
  { name: 'sign-in', path: '/login', ready: text('New here?'), signedOut: true },
  {
    name: 'consent',
    path: `/connect?client=${home.trail.slug}&redirect_uri=http://127.0.0.1:4999/callback`,
    ready: (page) => page.getByRole('button', { name: 'Allow' }).waitFor(),
  },
  { name: 'memories', path: '/memories', ready: text('Is allergic to hazelnuts.') },
  { name: 'connections', path: '/connections', ready: text('No longer connected') },
  { name: 'connection', path: `/connections/${home.connectionId}`, ready: text('at most') },
  { name: 'activity', path: '/activity', ready: text('searched memories') },
  { name: 'chats', path: '/chat', ready: text('Earlier') },
  { name: 'chat', path: `/chat/${home.chatId}`, ready: text('Remember this?') },
  { name: 'review', path: '/review', ready: text('Remember this?') },
  { name: 'settings', path: '/settings', ready: text('Strava (mock)') },
]

/** Everything a page shifted by while it filled, by the browser's own count. */
const SHIFT = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value })
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 100)
})`

for (const scheme of ['light', 'dark'] as const)
  test(`every page in ${scheme}: no fault axe can find, no wider than a phone, nothing jumps`, async () => {
    for (const { name, path, ready, signedOut } of stops())
      for (const width of [PHONE_PX, DESK_PX]) {
        const page = await browser.visit(service.url, { width, scheme, as: signedOut ? undefined : home.ada })
        await page.goto(path)
        await ready(page)
        const where = `${name} at ${width} in ${scheme}`
        if (PICTURES)
          await page.screenshot({ path: `${FOLDER}${name}-${width}${scheme === 'dark' ? '-dark' : ''}.png` })
        expect(await faultsOf(page), where).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(width)
        expect(await page.evaluate<number>(SHIFT), where).toBeLessThan(SHIFT_MAX)
        await page.context().close()
      }
  }, 300_000)
