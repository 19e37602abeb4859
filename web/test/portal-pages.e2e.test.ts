import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'
import { openBrowser } from './browser.ts'
import { livedInPortal } from './lived-in-portal.ts'
import { lookAt, type Stop, text } from './tour.ts'

let service: TestService
let home: Awaited<ReturnType<typeof livedInPortal>>
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
  home = await livedInPortal(service)
})
afterAll(async () => {
  await home.receiver.close()
  await service.stop()
})

/** The first route is opened, so that all of a route is looked at. */
async function anOpenRoute(page: Page) {
  await page.getByText('/v1/memories', { exact: true }).first().click()
  await page.getByText('Who may call it').waitFor()
}

async function anOpenDelivery(page: Page) {
  await page.getByText('This endpoint is failing').waitFor()
  await page.getByText('503').first().click()
  await page.getByText('Next attempt').first().waitFor()
}

async function aManifest(page: Page) {
  await page.getByLabel('Any other scope').fill('memory:read:fitness.*')
  await page.getByText('Read all memories about').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('broad').waitFor()
}

const stops = (): Stop[] => {
  const as = home.grace
  const app = `/developers/apps/${home.app.id}`
  return [
    { name: 'developers', path: '/developers', ready: text('Your app can remember people') },
    { name: 'developers-sign-up', path: '/developers/signup', ready: text('Create your account') },
    { name: 'developers-sign-in', path: '/developers/login', ready: text('New here?') },
    { name: 'apps', path: '/developers/apps', ready: text('Trail Coach'), as },
    { name: 'new-app', path: '/developers/apps/new', ready: aManifest, as },
    { name: 'app', path: app, ready: text('What it can change'), as },
    { name: 'webhooks', path: `${app}/webhooks`, ready: anOpenDelivery, as },
    { name: 'usage', path: `${app}/usage?days=30`, ready: text('Hosted model tokens'), as },
    { name: 'audit', path: `${app}/audit`, ready: text('memories.recall'), as },
    { name: 'reference', path: '/developers/reference', ready: anOpenRoute, as },
    { name: 'developers-settings', path: '/developers/settings', ready: text('on the sandbox plan'), as },
    { name: 'no-app', path: '/developers/apps/app_gone', ready: text('This app does not exist'), as },
  ]
}

for (const screen of ['phone', 'desk'] as const)
  test(`every page of the portal on a ${screen}: no fault axe can find, light or dark, no wider than it, nothing jumps`, async () => {
    await lookAt(stops(), browser, service.url, screen)
  }, 300_000)
