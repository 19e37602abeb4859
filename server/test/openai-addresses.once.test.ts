import { BadRequestError } from 'openai'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { embeddingsAt } from './embedding.ts'
import { asked, clientOf, failureOf } from './openai-client.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'

/** Addresses inside of requests to the configured upstream, which may run in the operator's network. */

let service: TestService
let model: ScriptedModel
let client: ReturnType<typeof clientOf>
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({
    ...{ rateLimit: 10_000, model: { url: model.url, name: 'a-model', apiKey: 'key' } },
    embeddings: embeddingsAt(model.url),
  })
  client = clientOf(service, (await service.connected(['ai:host:chat'])).token)
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})
beforeEach(() => void (model.passed.length = 0))

const LOCAL = 'http://localhost:3000/cart'
const part = (fields: object) => [{ role: 'user', content: [{ type: 'image_url', ...fields }] }]
const pair = (url: string) => part({ image_url: { url } })
const functionOf = (parameters: object) => ({ type: 'function', function: { name: 'open', parameters } })

test.each<[string, object]>([
  ['messages.0.content.0.image_url.url', { messages: pair('http://169.254.169.254/latest/meta-data') }],
  ['messages.0.content.0.image_url.url', { messages: pair('https://0x7f.1/') }],
  ['tools.0.server_url', { tools: [{ type: 'mcp', server_url: 'https://metadata.google.internal/' }] }],
  ['tools.0.server_url', { tools: [{ type: 'mcp', server_url: ' http://10.0.0.1/' }] }],
  ['messages.0.content.0.image_url.url', { messages: pair('\thttp://169.254.169.254/') }],
  ['messages.0.content.0.image_url.url', { messages: pair('ht\ntp://10.0.0.1/') }],
  ['messages.0.content.0.image_url.url', { messages: pair('file:///etc/passwd') }],
  ['messages.0.content.0.image_url.url', { messages: pair('gopher://10.0.0.1/') }],
  ['messages.0.content.0.image_url.url', { messages: pair('http://example.com\\@127.0.0.1:8080/') }],
  ['messages.0.content.0.image_url.url', { messages: pair('http://[::1%25lo]:8080/') }],
  ['messages.0.content.0.image_url.url', { messages: pair('https://127.0.0.1%00.example.com/') }],
  ['messages.0.content.0.image_url.url', { messages: pair('//127.0.0.1/x') }],
  ['messages.0.content.0.image_url.url', { messages: pair('127.0.0.1:8080/x') }],
  ['messages.0.content.0.image_url.url', { messages: pair('[::1]/x') }],
  ['messages.0.content.0.image_url', { messages: part({ image_url: 'http://10.0.0.1/' }) }],
  ['messages.0.content.0.image_url.url.0', { messages: part({ image_url: { url: ['http://10.0.0.1/'] } }) }],
  ['messages.0.content.0.image', { messages: part({ image: 'http://10.0.0.1/' }) }],
  ['messages.0.content.0.audio_url', { messages: part({ audio_url: 'http://10.0.0.1/' }) }],
  ['messages.0.content.0.file.file_url', { messages: part({ file: { file_url: 'http://10.0.0.1/' } }) }],
  ['messages.0.content.0.image_url.uri', { messages: part({ image_url: { uri: 'http://10.0.0.1/' } }) }],
  ['messages.0.content.0.url', { messages: part({ url: 'http://10.0.0.1/' }) }],
  ['messages.0.content.0.source.url', { messages: part({ source: { type: 'url', url: 'http://10.0.0.1/' } }) }],
  ['messages.0.content.0.file_data.file_uri', { messages: part({ file_data: { file_uri: 'http://10.0.0.1/' } }) }],
  ['messages.0.images.0', { messages: [{ role: 'user', content: 'What is it?', images: ['http://10.0.0.1/'] }] }],
  ['tools.0.server.url', { tools: [{ type: 'mcp', server: { url: 'http://10.0.0.1/' } }] }],
  ['tools.0.url', { tools: [{ type: 'mcp', url: 'http://10.0.0.1/' }] }],
  ['tools.0.serverUrl', { tools: [{ type: 'mcp', serverUrl: 'http://10.0.0.1/' }] }],
  ['tools.0.function.parameters.$ref', { tools: [functionOf({ $ref: 'http://10.0.0.1/schema.json' })] }],
  ['mcp_servers.0.url', { mcp_servers: [{ type: 'url', url: 'http://10.0.0.1/' }] }],
  ['api_base', { api_base: 'http://10.0.0.1/' }],
  ['data_sources.0.parameters.endpoint', { data_sources: [{ parameters: { endpoint: 'http://10.0.0.1/' } }] }],
  ['prompt.variables.picture.image_url', { prompt: { variables: { picture: { image_url: 'http://10.0.0.1/' } } } }],
])('an address that is not public is rejected by name: %s', async (param, more) => {
  for (const stream of [false, true]) {
    const error = await failureOf(client.chat.completions.create({ ...asked(), ...more, stream } as never))
    expect(error).toBeInstanceOf(BadRequestError)
    expect(error).toMatchObject({ param, code: 'validation_failed', type: 'invalid_request_error' })
  }
  expect(model.passed).toEqual([])
})

test.each<[string, object]>([
  ['input.0.image_url.url', { input: [{ type: 'image_url', image_url: { url: 'http://169.254.169.254/' } }] }],
  ['input.0.image', { input: [{ image: 'http://[::1]:8500/' }] }],
  ['input.0', { input: ['http://127.0.0.1:2375/'], modality: 'image' }],
  ['input', { input: 'http://127.0.0.1:2375/', modality: 'audio' }],
  ['input.0', { input: ['http://example.com\\@127.0.0.1/'], modality: 'image' }],
])('an address that is not public is rejected in a request for embeddings: %s', async (param, more) => {
  const error = await failureOf(client.embeddings.create({ model: 'vectors', ...more } as never))
  expect(error).toMatchObject({ param, code: 'validation_failed', type: 'invalid_request_error' })
  expect(model.passed).toEqual([])
})

test('an address that is a text to embed is passed on', async () => {
  expect((await client.embeddings.create({ model: 'vectors', input: [LOCAL] })).data).toHaveLength(1)
})

test.each<[string, object]>([
  ['a page that a computer shows', { messages: part({ type: 'computer_screenshot', current_url: LOCAL }) }],
  [
    'a page that was opened',
    { messages: part({ type: 'web_search_call', action: { type: 'open_page', url: LOCAL } }) },
  ],
  ['a citation', { messages: part({ type: 'text', text: '1', annotations: [{ type: 'url_citation', url: LOCAL }] }) }],
  ['an attribute of a search result', { messages: part({ type: 'result', attributes: { url: LOCAL } }) }],
  ['metadata', { metadata: { current_url: LOCAL, image_url: LOCAL } }],
  ['the schema of a tool', { tools: [functionOf({ type: 'object', properties: { url: { default: LOCAL } } })] }],
  ['examples in a schema', { tools: [functionOf({ type: 'object', examples: [{ image_url: LOCAL }] })] }],
  ['a reference within a schema', { tools: [functionOf({ $ref: '#/$defs/Page' })] }],
  ['a public image', { messages: part({ image_url: { url: 'https://example.com/cat.png' } }) }],
  ['a path with a blank', { messages: part({ image_url: { url: 'https://example.com/my cat.png' } }) }],
  ['sound in the request', { messages: part({ audio: `//uQ${'xA'.repeat(150)}` }) }],
  ['the id of a file', { messages: part({ image_url: { url: 'file-8Wq2m' } }) }],
  ['an image without a type', { messages: part({ image: '/9j/4AAQSkZJRgABAQ' }) }],
  ['an image in the request', { messages: part({ image_url: { url: 'data:image/png;base64,AAAA' } }) }],
])('a local address that no upstream fetches is passed on: %s', async (_, more) => {
  const made = await client.chat.completions.create({ ...asked(), ...more } as never)
  expect(made.choices).toHaveLength(1)
  expect(model.passed).toHaveLength(1)
})
