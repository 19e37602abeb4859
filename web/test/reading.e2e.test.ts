import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/foundation/ids.ts'
import { chatLine, importsOf, messageLine } from '../../server/test/importing.ts'
import { written } from '../../server/test/portable.ts'
import { type ScriptedModel, scriptedModel } from '../../server/test/scripted-model.ts'
import { type TestService, testService } from '../../server/test/service.ts'
import { faultsOf, openBrowser } from './browser.ts'

let model: ScriptedModel
let service: TestService
const browser = openBrowser()
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ model: { url: model.url, name: 'a-model', apiKey: undefined } })
})
afterAll(async () => {
  await service.stop()
  await model.close()
})

test('the chat model reads imported chats after its cost was shown, and what it finds waits', async () => {
  const ada = await service.newPerson()
  const page = await browser.visit(service.url, { as: ada })
  const chat = newId('cht')
  const lines = written([
    { format: 'memory-service', version: 1 },
    chatLine(chat),
    messageLine(chat, 'Our cat Bo sleeps on the piano, as always.'),
  ])
  model.structured({
    json: { memoryCandidates: [{ type: 'fact', scope: 'home', content: 'Has a cat called Bo.', importance: 60 }] },
  })
  await page.goto('/bring')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ])
  await chooser.setFiles({ name: 'export.jsonl', mimeType: 'text/plain', buffer: Buffer.from(lines) })
  await page.getByText('About 1 call and at most 1,000 tokens.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'Have the chat model read the chats afterwards' }).check()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.poll(() => importsOf(service).waiting(ada)).toHaveLength(1)
  await page.goto('/bring')
  await page.getByText('The chat model has read the chats: 1 call, 1 suggestion.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.goto('/review')
  await page.getByText('Has a cat called Bo.').waitFor()
})
