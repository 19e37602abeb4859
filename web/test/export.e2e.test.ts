import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS, openClock } from '../../server/test/hooks.ts'
import { type ScriptedModel, scriptedModel } from '../../server/test/scripted-model.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { openBrowser } from './browser.ts'
import { seedHub } from './seed-hub.ts'

const clock = openClock()
let model: ScriptedModel
let service: TestService
let home: Awaited<ReturnType<typeof seedHub>>
const browser = openBrowser()
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ model: { url: model.url, name: 'a-model', apiKey: undefined } }, { clock: clock.now })
  home = await seedHub(service, model)
})
afterAll(async () => {
  await service.stop()
  await model.close()
})

const RIVER = 'Runs along the river every Tuesday before work, with Tom.'
test('memories can be exported to a file and imported again', async () => {
  const page = await browser.visit(service.url, { as: home.ada })
  await page.goto('/settings')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export everything' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain(RIVER)
  const lines = `${text}${JSON.stringify({ scope: 'note', content: 'Written by hand.' })}\n{"scope":"note"}\n`
  await page.getByRole('link', { name: 'Bring your memories' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ])
  await chooser.setFiles({ name: 'memories.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines) })
  await page.getByRole('heading', { name: 'Memory Service export' }).waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText(/^Stored: 1 memory\. \d+ entries there already\.$/).waitFor()
  const { memories } = await service.ok('GET', '/v1/memories?limit=100', { cookie: home.ada.cookie })
  expect(memories).toContainEqual(expect.objectContaining({ content: 'Written by hand.' }))
})

test('an export asks for the password when the sign-in is older than 15 minutes', async () => {
  const page = await browser.visit(service.url, { as: await service.newPerson() })
  await page.goto('/settings')
  const start = page.getByRole('button', { name: 'Export everything' })
  await start.waitFor()
  clock.jump(16 * MINUTE_MS)
  await start.click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(service.password)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.jsonl$/)
})

test('erasing from the trash asks for the password when the sign-in is older than 15 minutes', async () => {
  const person = await service.newPerson()
  const { cookie } = person
  const memories = [{ content: RIVER, scope: 'fitness' }]
  const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie, body: { memories } })
  await service.ok('DELETE', `/v1/memories/${memoryIds[0]}`, { cookie })
  const page = await browser.visit(service.url, { as: person })
  await page.goto('/trash')
  await page.getByRole('button', { name: 'Erase now' }).click()
  clock.jump(16 * MINUTE_MS)
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).fill(service.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
})
