import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'

let service: TestService
const browser = openBrowser()
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

test('without a chat model, the chat pages have no input and explain why', async () => {
  const person = await service.newPerson()
  await service.ok('POST', '/v1/chats', { cookie: person.cookie, body: { title: 'When there was a model' } })
  const page = await browser.visit(service.url, { as: person })
  const expectExplanation = async () => {
    await page.getByRole('heading', { name: 'No assistant on this server yet' }).waitFor()
    await page.getByText('MODEL_URL').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
  }
  await page.goto('/chat')
  await expectExplanation()
  await page.getByRole('link', { name: 'When there was a model' }).click()
  await page.getByRole('heading', { name: 'When there was a model', level: 1 }).waitFor()
  await expectExplanation()
  await page.getByRole('link', { name: 'Look at your memories' }).click()
  await page.getByRole('heading', { name: 'Memories', level: 1 }).waitFor()
})
