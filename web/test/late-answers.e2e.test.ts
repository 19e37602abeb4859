import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestService } from '../../server/test/service.ts'
import { openBrowser } from './browser.ts'
import { screenOf, screens } from './check-pages.ts'
import { hubForTests, type SeededHub } from './seed-hub.ts'

/* Answers that arrive after the rest of a page. Nothing may move then: the page has reserved their room. */

let service: TestService
let home: SeededHub
const browser = openBrowser()
hubForTests((opened) => void ({ service, home } = opened))

const FRAMES = 'await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'
const START = `(async () => {
  ${FRAMES}
  window.shifts = []
  window.shiftObserver = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
  shiftObserver.observe({ type: 'layout-shift' })
})()`
const END = `(async () => {
  ${FRAMES}
  return [...shifts, ...shiftObserver.takeRecords()].reduce((sum, { value }) => sum + value, 0)
})()`

// A shift that nobody sees, such as that of a chip beside one that gets its number.
const SHIFT_MAX = 0.001

/** The sum of the layout shifts during an action, also of those that the browser excuses because an input came before them. */
async function shiftDuring(page: Page, action: () => Promise<unknown>): Promise<number> {
  await page.evaluate(START)
  await action()
  return page.evaluate<number>(END)
}

/** Holds the answer to the next request of an address. The returned function waits for that request and lets it go on. */
function hold(page: Page, address: string | RegExp) {
  const request = new Promise<Route>((resolve) => void page.route(address, resolve, { times: 1 }))
  return async () => (await request).continue()
}

test.each(screens)('on a %s the memories of an entry of the activity move nothing when they arrive', async (screen) => {
  const page = await browser.visit(service.url, { as: home.ada, ...screenOf(screen) })
  const release = hold(page, /\/v1\/audit\/[^/]+\/memories$/)
  await page.goto('/activity')
  await page.locator('summary', { hasText: 'Trail Coach' }).first().click()
  await page.locator('summary', { hasText: 'searched memories' }).first().click()
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
  const shift = await shiftDuring(page, async () => {
    await release()
    await page.getByRole('list', { name: 'Memories as they are now' }).getByRole('link').first().waitFor()
  })
  expect(shift).toBeLessThan(SHIFT_MAX)
})

test.each(screens)('on a %s the topics of the memories move nothing when they arrive', async (screen) => {
  const page = await browser.visit(service.url, { as: home.ada, ...screenOf(screen) })
  const release = hold(page, '**/v1/scopes')
  await page.goto('/memories')
  await page.getByRole('article').first().waitFor()
  const shift = await shiftDuring(page, async () => {
    await release()
    await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Fitness' }).waitFor()
  })
  expect(shift).toBeLessThan(SHIFT_MAX)
})

test.each(screens)('on a %s the consent page shows its form together with the note about the plan', async (screen) => {
  const page = await browser.visit(service.url, { as: home.ada, ...screenOf(screen) })
  let release = () => {}
  const released = new Promise<void>((resolve) => void (release = resolve))
  await page.route('**/v1/usage', async (route) => {
    const response = await route.fetch()
    const { connected_apps, ...usage } = await response.json()
    await released
    await route.fulfill({
      response,
      json: { ...usage, connected_apps: { ...connected_apps, limit: connected_apps.used } },
    })
  })
  const topics = page.waitForResponse('**/v1/scopes')
  await page.goto(home.unverifiedAppPath)
  await topics
  const shift = await shiftDuring(page, async () => {
    release()
    await page.getByRole('note', { name: 'No room for another app' }).waitFor()
    await page.getByRole('button', { name: 'Allow' }).waitFor()
  })
  expect(shift).toBeLessThan(SHIFT_MAX)
})

test.each(
  screens,
)('on a %s the form for a new app appears together with the note about the address', async (screen) => {
  const page = await browser.visit(service.url, { as: await service.newDeveloper(), ...screenOf(screen) })
  const request = new Promise<Route>((resolve) => void page.route('**/v1/auth/mail', resolve))
  await page.goto('/developers/apps/new')
  await page.getByRole('heading', { name: 'New app' }).waitFor()
  const mail = await request
  const shift = await shiftDuring(page, async () => {
    await mail.fulfill({ json: { mail: 'smtp' } })
    await page.getByRole('note', { name: 'Confirm your address first' }).waitFor()
    await page.getByLabel('Description').waitFor()
  })
  expect(shift).toBeLessThan(SHIFT_MAX)
})

const ALL_SHIFTS = `(async () => {
  ${FRAMES}
  const all = new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'layout-shift', buffered: true }))
  const none = new Promise((resolve) => setTimeout(() => resolve([]), 200))
  return (await Promise.race([all, none])).reduce((sum, { value }) => sum + value, 0)
})()`

test.each(
  screens.flatMap((screen) =>
    (
      [
        ['/memories', 'Nothing is remembered yet', 'connections', 'memories?limit=*'],
        ['/memories', 'Nothing is remembered yet', 'memories?limit=*', 'connections'],
        ['/overview', 'It begins with the first memory', 'overview', 'timeline'],
        ['/activity', 'Nothing has happened yet', 'audit*', 'connections'],
      ] as const
    ).map((stop) => [screen, ...stop] as const),
  ),
)('on a %s, %s turns out to be empty (“%s”) and moves nothing, be it that %s answers before %s', async (...stop) => {
  const [screen, path, ready, first, last] = stop
  const page = await browser.visit(service.url, { as: home.newcomer, ...screenOf(screen) })
  const release = hold(page, `**/v1/${last}`)
  const answered = page.waitForResponse(`**/v1/${first}`)
  await page.goto(path)
  await answered
  await page.evaluate(`(async () => { ${FRAMES} })()`)
  await release()
  await page.getByText(ready).first().waitFor()
  expect(await page.evaluate<number>(ALL_SHIFTS)).toBeLessThan(SHIFT_MAX)
})
