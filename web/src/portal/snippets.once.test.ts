import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asCurl, asJavaScript, consentLink, exchangeCall, firstCalls } from './snippets.ts'

const app = (scopes: string[], redirect_uris: string[] = []) => ({
  id: 'app_1',
  name: 'Trail Coach',
  slug: 'trail-coach',
  description: null,
  iconUrl: null,
  homepageUrl: null,
  privacyUrl: null,
  redirect_uris,
  manifest: { scopes, eventTypes: [], intents: [] },
  client_id: 'cli_1',
  dpop_bound_access_tokens: false,
  createdAt: '2026-05-03T07:30:00.000Z',
})
const ORIGIN = 'https://memory.example'

test('asCurl quotes every value for the shell', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme-ascii' })
  fc.assert(
    fc.property(text, text, (token, content) => {
      const line = asCurl({ method: 'POST', url: `${ORIGIN}/v1/memories`, token, body: { content } })
      const shown = execFileSync('sh', ['-c', line.replace(/^curl/, `printf '%s\\0'`)]).toString()
      expect(shown.split('\0')).toEqual([
        ...['-X', 'POST', `${ORIGIN}/v1/memories`, '-H', `Authorization: Bearer ${token}`],
        ...['-H', 'Content-Type: application/json', '-d', JSON.stringify({ content }), ''],
      ])
    }),
    { numRuns: 50 },
  )
})

test('consentLink contains the slug, the first redirect URI and all scopes', () => {
  const { searchParams } = new URL(
    consentLink(ORIGIN, app(['memory:read:*', 'signal:emit'], ['https://a.example/b?c=d'])),
  )
  expect(Object.fromEntries(searchParams)).toEqual({
    client: 'trail-coach',
    redirect_uri: 'https://a.example/b?c=d',
    scope: 'memory:read:* signal:emit',
  })
  expect(consentLink(ORIGIN, app(['signal:emit']))).not.toContain('redirect_uri')
})

test('firstCalls returns only calls that the manifest allows', () => {
  const titles = (...scopes: string[]) => firstCalls(ORIGIN, app(scopes), 'mst_1').map(({ title }) => title)
  expect(titles('memory:write:fitness.*', 'memory:read:*')).toEqual(['Remember something', 'Recall it'])
  expect(titles('memory:read:fitness')).toEqual(['Recall it'])
  expect(titles('signal:emit')).toEqual(['Ask what was granted'])
  const scopeOf = (scope: string) => firstCalls(ORIGIN, app([scope]), 'mst_1')[0]?.call.body
  expect(scopeOf('memory:write:fitness.*')).toMatchObject({ memories: [{ scope: 'fitness' }] })
  expect(scopeOf('memory:write:*')).toMatchObject({ memories: [{ scope: 'general' }] })
})

test('asJavaScript sends the same request as asCurl', async () => {
  const seen: unknown[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const { method, url, headers } = request
    seen.push({ method, url, token: headers.authorization?.slice(7), body: body ? JSON.parse(body) : undefined })
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const one = app(['memory:write:*', 'memory:read:*'], ['https://a.example/b?c=d'])
  const calls = [
    exchangeCall(origin, one, "sec_'1", 'cod_1'),
    ...[...firstCalls(origin, one, 'mst_1'), ...firstCalls(origin, app(['signal:emit']), 'mst_1')].map(
      ({ call }) => call,
    ),
  ]
  for (const call of calls)
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', asJavaScript(call)])
  server.close()
  expect(seen).toEqual(
    calls.map(({ method, url, token, body }) => ({ method, url: url.slice(origin.length), token, body })),
  )
})
