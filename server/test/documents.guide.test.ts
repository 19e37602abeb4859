import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signatureHeaders } from '../src/domain/webhooks/signature.ts'
import { guideOf, openFolder, readGuide, runGuide } from './guide.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'

const README = readGuide('README.md')
const webhooks = readGuide('docs/webhooks.md')

let service: TestService
let model: ScriptedModel
beforeAll(async () => {
  model = await scriptedModel()
  service = await testService({ rateLimit: 600, model: { url: model.url, name: 'a-model', apiKey: undefined } })
})
afterAll(async () => {
  await service?.stop()
  await model?.close()
})

/** Acts as the user at the browser: opens the printed URL, approves the request and follows the redirect. */
async function allow(line: string): Promise<void> {
  const [url] = /http:\S+/.exec(line) ?? []
  if (!url || !/^Open |oauth\/authorize/.test(line)) return
  const { headers } = await fetch(url, { redirect: 'manual' })
  const asked = new URL(headers.get('location')!)
  const page = await fetch(asked)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const { client: slug, scope = '', ...rest } = Object.fromEntries(asked.searchParams)
  const { redirect_to } = await service.ok('POST', '/v1/oauth/authorize', {
    cookie: (await service.newPerson()).cookie,
    body: { slug, scopes: scope.split(' '), ...rest },
  })
  await fetch(redirect_to)
}

describe('each document, run block by block, prints what it shows', () => {
  test('the README, ending with the recalled memory', async () => {
    const printed = (await runGuide(README, { service })).join('')
    expect(printed).toMatch(/"memoryIds":\["mem_\w+","mem_\w+"\]/)
    const lastLine = printed.trim().split('\n').at(-1)
    expect(lastLine).toBe('Runs along the river every Tuesday before work.')
    expect(README.text).toContain(lastLine)
  })

  test('the quick start of an app', async () => {
    await runGuide(readGuide('docs/quickstart-app.md'), { service, onLine: allow })
  })

  test('the quick start of an MCP client', async () => {
    await runGuide(readGuide('docs/quickstart-mcp.md'), { service, after: README, onLine: allow })
  })

  test('the guide to scopes', async () => {
    await runGuide(readGuide('docs/scopes.md'), { service, after: README })
  })

  test('the guide to context', async () => {
    const content = 'Signed up for a half marathon in May.'
    const candidates = [{ type: 'goal', scope: 'fitness', content, importance: 70 }]
    model.structured({ json: { toneTags: [], memoryCandidates: candidates } })
    model.always('chat', 'Run along the river.')
    model.answers('Run along the river.', 'Run along the river.')
    await runGuide(readGuide('docs/context.md'), { service, after: README })
  })

  test('the guide to facts that change', async () => {
    await runGuide(readGuide('docs/changing-facts.md'), { service, after: README })
  })

  test('the guide to errors and limits', async () => {
    await runGuide(readGuide('docs/errors-and-limits.md'), { service, after: README })
  })

  test('the guide to whole conversations', async () => {
    await runGuide(readGuide('docs/turns.md'), { service, after: README })
  })

  test('the guide to held memories', async () => {
    await runGuide(readGuide('docs/held.md'), { service, after: README })
  })

  test('the guide to unit tests of an app', async () => {
    await runGuide(readGuide('docs/testing.md'), { service, after: README })
  })

  test('the migration guide from mem0', async () => {
    await runGuide(readGuide('docs/from-mem0.md'), { service, after: README })
  })

  test('the migration guide from other systems', async () => {
    await runGuide(readGuide('docs/from-other-systems.md'), { service, after: README })
  })

  test('the guide to webhooks', async () => {
    await runGuide(webhooks, { service, after: README, elsewhere: ['standard.mjs'] })
  })

  test('the guide to running it', async () => {
    await runGuide(readGuide('docs/self-hosting.md'), { service })
  })
})

describe('the signature verifiers in the webhook guide', () => {
  let folder: string
  beforeAll(() => void (folder = openFolder(webhooks.blocks)))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)

  test('accept a signed body and reject a changed one', async () => {
    const [{ open }, { verify }] = await Promise.all([load('standard.mjs'), load('verify.mjs')])
    const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
    const signed = Object.entries(signatureHeaders([secret], 'dlv_1', Math.floor(Date.now() / 1000), '{"a":1}'))
    const headers = Object.fromEntries(signed.map(([name, value]) => [name.toLowerCase(), value]))
    expect(open('{"a":1}', headers, secret)).toEqual({ a: 1 })
    expect(() => open('{"a":2}', headers, secret)).toThrow()
    expect(verify('{"a":1}', headers, secret)).toBe(true)
    expect(verify('{"a":2}', headers, secret)).toBe(false)
  })

  test('the dependency-free verifier has at most ten lines', () => {
    const [verifier = ''] = webhooks.text.match(/^export function verify[\s\S]*?^}$/m) ?? []
    expect(verifier.split('\n').length).toBeLessThanOrEqual(10)
  })
})

describe('the document runner fails on', () => {
  const fence = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n`
  const printed = fence('bash', `printf '{ "a": "one two", "b": 1 }'`)

  test.each([
    ['another output', printed + fence('text', '{ "a": "one three"…')],
    ['another value', printed + fence('json', '{ "a": "one three", "b": 1 }')],
    ['a field that is not shown', printed + fence('json', '{ "a": "one …" }')],
    ['an output of nothing', fence('text', 'one')],
    ['a block that fails', fence('bash', 'echo so far\nfalse')],
    ['an unknown language', fence('ruby', 'puts 1')],
    ['a fence without a language', fence('', 'one')],
    ['a file that nothing runs', fence('js one.mjs', 'console.log(1)')],
    ['a file that is not JSON', fence('json mcp.json', '{ url: 1 }')],
    ['an address that is not there', fence('json mcp.json', '{ "url": "http://127.0.0.1:8787/v1/nowhere" }')],
    ['a script that is not there', fence('sh', 'npm run nowhere')],
    ['a setting that is not there', fence('sh', 'NOWHERE=1 npm start')],
    ['a program without a check', fence('sh', 'rm -r data')],
  ])('%s', async (_what, text) => {
    await expect(runGuide(guideOf('a document', text), { service })).rejects.toThrow()
  })

  test('nothing in a document that matches its output', async () => {
    const text = printed + fence('json', '{ "b": 1, "a": "one …" }') + printed + fence('json', '{ "b": "…", "…": "" }')
    await runGuide(guideOf('a document', text + fence('sh', 'PORT=0 npm start')), { service })
  })
})
