import type { Page } from 'playwright-core'
import { test } from 'vitest'
import type { TestService } from '../../server/test/service.ts'
import { openBrowser } from './browser.ts'
import { checkPage, checkPages, type Stop, screenOf, screens, text } from './check-pages.ts'
import { hubForTests, type SeededHub } from './seed-hub.ts'
import { seedMonths } from './seed-months.ts'

let service: TestService
let home: SeededHub
/** The path of the consent of a verified app. */
let verified: string
const browser = openBrowser()
hubForTests(async (opened) => {
  ;({ service, home } = opened)
  verified = await seedMonths(service, home)
})

/** Opens a line of the activity and one of its reads, so that these are checked too. */
async function openRun(page: Page) {
  await page.locator('summary', { hasText: 'Trail Coach' }).first().click()
  await page.locator('summary', { hasText: 'searched memories' }).first().click()
  await page.getByRole('list', { name: 'Memories as they are now' }).getByRole('link').first().waitFor()
}

async function openDetails(page: Page) {
  const memory = page.getByRole('article', { name: 'Runs along the river every Tuesday before work, with' })
  await memory.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'About this memory' }).click()
  await page.getByText('Related memories').waitFor()
}

/** Opens the sentence and the example of a topic. */
async function openTopic(page: Page) {
  await page
    .getByRole('button', { name: /Fitness/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Allow' }).waitFor()
}

async function openConnectors(page: Page) {
  await page.getByText('Show the addresses').click()
  await page.getByText('Strava (mock)').waitFor()
  await page.evaluate('scrollTo(0, 0)')
}

const stops = (): Stop[] => [
  { name: 'welcome', path: '/', ready: text('for all your apps') },
  { name: 'sign-up', path: '/signup', ready: text('Create your account') },
  { name: 'sign-in', path: '/login', ready: text('New here?') },
  { name: 'forgot-password', path: '/forgot-password', ready: text('This service sends no mail') },
  { name: 'confirm-address', path: '/confirm-address#msl_example', ready: text('Ask for another link') },
  { name: 'reset-password', path: '/reset-password#msl_example', ready: text('Ask for another link') },
  { name: 'restore-address', path: '/restore-address#msl_example', ready: text('Forgot your password?') },
  { name: 'goodbye', path: '/goodbye', ready: text('Your account is erased') },
  { name: 'no-page', path: '/no/such/page', ready: text('There is no page here') },
  { name: 'consent-signed-out', path: verified, ready: text('wants to connect to your memory') },
  { name: 'consent-verified', path: verified, ready: openTopic, as: home.ada },
  {
    name: 'consent',
    path: `/connect?client=${home.trail.slug}&redirect_uri=http://127.0.0.1:4999/callback`,
    ready: (page) => page.getByRole('button', { name: 'Allow' }).waitFor(),
    as: home.ada,
  },
  { name: 'consent-unverified', path: home.unverifiedAppPath, ready: text('Not verified, and asks'), as: home.ada },
  { name: 'memories', path: '/memories', ready: (page) => page.getByRole('article').first().waitFor(), as: home.ada },
  { name: 'memory', path: '/memories', ready: openDetails, as: home.ada },
  {
    name: 'search',
    path: '/memories?query=run',
    ready: (page) => page.locator('mark').first().waitFor(),
    as: home.ada,
  },
  { name: 'no-match', path: '/memories?query=zeppelin', ready: text('No memory matches'), as: home.ada },
  { name: 'first-steps', path: '/memories', ready: text('Nothing is remembered yet'), as: home.newcomer },
  { name: 'overview', path: '/overview', ready: text('What happened'), as: home.ada },
  { name: 'trash', path: '/trash', ready: text('The trash is empty'), as: home.ada },
  { name: 'tidy-up', path: '/tidy-up', ready: text('Which one stays?'), as: home.ada },
  { name: 'connections', path: '/connections', ready: text('No longer connected'), as: home.ada },
  { name: 'connection', path: `/connections/${home.connectionId}`, ready: text('Show as a table'), as: home.ada },
  { name: 'activity', path: '/activity', ready: openRun, as: home.ada },
  { name: 'chats', path: '/chat', ready: text('Earlier'), as: home.ada },
  { name: 'chat', path: `/chat/${home.chatId}`, ready: text('Remember this?'), as: home.ada },
  {
    name: 'review',
    path: '/review',
    ready: (page) => Promise.all([text('Both are true')(page), text('Remember this?')(page)]),
    as: home.ada,
  },
  { name: 'bring', path: '/bring', ready: text('Earlier imports'), as: home.ada },
  { name: 'settings', path: '/settings', ready: openConnectors, as: home.ada },
  { name: 'settings-sign-in', path: '/settings/sign-in', ready: text('Authenticator app'), as: home.ada },
]

for (const screen of screens)
  test(`Hub pages on a ${screen} are accessible in both colour schemes, fit its width and do not shift`, async () => {
    await checkPages(stops(), browser, service.url, screen)
  }, 300_000)

// The service worker holds the page (`scripts/offline.ts`).
test.each(screens)('the page of a %s without a connection says so', async (screen) => {
  const worker = await (await fetch(`${service.url}/service-worker.js`)).text()
  const [, pages = ''] = /^const PAGES = (.*)$/m.exec(worker) ?? []
  const page = await browser.visit(service.url, screenOf(screen))
  await page.setContent(JSON.parse(pages).en)
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await checkPage(page, 'offline', screen, { isStatic: true })
})

// Scripts check the page, so it is shown as a browser without scripts shows it.
test.each(screens)('a %s without scripts says that the pages need them', async (screen) => {
  const document = await (await fetch(`${service.url}/memories`)).text()
  const html = document
    .replaceAll('noscript>', 'div>')
    .replaceAll('<script', '<template')
    .replaceAll('</script>', '</template>')
  const page = await browser.visit(service.url, screenOf(screen))
  await page.setContent(html)
  await page.getByRole('heading', { name: 'These pages need JavaScript' }).waitFor()
  await checkPage(page, 'no-scripts', screen, { isStatic: true })
})
