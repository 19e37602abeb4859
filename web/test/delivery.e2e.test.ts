import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestService, testService } from '../../server/test/service.ts'
import { openBrowser, settled } from './browser.ts'

// The document, the stylesheet, the typeface, two scripts and the session.
const SIGNED_OUT_REQUESTS_MAX = 6
const PRODUCT_NAME_COLOR =
  "getComputedStyle([...document.querySelectorAll('span')].find((one) => one.textContent === 'Memory Service')).color"

let service: TestService
let person: Person
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
  person = await service.newPerson()
})
afterAll(() => service.stop())

/** Records the paths that a page requests. */
function recordRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

/** How the Hub counts the decisions that wait, once the page has all that it shows. */
const COUNTED_LATER = '/v1/review/waiting'

const chunksIn = (paths: readonly string[]) =>
  paths.flatMap((path) => /^\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(path)?.[1] ?? [])

describe('the first page', () => {
  test.each([
    ['/memories', 12, 'Plays chess.'],
    ['/connections', 13, 'Diary'],
    ['/activity', 13, 'Diary'],
  ])('at %s takes at most %i requests', async (path, requestsMax, shown) => {
    const keeper = await service.newPerson()
    const app = await service.newApp(await service.newDeveloper(), ['memory:write:*'], { name: 'Diary' })
    const token = await service.connect(keeper, app, ['memory:write:*'])
    await service.remember(token, [{ content: 'Plays chess.', scope: 'note' }])
    const page = await browser.visit(service.url, { as: keeper })
    const paths = recordRequests(page)
    await page.goto(path)
    await page.getByText(shown).first().waitFor()
    await settled(page)
    await expect.poll(() => paths.at(-1), { message: 'what is counted later delays nothing' }).toBe(COUNTED_LATER)
    expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(requestsMax)
  })

  test('without a session loads no code of the pages behind the sign-in', async () => {
    const page = await browser.visit(service.url)
    const paths = recordRequests(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'Create your account' }).waitFor()
    await settled(page)
    expect(chunksIn(paths).sort()).toEqual(['index', 'libraries'])
    expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(SIGNED_OUT_REQUESTS_MAX)
  })

  test('requests the scripts of its address with the document, and no others', async () => {
    const developer = await service.newDeveloper()
    for (const [as, path, heading] of [
      [person, '/activity', 'Activity'],
      [developer, '/developers/apps', 'Apps'],
      [undefined, '/reset-password', 'This link does not work'],
      [undefined, '/developers/confirm-address', 'This link does not work'],
      [undefined, '/developers', 'Your app can remember people, with their consent'],
    ] as const) {
      const page = await browser.visit(service.url, { as })
      const paths = recordRequests(page)
      const response = await page.goto(path)
      const document = (await response?.text()) ?? ''
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await settled(page)
      const scripts = paths.filter((one) => one.endsWith('.js'))
      expect(scripts.filter((script) => !document.includes(script))).toEqual([])
      expect(scripts.length).toBe([...document.matchAll(/assets\/[^"]+\.js"/g)].length)
    }
  })

  // The last value is the most kB of compressed scripts. They vary by 300 bytes with the hashes in the names of files.
  test.each([
    ['/login', 'visitor', 'Sign in', 137],
    ['/memories', 'user', 'Memories', 175],
    ['/memories', 'user with memories', 'Memories', 175],
    ['/activity', 'user', 'Activity', 246],
    ['/developers/apps', 'developer', 'Apps', 243],
  ] as const)('at %s loads few scripts for a %s', async (path, kind, heading, most) => {
    const keeper = await service.newPerson()
    const memories = [{ content: 'Plays chess.', scope: 'note' }]
    await service.ok('POST', '/v1/memories', { cookie: keeper.cookie, body: { memories } })
    const developer = await service.newDeveloper()
    const accounts = { visitor: undefined, user: person, 'user with memories': keeper, developer }
    const page = await browser.visit(service.url, { as: accounts[kind] })
    const scripts: Response[] = []
    page.on('response', (response) => void (response.url().endsWith('.js') && scripts.push(response)))
    await page.goto(path)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await settled(page)
    const sizes = await Promise.all(scripts.map((script) => script.headerValue('content-length')))
    const kB = sizes.reduce((sum, size) => sum + Number(size), 0) / 1_000
    expect(kB).toBeGreaterThan(most / 2)
    expect(kB).toBeLessThan(most)
  })

  test('paints its header before the stylesheet and the scripts are loaded', async () => {
    for (const path of ['/', '/memories', '/developers/apps']) {
      const page = await browser.visit(service.url, { as: person })
      await page.route(/\/assets\//, () => {})
      await page.goto(path, { waitUntil: 'commit' })
      await page.getByText('Memory Service').waitFor()
      const isPainted = `performance.getEntriesByName('first-contentful-paint').length > 0`
      await expect.poll(() => page.evaluate(isPainted)).toBe(true)
      expect(await page.evaluate(`document.getElementById('root')`), path).toBeNull()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })

  test('paints the shell where React renders the same parts, in the stored colour scheme', async () => {
    for (const { path, width, as } of [
      { path: '/', width: 1280 },
      { path: '/login', width: 1280 },
      { path: '/connect', width: 1280 },
      { path: '/memories', width: 1280, as: person },
      { path: '/memories', width: 390, as: person },
    ]) {
      const page = await browser.visit(service.url, { as, width })
      await page.addInitScript(`localStorage.setItem('mantine-color-scheme-value', 'dark')`)
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/\.js$/, async (route) => {
        await released
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      const productName = async () => ({
        box: await page.getByText('Memory Service').boundingBox(),
        color: await page.evaluate(PRODUCT_NAME_COLOR),
      })
      // The shell waits for no font; its text has the final one as soon as that is loaded.
      await page.evaluate('document.fonts.ready.then(() => true)')
      const before = await productName()
      release()
      await page.locator('#shell').waitFor({ state: 'detached' })
      expect(await productName(), `${path} at ${width} pixels`).toEqual(before)
      expect(before.color).toBe('rgb(227, 231, 229)')
    }
  })
})

test('a document without the stylesheet is not shown unstyled', async () => {
  const page = await browser.visit(service.url)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\.css$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('#shell').waitFor()
  expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0)
  release()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
})
