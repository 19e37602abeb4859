import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asCurl, consentLink, firstCalls } from './snippets.ts'

const app = (scopes: string[], redirect_uris: string[] = []) => ({
  id: 'app_1',
  name: 'Trail Coach',
  slug: 'trail-coach',
  description: null,
  iconUrl: null,
  homepageUrl: null,
  redirect_uris,
  manifest: { scopes, eventTypes: [], intents: [] },
  client_id: 'cli_1',
  createdAt: '2026-05-03T07:30:00.000Z',
})
const ORIGIN = 'https://memory.example'

test('a shell hands curl the very values that were put in, whatever they hold', () => {
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

test('the consent link names the app, its first address and all it may ask for', () => {
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

test('the first calls are those the manifest allows', () => {
  const titles = (...scopes: string[]) => firstCalls(ORIGIN, app(scopes), 'mst_1').map(({ title }) => title)
  expect(titles('memory:write:fitness.*', 'memory:read:*')).toEqual(['Remember something', 'Recall it'])
  expect(titles('memory:read:fitness')).toEqual(['Recall it'])
  expect(titles('signal:emit')).toEqual(['Ask what was granted'])
  const scopeOf = (scope: string) => firstCalls(ORIGIN, app([scope]), 'mst_1')[0]?.call.body
  expect(scopeOf('memory:write:fitness.*')).toMatchObject({ memories: [{ scope: 'fitness' }] })
  expect(scopeOf('memory:write:*')).toMatchObject({ memories: [{ scope: 'general' }] })
})
