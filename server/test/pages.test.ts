import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountPages } from '../src/edge/pages.ts'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const read = (path: string, headers: Record<string, string> = html) => fetch(service.url + path, { headers })

test('a page runs our own files alone, cannot be framed, and is kept by nobody', async () => {
  for (const path of ['/', '/connect?client=x', '/connections/con_1', '/developers/apps/app_1/webhooks']) {
    const reply = await read(path)
    expect(reply.status, path).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    const policy = reply.headers.get('content-security-policy')!.split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy.join()).not.toContain('unsafe')
  }
})

test('no script stands in the page, and its mark is another one each time', async () => {
  const [one, other] = await Promise.all([read('/'), read('/')].map(async (reply) => (await reply).text()))
  expect(one).not.toMatch(/<script(?![^>]*\ssrc=)/)
  expect(one).not.toContain('http')
  const mark = /<meta property="csp-nonce" nonce="([^"]+)"/
  expect(one!.match(mark)![1]).toHaveLength(24)
  expect(one!.match(mark)![1]).not.toBe(other!.match(mark)![1])
})

test('what a page fetches is compressed and kept for good', async () => {
  const page = await (await read('/')).text()
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
  expect(files.length).toBeGreaterThan(1)
  for (const path of files) {
    const reply = await read(path, { 'accept-encoding': 'br' })
    expect(reply.headers.get('content-encoding'), path).toBe('br')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
})

test('what is no page is 404: a page for readers, the envelope for programs and below /v1', async () => {
  const page = await read('/nothing/here')
  expect(page.status).toBe(404)
  expect(page.headers.get('content-type')).toContain('text/html')
  for (const [path, headers] of [
    ['/nothing/here', {}],
    ['/v1/nothing', html],
    ['/assets/nothing.js', html],
  ] as const) {
    const reply = await read(path, headers)
    expect(reply.status, path).toBe(404)
    expect(await reply.json()).toMatchObject({ error: { code: 'not_found' } })
  }
})

test('without a build a plain page says so', async () => {
  const app = fastify()
  await mountPages(app, join(mkdtempSync(join(tmpdir(), 'pages-')), '/'))
  const reply = await app.inject('/')
  expect(reply.statusCode).toBe(503)
  expect(reply.body).toContain('The pages are not built')
})
