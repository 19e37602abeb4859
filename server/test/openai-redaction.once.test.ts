import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchFor } from './leaks.ts'
import { asked, COMPLETIONS } from './openai-client.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'

/** Errors inside of responses and streams of the configured model server: apps see neither its key nor its addresses. */

const KEY = 'sk-operator-qrstuvwxyzabcdef'
watchFor(KEY)

let service: TestService
let model: ScriptedModel
let token: string
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ rateLimit: 10_000, model: { url: model.url, name: 'a-model', apiKey: KEY } })
  token = (await service.connected(['ai:host:chat'])).token
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})

const events = { 'content-type': 'text/event-stream' }
const line = `No way to http://10.0.0.12:8000/v1 with ${KEY}.`
const failed = { message: line, code: line, param: 'input', metadata: { raw: line } }
test.each<[string, object]>([
  ['a text beside the choices', { choices: [], error: line }],
  ['an object beside the choices', { choices: [], error: failed }],
  ['an object in a choice', { choices: [{ index: 0, delta: { content: 'a' }, error: failed }] }],
  ['a text in an item', { choices: [], output: [{ type: 'mcp_call', error: line }] }],
  ['an event with an object', { type: 'error', choices: [], error: failed }],
  ['an event with a text', { type: 'error', choices: [], ...failed }],
  ['an object that is an error', { object: 'error', choices: [], ...failed }],
  ['an object in a response', { choices: [], response: { status: 'failed', error: failed } }],
  ['a text in a response', { choices: [], response: { status: 'failed', error: line } }],
])('an error is shown without keys and addresses wherever it is: %s', async (_name, json) => {
  for (const stream of [false, true]) {
    const raw = stream ? `data: ${JSON.stringify(json)}\n\ndata: [DONE]\n\n` : JSON.stringify(json)
    model.answers({ raw, headers: stream ? events : { 'content-type': 'application/json' } })
    const { body } = await service.call('POST', COMPLETIONS, { token, body: { ...asked(), stream } })
    expect(JSON.stringify(body)).not.toMatch(/10\.0\.0\.12|sk-operator/)
  }
})

test('an error beside vectors is shown without keys and addresses', async () => {
  model.answers({ raw: JSON.stringify({ data: [], error: failed }), headers: { 'content-type': 'application/json' } })
  const { body } = await service.call('POST', '/openai/v1/embeddings', { token, body: { model: 'x', input: 'x' } })
  expect(JSON.stringify(body)).not.toMatch(/10\.0\.0\.12|sk-operator/)
})

test('a parameter of a tool that is called error comes back as the app sent it', async () => {
  const parameters = {
    type: 'object',
    properties: { error: { type: 'string', description: 'What failed.', enum: ['a'] } },
  }
  const tools = [{ type: 'function', function: { name: 'report', parameters } }]
  model.answers({ raw: JSON.stringify({ choices: [], tools }), headers: { 'content-type': 'application/json' } })
  const { body } = await service.call('POST', COMPLETIONS, { token, body: asked() })
  expect(body.tools).toEqual(tools)
})
