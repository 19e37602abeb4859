import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Person, TestService } from '../../server/test/service.ts'
import { openBrowser, setAccess } from './browser.ts'
import { checkPage, flowScreens, type Screen, screenOf } from './check-pages.ts'
import { HAS_JAPANESE } from './japanese-font.ts'
import { personWithChangesByAnApp } from './seed-changes.ts'
import { hubForTests, type SeededHub } from './seed-hub.ts'
import { seedMonths } from './seed-months.ts'

/* States of the Hub that a page has beside its first one: forms, menus, dialogs, errors, empty lists, long names, languages. */

const LONG_NAME = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'
const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*', 'memory:read:health']

let service: TestService
let home: SeededHub
const browser = openBrowser()
hubForTests(async (opened) => {
  ;({ service, home } = opened)
  await seedMonths(service, home)
})

const add = ({ cookie }: Person, memories: object[]) =>
  service.ok('POST', '/v1/memories', { cookie, body: { memories } })

/** A person with an app, a topic and a memory whose names are as long as they may be. */
async function personWithLongNames() {
  const person = await service.newPerson()
  const name = `${LONG_NAME} für ${LONG_NAME}`.slice(0, 80)
  const app = await service.newApp(await service.newDeveloper(), SCOPES, { name })
  const token = await service.connect(person, app, SCOPES)
  const content = `Mag die ${LONG_NAME} und https://example.com/${'a'.repeat(150)}?of=${'b'.repeat(60)}.`
  await service.remember(token, [{ scope: `fitness.${'very_long_topic_'.repeat(3)}name`, content }])
  await service.ok('PATCH', '/v1/auth/profile', { cookie: person.cookie, body: { name: LONG_NAME, timezone: null } })
  const { id } = await service.get('/v1/connection', token)
  return { person, app, path: `/connections/${id}` }
}

describe.each(flowScreens)('on a %s', (screen: Screen) => {
  const open = async (path: string, as?: Person, locale?: string): Promise<Page> => {
    const page = await browser.visit(service.url, { ...screenOf(screen), as, locale })
    await page.goto(path)
    return page
  }
  const check = (page: Page, name: string) => checkPage(page, `state-${name}`, screen)

  test('forms, menus and dialogs of the memories', async () => {
    const page = await open('/memories', home.ada)
    const memory = page.getByRole('article', { name: 'Learning Portuguese' })
    await memory.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit or move' }).click()
    await memory.getByText('Importance and dates').click()
    await page.getByLabel('True until').waitFor()
    await check(page, 'edit')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Add a memory' }).click()
    await page.getByRole('form', { name: 'A new memory' }).getByLabel('What to remember').waitFor()
    await check(page, 'add')
    await page.getByRole('button', { name: 'Remember this' }).click()
    await page.getByText('This cannot be empty.').waitFor()
    await check(page, 'add-refused')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Added by' }).waitFor()
    await check(page, 'filters')
    await page.getByRole('button', { name: 'Filters' }).click()

    await memory.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await check(page, 'memory-menu')
    await page.keyboard.press('Escape')

    await page.getByRole('checkbox', { name: 'Select: Learning Portuguese' }).check()
    const bar = page.getByRole('region', { name: 'Selected memories' })
    await bar.waitFor()
    await check(page, 'selected')
    await bar.getByRole('button', { name: 'Move' }).click()
    await page.getByRole('dialog', { name: 'Move 1 memory' }).waitFor()
    await check(page, 'move')
    // Escape would only close the list of topics, which the walk by keyboard opens.
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    const commands = page.getByRole('dialog', { name: 'Search and commands' })
    await commands.getByRole('combobox').fill('hazelnuts')
    await commands.getByRole('option', { name: 'Is allergic to hazelnuts.' }).waitFor()
    await check(page, 'commands')
    await page.keyboard.press('Escape')
    await commands.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await check(page, 'account-menu')

    await page.goto('/overview')
    await page.getByRole('button', { name: 'Share a picture' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save the picture' }).waitFor()
    await check(page, 'share-picture')
  }, 300_000)

  test('a memory with a history, the trash, and what can be undone', async () => {
    const { person, token } = await service.connected(['memory:read:note', 'memory:write:note'])
    const { memoryIds } = await add(person, [
      { content: 'Keeps the spare key at number 4.', scope: 'note' },
      { content: 'Plays chess.', scope: 'note' },
      { content: 'Plays go.', scope: 'note' },
    ])
    await service.ok('PATCH', `/v1/memories/${memoryIds[0]}`, { token, body: { content: 'Keeps no spare key.' } })
    const page = await open('/memories', person)
    await page.getByRole('article', { name: 'Keeps no spare key.' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'About this memory' }).click()
    await page.getByText('became “Keeps no spare key.”').waitFor()
    await check(page, 'history')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const chess = page.getByRole('article', { name: 'Plays chess.' })
    await chess.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await check(page, 'deleted')
    await page.goto('/trash')
    await page.getByRole('article', { name: 'Plays chess.' }).waitFor()
    expect(await page.locator('nav [data-active]').textContent()).toBe('Memories')
    await check(page, 'trash')
    await page.getByRole('button', { name: 'Erase now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).waitFor()
    await check(page, 'erase-memory')
  }, 300_000)

  test('pages with nothing on them yet', async () => {
    const page = await open('/connections', home.newcomer)
    const empty = async (path: string, words: string) => {
      await page.goto(path)
      await page.getByText(words).first().waitFor()
      await check(page, `empty-${path.slice(1)}`)
    }
    await empty('/connections', 'No app is connected')
    await empty('/overview', 'It begins with the first memory')
    await empty('/activity', 'Nothing has happened yet')
    await empty('/chat', 'Talk with your own assistant')
    await empty('/review', 'Nothing is waiting for you')
    await empty('/tidy-up', 'Nothing to tidy up')
    await page.goto('/connections/con_none')
    await page.getByText('This app is not connected').first().waitFor()
    await check(page, 'no-connection')
  }, 300_000)

  test('ending, pausing and taking back the access of an app', async () => {
    const { person, token } = await service.connected(['memory:read:note', 'memory:write:note'])
    await service.remember(token, [{ content: 'Buys everything.', scope: 'note' }])
    const { id } = await service.get('/v1/connection', token)
    const page = await open(`/connections/${id}`, person)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByText('And delete what it saved').waitFor()
    await check(page, 'disconnect')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.getByRole('dialog').getByText('“Buys everything.”').waitFor()
    await page.getByText('It read nothing and changed something once (1 memory).').waitFor()
    await check(page, 'take-back')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('This app is paused').waitFor()
    await check(page, 'paused')
  }, 300_000)

  test('what an app asks for: again, for everything, with a full plan, with nothing left, and in vain', async () => {
    const person = await service.newPerson()
    const developer = await service.newDeveloper()
    const newApp = (name: string, scopes: string[]) => service.newApp(developer, scopes, { name })
    const app = await newApp('Trail Coach', SCOPES)
    const body = { slug: app.slug, scopes: SCOPES.slice(0, 1), refused: SCOPES.slice(2) }
    const { code } = await service.ok('POST', '/v1/oauth/authorize', { cookie: person.cookie, body })
    await service.exchange(app, code)
    const page = await open(`/connect?client=${app.slug}`, person)
    await page.getByText('This is what you allow it now').waitFor()
    await page.getByText('new: may change').waitFor()
    await page.getByText('You refused this on').waitFor()
    await check(page, 'consent-again')
    for (const topic of ['Health', 'Fitness']) await setAccess(page, topic, 'No')
    await page.getByText('there is nothing to allow').waitFor()
    await check(page, 'consent-nothing-left')
    const wise = await newApp('Wise Assistant', ['memory:read:*', 'memory:write:*'])
    await page.goto(`/connect?client=${wise.slug}`)
    await page.getByRole('note', { name: 'Not verified, and asks for everything' }).waitFor()
    await check(page, 'consent-everything')
    await page.goto(`/connect?client=${wise.slug}&redirect_uri=https://thief.example/`)
    await page.getByText('For developers').click()
    await page.getByText('redirect_uri=https://thief.example/').waitFor()
    await check(page, 'consent-broken')
    for (const name of ['One', 'Two']) await service.connect(person, await newApp(name, SCOPES), SCOPES)
    await page.goto(`/connect?client=${wise.slug}`)
    await page.getByRole('note', { name: 'No room for another app' }).waitFor()
    await check(page, 'consent-full')
  }, 300_000)

  test('an import: its preview, its result, and a file that is none', async () => {
    const page = await open('/bring', await service.newPerson())
    await page.getByLabel('Or paste text').fill('- I work as a nurse\n- I like short answers\n- I train for a marathon')
    await page.getByRole('button', { name: 'Read the text' }).click()
    await page.getByText('Nothing was sent so far.').waitFor()
    await check(page, 'import-preview')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Stored: 3 memories.').waitFor()
    await check(page, 'import-done')
    await page.goto('/bring')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose files' }).click(),
    ])
    await chooser.setFiles({ name: 'memories.txt', mimeType: 'text/plain', buffer: Buffer.from([0x50, 0x4b, 3, 4, 9]) })
    await page.getByRole('alert').waitFor()
    await check(page, 'import-refused')
  }, 300_000)

  test('an ended session, errors of the service, and the erasure of the account', async () => {
    const person = await service.newPerson()
    await add(person, [{ content: 'Plays chess.', scope: 'note' }])
    const page = await open('/settings', person)
    await page.getByRole('button', { name: 'Erase my account' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill('not the password')
    await page.getByRole('dialog').getByRole('button', { name: 'Erase everything' }).click()
    await page.getByText('This is not the password.').waitFor()
    await check(page, 'erase-account-refused')
    await page.route('**/v1/connections', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '9' },
        json: { error: { code: 'rate_limited', message: '' } },
      }),
    )
    await page.goto('/connections')
    await page.getByText('A little too fast').waitFor()
    await check(page, 'error')
    await page.unrouteAll()
    await page.goto('/memories')
    await page.getByText('Plays chess.').waitFor()
    await service.ok('POST', '/v1/auth/logout', { cookie: person.cookie })
    await page.getByRole('link', { name: 'Pinned' }).click()
    await page.getByText('Your session has ended.').waitFor()
    await check(page, 'session-ended')
  }, 300_000)

  test('suggestions that are selected, and names that are long', async () => {
    const page = await open('/review', home.ada)
    await page.getByText('Remember this?').waitFor()
    await page.getByText('Kept by apps').click()
    await page.getByText('Nothing here').waitFor()
    await check(page, 'review-none-kept')
    const changed = await open('/review', await personWithChangesByAnApp(service))
    await changed.getByRole('heading', { name: 'Changed by apps' }).waitFor()
    await check(changed, 'review-changed-by-apps')
    const { person, app, path } = await personWithLongNames()
    const long = await open('/memories', person)
    await long.getByRole('article').waitFor()
    await check(long, 'long-memories')
    await long.goto(path)
    await long.getByText('Show as a table').waitFor()
    await check(long, 'long-connection')
    await long.goto('/connections')
    await long.getByRole('article').first().waitFor()
    await check(long, 'long-connections')
    await long.goto(`/connect?client=${app.slug}`)
    await long.getByRole('button').last().waitFor()
    await check(long, 'long-consent')
    await long.goto('/activity')
    await long.getByText(LONG_NAME).first().waitFor()
    await check(long, 'long-activity')
  }, 300_000)

  test.each(['de', 'es', 'fr', 'ja'])('pages in the language %s', async (language) => {
    const page = await open('/memories', home.ada, language)
    await page.getByRole('article').first().waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe(language)
    // Without a font, all characters are drawn as the same box, and nothing of the page was checked.
    expect(await page.evaluate(HAS_JAPANESE), 'a font with Japanese: fonts-vlgothic on Debian').toBe(true)
    await check(page, `${language}-memories`)
    await page.goto(`/connect?client=${home.trail.slug}`)
    await page.getByRole('radiogroup').first().waitFor()
    await check(page, `${language}-consent`)
    await page.goto(`/connections/${home.connectionId}`)
    await page.getByRole('radiogroup').first().waitFor()
    await check(page, `${language}-connection`)
    await page.goto('/overview')
    await page.getByRole('heading', { level: 3 }).first().waitFor()
    await check(page, `${language}-overview`)
    await page.goto('/settings')
    await page.locator('input[type=password]').first().waitFor()
    await check(page, `${language}-settings`)
  }, 300_000)
})
