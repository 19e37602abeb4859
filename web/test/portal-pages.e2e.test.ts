import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'
import { openBrowser } from './browser.ts'
import { checkPages, type Stop, screens, text } from './check-pages.ts'
import { seedPortal } from './seed-portal.ts'

let service: TestService
let home: Awaited<ReturnType<typeof seedPortal>>
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
  home = await seedPortal(service)
})
afterAll(async () => {
  await home.receiver.close()
  await service.stop()
})

async function openDelivery(page: Page) {
  await page.getByText('This endpoint is failing').waitFor()
  await page
    .getByText(/^503, \d+ ms/)
    .first()
    .click()
  await page.getByText('Next attempt').first().waitFor()
}

async function fillInManifest(page: Page) {
  await page.getByLabel('Any other scope').fill('memory:read:fitness.*')
  await page.getByText('Read all memories about').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('all of it').waitFor()
}

const stops = (): Stop[] => {
  const as = home.grace
  const app = `/developers/apps/${home.app.id}`
  return [
    { name: 'developers', path: '/developers', ready: text('Your app can remember people') },
    { name: 'developers-sign-up', path: '/developers/signup', ready: text('Create your account') },
    { name: 'developers-sign-in', path: '/developers/login', ready: text('New here?') },
    { name: 'apps', path: '/developers/apps', ready: text('Trail Coach'), as },
    { name: 'new-app', path: '/developers/apps/new', ready: fillInManifest, as },
    { name: 'app', path: app, ready: text('What else it can do'), as },
    { name: 'requests', path: `${app}/requests`, ready: text('req_'), as },
    { name: 'webhooks', path: `${app}/webhooks`, ready: openDelivery, as },
    { name: 'usage', path: `${app}/usage?days=30`, ready: text('Hosted model tokens'), as },
    { name: 'audit', path: `${app}/audit`, ready: text('memories.recall'), as },
    { name: 'reference', path: '/developers/reference', ready: text('/v1/memories') },
    { name: 'operation', path: '/developers/reference/remember', ready: text('Who may call it'), as },
    { name: 'guides', path: '/developers/docs', ready: text('Frameworks') },
    { name: 'guide', path: '/developers/docs/webhooks', ready: text('Rotate the secret') },
    { name: 'error-code', path: '/developers/docs/errors/limit_exceeded', ready: text('Errors and limits') },
    { name: 'developers-settings-sign-in', path: '/developers/settings/sign-in', ready: text('Authenticator app'), as },
    { name: 'developers-settings', path: '/developers/settings', ready: text('on the sandbox plan'), as },
    { name: 'no-app', path: '/developers/apps/app_gone', ready: text('This app does not exist'), as },
  ]
}

for (const screen of screens)
  test(`portal pages on a ${screen} are accessible in both colour schemes, fit its width and do not shift`, async () => {
    await checkPages(stops(), browser, service.url, screen)
  }, 300_000)
