import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'

let service: TestService
const browser = openBrowser()
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

test('anyone finds a route by its old address and by a search, with snippets in three languages', async () => {
  const page = await browser.visit(service.url)
  await page.goto('/developers/reference#emitSignal')
  await page.getByText('Needs the consent scope signal:emit.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/developers/reference/signals_emitSignal')
  await page.getByText('The connection token of an app').waitFor()
  const example = page.getByRole('figure', { name: 'Example', exact: true })
  for (const [language, text] of [
    ['curl', 'curl -X POST'],
    ['JavaScript', 'await fetch('],
    ['Python', 'httpx.post('],
  ] as const) {
    await page.getByText(language, { exact: true }).click()
    await example.getByText(text).waitFor()
  }
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()

  await page.getByRole('main').getByRole('link', { name: 'API reference' }).click()
  await page.getByLabel('Search the routes').fill('rotate secret')
  await page.getByText('2 routes', { exact: true }).waitFor()
  await page.getByRole('link', { name: '/v1/dev/apps/{id}/rotate-secret' }).click()
  await page.getByText('A developer signed in at the portal.').waitFor()
  await page.getByText('not_found', { exact: true }).waitFor()
  await page.goto('/developers/reference/noSuchRoute')
  await page.getByText('This route does not exist').waitFor()
})

test('on a wide screen, contents beside the reference lead to its groups, and follow the search', async () => {
  const page = await browser.visit(service.url)
  await page.goto('/developers/reference')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link', { name: /^Webhooks \d+$/ }).press('Enter')
  const heading = page.getByRole('heading', { name: 'Webhooks', level: 2 })
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200)
  expect((await heading.boundingBox())!.y).toBeGreaterThan(60)
  expect(await faultsOf(page)).toEqual([])
  await page.reload()
  await heading.waitFor()
  await page.getByLabel('Search the routes').fill('rotate secret')
  await page.getByText('2 routes', { exact: true }).waitFor()
  await expect.poll(() => contents.getByRole('link').count()).toBeLessThan(3)
  await page.setViewportSize({ width: 390, height: 900 })
  await contents.waitFor({ state: 'hidden' })
})

test('anyone gets from a route and from the list of errors to the page about an error code', async () => {
  const page = await browser.visit(service.url)
  await page.goto('/developers/reference/memories_remember')
  await page.getByRole('link', { name: 'scope_denied' }).click()
  await page.getByRole('heading', { name: 'scope_denied', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'What to do' }).waitFor()
  await page.getByText('"missing_scope": "memory:read:fitness"').first().waitFor()
  await page.getByRole('link', { name: 'GET /v1/context' }).click()
  await page.getByRole('heading', { name: '/v1/context', level: 1 }).waitFor()
  await page.goto('/developers/docs/errors')
  await page.getByRole('heading', { name: 'Errors and limits', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'invalid_cursor' }).click()
  await page.getByRole('heading', { name: 'invalid_cursor', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/developers/docs/errors/invalid_cursor')
  const missing = await page.goto('/developers/docs/errors/no_such_code')
  expect(missing?.status()).toBe(404)
  await page.getByRole('link', { name: 'All error codes' }).waitFor()
})

test('a developer calls a route for a test person and removes that person', async () => {
  const developer = await service.newDeveloper()
  const app = await service.newApp(developer, ['memory:read:*', 'memory:write:*'])
  const page = await browser.visit(service.url, { as: developer })
  await page.goto('/developers/reference/findMemories')
  await page.getByRole('button', { name: 'Make a test person' }).click()
  await page.getByLabel('query', { exact: true }).fill('running')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('figure', { name: 'Body of the answer' }).getByText('"memories"').waitFor()
  await page.getByRole('button', { name: 'Remove the test person' }).click()
  await page.getByRole('button', { name: 'Make a test person' }).waitFor()
  const path = `/v1/dev/apps/${app.id}/test-people`
  expect((await service.ok('GET', path, { cookie: developer.cookie })).items).toEqual([])
})

test('the code of a guide is copied with a button, and each guide leads to the one before and the one after', async () => {
  const page = await browser.visit(service.url)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/developers/docs/webhooks')
  const figure = page.getByRole('figure').first()
  await figure.getByRole('button', { name: 'Copy' }).click()
  await figure.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await figure.locator('pre').textContent())
  // The steps before this guide are a guide, too.
  await page.getByRole('link', { name: 'walkthrough', exact: true }).click()
  await page.getByRole('heading', { name: 'From nothing to a recalled memory', level: 1 }).waitFor()
  const others = page.getByRole('navigation', { name: 'Other guides' })
  await others.getByRole('link', { name: 'Next An app', exact: true }).click()
  await page.getByRole('heading', { name: 'Quick start: an app', level: 1 }).waitFor()
  await others.getByRole('link', { name: 'Before Walkthrough' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('anyone reads the guides, whose links lead to other guides', async () => {
  const page = await browser.visit(service.url)
  await page.goto('/developers/docs')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Verify signatures' }).click()
  await page.getByRole('link', { name: 'example', exact: true }).click()
  await page.getByRole('heading', { name: 'Quick start: an app', level: 1 }).waitFor()
  expect(new URL(page.url()).hash).toBe('#receive-webhooks')
  const missing = await page.goto('/developers/docs/toString')
  expect(missing?.status()).toBe(404)
  await page.getByRole('heading', { name: 'There is no guide here' }).waitFor()
  await page.getByRole('link', { name: 'All guides' }).click()
  await page.getByRole('heading', { name: 'Guides', level: 1 }).waitFor()
})
