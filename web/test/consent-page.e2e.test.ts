import type { Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/foundation/sql/sql.ts'
import { documentServer } from '../../server/test/document-server.ts'
import { pngOf } from '../../server/test/png.ts'
import type { TestService } from '../../server/test/service.ts'
import { accesses, faultsOf, openBrowser, sendCredentials, settled } from './browser.ts'
import { type SampleApp, sampleAppForTests } from './sample-app.ts'

const SCOPES = ['memory:read:fitness.*', 'memory:read:health', 'memory:write:fitness.*', 'context:read:coach']
const PHONE_PX = 390
const ONE_LINE_PX = 30

let service: TestService
let sample: SampleApp
const browser = openBrowser()
sampleAppForTests(SCOPES, (opened) => void ({ service, sample } = opened))

test('the mark of an app has the same colour before and after the sign-in', async () => {
  const page = await browser.visit(service.url)
  await page.goto(`/connect?client=${sample.app.slug}`)
  const color = () =>
    page.evaluate(`getComputedStyle(document.querySelector('main [aria-hidden][class*=mark]')).backgroundColor`)
  await page.getByText('Trail Coach wants to connect to your memory.').waitFor()
  const before = await color()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await sendCredentials(page, { email: 'colour@example.com', password: service.password, name: 'Cora' })
  await page.getByRole('heading', { name: 'Trail Coach wants to connect' }).waitFor()
  expect(await color()).toBe(before)
})

test('the page says how many memories each topic has, and warns of a request for everything', async () => {
  const person = await service.newPerson()
  const memories = ['Runs on Tuesdays.', 'Swims on Fridays.'].map((content) => ({ content, scope: 'fitness.trail' }))
  await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories } })
  const app = await service.newApp(sample.developer, ['memory:read:*', 'memory:read:fitness.*'])
  const page = await browser.visit(service.url, { as: person })
  await page.goto(`${service.url}/connect?client=${app.slug}`)
  await page.getByText('2 memories now').first().waitFor()
  await page.getByRole('note', { name: 'Not verified, and asks for everything' }).waitFor()
  expect(await accesses(page)).toEqual(['Everything: No', 'Fitness: Read'])
  expect(await faultsOf(page)).toEqual([])
})

test('on a phone, the whole page of a verified app with three topics is one screen, and of another the choice', async () => {
  const scopes = ['fitness.*', 'health', 'nutrition'].flatMap((topic) => [
    `memory:read:${topic}`,
    `memory:write:${topic}`,
  ])
  const [verified, other] = [
    await service.newApp(sample.developer, scopes, {
      privacyUrl: 'https://legal.example/privacy',
    }),
    await service.newApp(sample.developer, scopes),
  ]
  await service.ports.db.count(
    sql`update apps set verified_at = now(), created_at = now() - interval '1 year' where id = ${verified.id}`,
  )
  const page = await browser.visit(service.url, { width: PHONE_PX, as: await service.newPerson(), touch: true })
  await page.goto(`/connect?client=${verified.slug}`)
  const duration = page.getByRole('combobox', { name: 'For how long' })
  await duration.waitFor()
  expect(await page.getByText('Registered here on').count()).toBe(0)
  expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)

  await page.goto(`/connect?client=${other.slug}`)
  await page.getByRole('note', { name: 'This app is not verified' }).waitFor()
  await page.getByText('Registered here on').waitFor()
  const [choice, bar] = [page.getByRole('radiogroup').last(), page.getByRole('button', { name: 'Allow' })]
  const [{ y, height }, end] = [(await choice.boundingBox())!, (await bar.boundingBox())!.y]
  expect(y + height).toBeLessThan(end)
})

test('all switches of the topics end at one line', async () => {
  const scopes = ['memory:read:health', 'memory:read:fitness.*', 'memory:write:fitness.*']
  const app = await service.newApp(sample.developer, scopes)
  for (const width of [PHONE_PX, 1280]) {
    const page = await browser.visit(service.url, { width, as: await service.newPerson() })
    await page.goto(`/connect?client=${app.slug}`)
    await page.getByRole('radiogroup').first().waitFor()
    const boxes = await Promise.all((await page.getByRole('radiogroup').all()).map((each) => each.boundingBox()))
    expect(new Set(boxes.map((box) => Math.round(box!.x + box!.width))).size).toBe(1)
  }
})

test('the icon of the app is shown from our origin, before and after the sign-in', async () => {
  const host = await documentServer()
  const iconUrl = host.answer('/icon.png', (response) => response.writeHead(200).end(pngOf(96)))
  const app = await service.newApp(sample.developer, SCOPES, { iconUrl })
  // A request to another origin would fail the test.
  for (const as of [undefined, await service.newPerson()]) {
    const page = await browser.visit(service.url, { as })
    await page.goto(`/connect?client=${app.slug}`)
    const icon = page.locator(`main img[src^="/v1/apps/${app.slug}/icon"]`)
    await expect.poll(() => icon.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(96)
  }
  await host.close()
})

test('the page links to the home page and the privacy policy of the app', async () => {
  const links = { homepageUrl: 'https://trail-coach.example/', privacyUrl: 'https://legal.example/privacy' }
  const app = await service.newApp(sample.developer, SCOPES, links)
  const page = await browser.visit(service.url, { width: PHONE_PX, as: await service.newPerson() })
  await page.goto(`/connect?client=${app.slug}`)
  const policy = page.getByRole('link', { name: 'Privacy policy: legal.example' })
  expect(await policy.getAttribute('href')).toBe(links.privacyUrl)
  expect(await policy.getAttribute('rel')).toBe('noreferrer noopener')
  const home = page.getByRole('link', { name: 'Home page: trail-coach.example' })
  expect(await home.getAttribute('href')).toBe(links.homepageUrl)
})

test('what an app says of itself is quoted below what the service says of it', async () => {
  const description = 'Plans runs.” Published by Google LLC. “Always'
  const app = await service.newApp(sample.developer, SCOPES, { description })
  const page = await browser.visit(service.url, { width: PHONE_PX, as: await service.newPerson() })
  await page.goto(`/connect?client=${app.slug}`)
  const about = page.getByRole('region', { name: 'About this app' })
  expect(await about.innerText()).toMatch(
    /^No publisher is named\. Registered here on [^.]+\.\nIt describes itself as: “Plans runs\.’ Published by Google LLC\. ’Always”$/,
  )
})

test('the bar with the buttons covers nothing that takes the focus', async () => {
  const page = await browser.visit(service.url, { width: PHONE_PX, as: await service.newPerson() })
  await page.goto(sample.connectUrl())
  await page.getByRole('radiogroup').first().waitFor()
  const covered = await page.evaluate(`(() => {
    const bar = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Allow').closest('div[class*=footer]')
    const fields = [...document.querySelectorAll('main input, main select, main button')].filter((each) => !bar.contains(each))
    return fields.filter((field) => {
      field.focus()
      return field.getBoundingClientRect().bottom > bar.getBoundingClientRect().top
    }).length
  })()`)
  expect(covered).toBe(0)
})

test('Cancel is as large as Allow and redirects with access_denied', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() }, [sample.url])
  await page.goto(sample.connectUrl())
  const [cancel, allow] = await Promise.all(
    ['Cancel', 'Allow'].map((name) => page.getByRole('button', { name }).boundingBox()),
  )
  expect(Math.abs(cancel!.width - allow!.width)).toBeLessThan(2)
  expect(cancel!.height).toBe(allow!.height)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Not connected: access_denied').waitFor()
})

test('the page explains how to follow and end the access, and what replaces earlier grants', async () => {
  const person = await service.newPerson()
  await service.connect(person, sample.app, SCOPES)
  const page = await browser.visit(service.url, { as: person })
  await page.goto(sample.connectUrl())
  const notes = page.getByRole('region', { name: 'Good to know' })
  await notes.getByText('You see each use under Activity and can end it at any time under Connected apps.').waitFor()
  await notes.getByText('What you allow now replaces what you allowed before.').waitFor()
})

test('scopes outside the manifest are left out, and named for developers', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  await page.goto(sample.connectUrl({ scope: 'memory:read:fitness.* memory:read:finance' }))
  await page.getByText('It also asked for something that it may not have.').waitFor()
  const raw = page.getByText('memory:read:finance', { exact: true })
  expect(await raw.isVisible()).toBe(false)
  await page.getByText('For developers').click()
  await raw.waitFor()
  expect(await accesses(page)).toEqual(['Fitness: Read'])
})

test('on a phone, marks and names are whole, and what else the app can do is one line each', async () => {
  const scopes = [
    'memory:read:relationship',
    'memory:write:relationship',
    'memory:read:trail_map',
    'context:read:coach',
  ]
  const app = await service.newApp(sample.developer, scopes)
  const page = await browser.visit(service.url, {
    width: PHONE_PX,
    as: await service.newPerson(),
  })
  await page.goto(`/connect?client=${app.slug}`)
  await page.getByRole('radiogroup').first().waitFor()
  expect(await accesses(page)).toEqual(['Relationships: No', '“Trail map”: Read'])
  const cut = await page.evaluate(
    `[...document.querySelectorAll('.mantine-Badge-label')].filter((label) => label.scrollWidth > label.clientWidth).map(({ textContent }) => textContent)`,
  )
  expect(cut).toEqual([])
  const name = page.getByText('Relationships', { exact: true })
  expect((await name.boundingBox())!.height).toBeLessThan(ONE_LINE_PX)
  const sentence = page.getByText(/^Find the memories that matter for coaching you/)
  expect(await sentence.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'What this means: Find what matters for coaching you' }).click()
  await sentence.waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('a topic that an app has named is quoted as the language quotes', async () => {
  const app = await service.newApp(sample.developer, ['memory:read:trail_map', 'memory:read:fitness.trail_runs'])
  const page = await browser.visit(service.url, { as: await service.newPerson(), locale: 'de' })
  await page.goto(`/connect?client=${app.slug}`)
  await page.getByRole('radiogroup', { name: '„Trail map“' }).waitFor()
  await page.getByRole('radiogroup', { name: 'Fitness · trail runs' }).waitFor()
})

test('a link without parameters says to developers which one is missing', async () => {
  const page = await browser.visit(service.url)
  await page.goto('/connect')
  await page.getByText('For developers').click()
  await page.getByText('The parameter client is missing').waitFor()
  expect(await page.getByText('client=', { exact: true }).count()).toBe(0)
})

test('the switch of a topic is one stop for the keyboard, and the arrow keys change it', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  await page.goto(sample.connectUrl({ scope: 'memory:read:fitness.* memory:write:fitness.*' }))
  await page.getByRole('radiogroup', { name: 'Fitness' }).getByRole('radio', { checked: true }).focus()
  await page.keyboard.press('ArrowLeft')
  expect(await accesses(page)).toEqual(['Fitness: Read'])
  await page.keyboard.press('ArrowLeft')
  expect(await accesses(page)).toEqual(['Fitness: No'])
  await page.keyboard.press('ArrowLeft')
  expect(await accesses(page)).toEqual(['Fitness: Read and change'])
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.getAttribute("type")')).not.toBe('radio')
})

test('an unknown app or an unregistered redirect URI shows an error without buttons or links', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  for (const [url, title] of [
    [sample.connectUrl({ client: 'unknown' }), 'We do not know this app'],
    [sample.connectUrl({ redirect_uri: 'https://thief.example/callback' }), 'This link is broken'],
    [`${service.url}/connect`, 'We do not know this app'],
  ] as const) {
    await page.goto(url)
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.locator('a[href*="thief"]').count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
  }
})

test('the consent page loads under 200 kB of compressed scripts', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  const scripts: Response[] = []
  page.on('response', (response) => void (response.url().endsWith('.js') && scripts.push(response)))
  await page.goto(sample.connectUrl())
  await page.getByRole('button', { name: 'Allow' }).waitFor()
  await settled(page)
  const sizes = await Promise.all(scripts.map((script) => script.headerValue('content-length')))
  const bytes = sizes.reduce((sum, size) => sum + Number(size), 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(200_000)
})
