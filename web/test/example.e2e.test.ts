import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Person, type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser, sendCredentials, setAccess } from './browser.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PHONE_PX = 390
const OWN_FILE_MODE = 0o600

let service: TestService
let diary: Awaited<ReturnType<typeof openDiary>>
const browser = openBrowser()
beforeAll(async () => {
  service = await testService()
  diary = await openDiary()
})
afterAll(async () => {
  await diary?.stop()
  await stopService()
})

// The last test stops the service too.
let stopped: Promise<void> | undefined
const stopService = () => (stopped ??= service?.stop())

/** Starts the example app with its own command, against the service of this test. */
async function openDiary() {
  const folder = mkdtempSync(join(tmpdir(), 'memory-service-diary-'))
  // Skips the build that precedes the command, because the tests run after a build.
  const child = spawn('npm', ['run', 'example', '--silent', '--ignore-scripts'], {
    cwd: ROOT,
    env: { ...process.env, SERVICE_URL: service.url, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readAddress(child)
  return {
    url,
    folder,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function readAddress(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const part of child.stdout!) {
    output += part
    const [address] = /http:\S+/.exec(output) ?? []
    if (address) return address
  }
  throw new Error(`the example did not start: ${output}`)
}

/** Opens the example app as a user who has allowed it all that it asks for, or only to read. */
async function openConnected(person: Person, width?: number, access?: 'Read'): Promise<Page> {
  const page = await browser.visit(service.url, { as: person, width }, [diary.url])
  await page.goto(diary.url)
  await page.getByRole('button', { name: 'Connect your memory' }).click()
  if (access) await setAccess(page, 'Fitness', access)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Connected.').waitFor()
  return page
}

async function write(page: Page, content: string) {
  await page.getByLabel('What is to be remembered?').fill(content)
  await page.getByRole('button', { name: 'Remember' }).click()
}

const entry = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('the example app connects, stores and finds memories, shows new ones, and notices its disconnection', async () => {
  const page = await browser.visit(service.url, {}, [diary.url])
  await page.goto(diary.url)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Connect your memory' }).click()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await sendCredentials(page, { email: 'ada@example.com', password: service.password, name: 'Ada' })
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Connected.').waitFor()
  for (const name of ['app.json', 'people.json'])
    expect(statSync(join(diary.folder, name)).mode & 0o777).toBe(OWN_FILE_MODE)

  await write(page, 'Ran along the river in the rain.')
  await page.getByText('Remembered.').waitFor()
  await write(page, 'Slept through <b>the alarm</b> & "missed" the track session.')
  await entry(page, 'Slept through <b>the alarm</b> & "missed" the track session.').waitFor()
  await page.getByRole('searchbox').fill('rain')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('heading', { name: 'What was found' }).waitFor()
  await entry(page, 'Ran along the river in the rain.').getByText('fits').waitFor()
  await expect.poll(() => page.getByRole('listitem').count()).toBe(1)
  await page.getByText('What an assistant knows about you').click()
  await page.getByText('The assistant is called').waitFor()
  expect(await faultsOf(page)).toEqual([])

  await page.goto(diary.url)
  const cookie = (await page.context().cookies(service.url)).find(({ name }) => name === 'ms_session')!
  const ada = { cookie: `ms_session=${cookie.value}` } as Person
  const other = await anotherApp(ada)
  await service.remember(other.token, [{ scope: 'fitness.trail', content: 'Bought trail shoes <i>today</i>.' }])
  await entry(page, 'Bought trail shoes <i>today</i>.').getByText(`by ${other.app.slug}`).waitFor()

  const hub = await page.context().newPage()
  await hub.goto(`${service.url}/connections`)
  await hub.getByRole('link', { name: 'Trail Diary' }).click()
  await hub.getByRole('button', { name: 'Disconnect' }).click()
  await hub.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('You ended this diary’s access.').waitFor()
  await page.getByRole('button', { name: 'Connect your memory' }).waitFor()
})

async function anotherApp(person: Person): Promise<{ app: App; token: string }> {
  const app = await service.newApp(await service.newDeveloper(), ['memory:write:fitness.*'], { name: 'Shoe Shop' })
  return { app, token: await service.connect(person, app, ['memory:write:fitness.*']) }
}

describe('the example app', () => {
  test('on a phone, explains a missing permission and keeps the input', async () => {
    const page = await openConnected(await service.newPerson(), PHONE_PX, 'Read')
    await write(page, 'A long run.')
    await page.getByText('You have not allowed this diary to').waitFor()
    expect(await page.getByLabel('What is to be remembered?').inputValue()).toBe('A long run.')
    expect(await faultsOf(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE_PX)
  })

  test('disconnects itself', async () => {
    const person = await service.newPerson()
    const page = await openConnected(person)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('Disconnected.').waitFor()
    const { items } = await service.ok('GET', '/v1/connections', { cookie: person.cookie })
    expect(items.filter(({ status }: { status: string }) => status === 'active')).toEqual([])
  })

  test('is not connected after the user cancels', async () => {
    const page = await browser.visit(service.url, { as: await service.newPerson() }, [diary.url])
    await page.goto(diary.url)
    await page.getByRole('button', { name: 'Connect your memory' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('You have not connected your memory.').waitFor()
  })

  test('rejects unsolicited callbacks, forms without its token and deliveries without a signature', async () => {
    const ask = (path: string, init: RequestInit = {}) => fetch(diary.url + path, { redirect: 'manual', ...init })
    const answered = await ask('/callback?code=cod_stolen&state=guessed')
    const cookie = answered.headers.get('set-cookie')!.split(';')[0]!
    expect(await (await ask('/', { headers: { cookie } })).text()).toContain('That did not start here.')
    const form = new URLSearchParams({ content: 'x', csrf: 'guessed' })
    expect((await ask('/', { method: 'POST', headers: { cookie }, body: form })).status).toBe(403)
    expect((await ask('/webhooks', { method: 'POST', body: '{"type":"connection.revoked"}' })).status).toBe(400)
    expect((await ask('/', { method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(413)
    expect((await ask('/nowhere')).status).toBe(404)
  })

  test('explains a full plan and an unreachable service, and keeps the input', async () => {
    const person = await service.newPerson()
    const page = await openConnected(person)
    const many = Array.from({ length: 100 }, (_, at) => ({ scope: 'note', content: `Number ${at}.` }))
    for (let round = 0; round < 5; round++)
      await service.ok('POST', '/v1/memories', { cookie: person.cookie, body: { memories: many } })
    await write(page, 'One too many.')
    await page.getByText('Your plan allows no more memories. Nothing was saved.').waitFor()
    expect(await page.getByLabel('What is to be remembered?').inputValue()).toBe('One too many.')
    await stopService()
    await page.getByRole('button', { name: 'Remember' }).click()
    await page.getByText('Your memory cannot be reached at the moment.').waitFor()
    expect(await page.getByLabel('What is to be remembered?').inputValue()).toBe('One too many.')
  })
})
