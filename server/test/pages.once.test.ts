import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountPages } from '../src/edge/http/pages.ts'
import { FAILURES, type FailureCode, failurePath } from '../src/foundation/failures.ts'
import { type TestService, testService } from './service.ts'

let service: TestService
beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

const COMPRESSED_FROM_BYTES = 1024
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const read = (path: string, headers: Record<string, string> = html) => fetch(service.url + path, { headers })

test('a page runs only our own files, cannot be framed and is not cacheable', async () => {
  for (const path of ['/', '/connect?client=x', '/connections/con_1', '/developers/apps/app_1/webhooks']) {
    const response = await read(path)
    expect(response.status, path).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    const policy = response.headers.get('content-security-policy')!.split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy.join()).not.toContain('unsafe')
  }
})

test('the policy allows the one inline script by its hash, and style elements by a nonce per response', async () => {
  const responses = await Promise.all([read('/'), read('/')])
  const [page, other] = await Promise.all(responses.map((response) => response.text()))
  const scripts = [...page!.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code!)
  expect(scripts).toHaveLength(1)
  const hash = createHash('sha256').update(scripts[0]!).digest('base64')
  const policy = responses[0]!.headers.get('content-security-policy')!.split('; ')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`)

  const nonce = (text: string) => /<meta property="csp-nonce" nonce="([^"]+)"/.exec(text)![1]!
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce(page!)}'`)
  expect(nonce(page!)).toHaveLength(24)
  expect(nonce(page!)).not.toBe(nonce(other!))
  expect(page).not.toContain('{{')
  expect(page).not.toMatch(/https?:\/\//)
})

test('a page without scripts says in the language of the browser that it needs them; the portal says it in English', async () => {
  const noScripts = async (path: string, language: string) => {
    const page = await (await read(path, { ...html, 'accept-language': language })).text()
    return [/<html lang="([^"]*)"/, /<h1>([^<]*)<\/h1>/].map((pattern) => pattern.exec(page)?.[1])
  }
  expect(await noScripts('/memories', 'de-AT,de;q=0.9,en;q=0.5')).toEqual(['de', 'Diese Seiten brauchen JavaScript'])
  expect(await noScripts('/nothing/here', 'ja')).toEqual(['ja', 'このページには JavaScript が必要です'])
  expect(await noScripts('/', 'pt-BR')).toEqual(['en', 'These pages need JavaScript'])
  expect(await noScripts('/developers', 'fr')).toEqual(['en', 'These pages need JavaScript'])
})

test('a page preloads the scripts of its own address', async () => {
  const preloads = async (path: string) =>
    [
      ...(await (await read(path)).text()).matchAll(/rel="modulepreload"[^>]*href="\/assets\/([\w-]+)-[\w-]{8}\.js"/g),
    ].map(([, name]) => name)
  const everywhere = await preloads('/')
  const more = async (path: string) => (await preloads(path)).filter((name) => !everywhere.includes(name))
  expect(await more('/developers/login')).toEqual([])
  expect(await more('/connect')).toEqual(['basics', 'consent'])
  const session = ['basics', 'first', 'controls']
  expect(await more('/memories')).toEqual(['basics', 'first'])
  expect(await more('/chat/cht_1')).toEqual([...session, 'hub', 'chat', 'details'])
  expect(await more('/developers/apps')).toEqual([...session, 'portal'])
  expect(await more('/developers/apps/app_1/usage')).toEqual([...session, 'portal', 'app-pages', 'charts'])
})

test('a page is compressed in an encoding that the client accepts', async () => {
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
  ] as const) {
    const response = await read('/memories', { ...html, 'accept-encoding': accepted })
    expect(response.headers.get('content-encoding'), accepted).toBe(encoding)
    expect(response.headers.get('vary'), accepted).toBe('accept-encoding')
    expect(await response.text(), accepted).toContain('<div id="root">')
  }
})

test('scripts and styles above 1 kB are compressed, and all are cached forever', async () => {
  const page = await (await read('/memories')).text()
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
  expect(files.length).toBeGreaterThan(4)
  for (const path of files) {
    const response = await read(path, { 'accept-encoding': 'br' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const isLarge = (await response.text()).length >= COMPRESSED_FROM_BYTES
    expect(response.headers.get('content-encoding'), path).toBe(isLarge ? 'br' : null)
  }
})

test('an unknown path returns 404: a page to browsers, the error envelope to API clients and below /v1', async () => {
  const page = await read('/nothing/here')
  expect(page.status).toBe(404)
  expect(page.headers.get('content-type')).toContain('text/html')
  for (const [path, headers] of [
    ['/nothing/here', {}],
    ['/v1/nothing', html],
    ['/assets/nothing.js', html],
  ] as const) {
    const response = await read(path, headers)
    expect(response.status, path).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
  }
})

test('the home page explains that the pages are not built', async () => {
  const app = fastify()
  await mountPages(app, () => '', join(mkdtempSync(join(tmpdir(), 'pages-')), '/'))
  const response = await app.inject('/')
  expect(response.statusCode).toBe(503)
  expect(response.body).toContain('The pages are not built')
})

test('the pages can be installed: the manifest, its icons and the typeface are served', async () => {
  const page = await (await read('/')).text()
  const manifest = await read(/rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? '')
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
  const { icons, start_url } = (await manifest.json()) as { icons: { src: string; type: string }[]; start_url: string }
  expect((await read(start_url)).status).toBe(200)
  for (const { src, type } of icons) expect((await read(src)).headers.get('content-type'), src).toContain(type)
  const font = await read(/rel="preload" as="font"[^>]* href="([^"]+)"/.exec(page)?.[1] ?? '')
  expect(font.headers.get('content-type')).toBe('font/woff2')
  expect((await font.arrayBuffer()).byteLength).toBeLessThan(32_000)
})

test('programs find the guides as Markdown, in a list and in one file, with absolute addresses', async () => {
  const list = await read('/llms.txt', {})
  expect(list.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const overview = await list.text()
  const links = [...overview.matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => url!)
  expect(links.length).toBeGreaterThan(10)
  for (const url of links.filter((one) => !one.endsWith('/mcp'))) {
    expect(url.startsWith(`${service.url}/`), url).toBe(true)
    const response = await fetch(url)
    expect(response.status, url).toBe(200)
    if (!url.endsWith('.md')) continue
    expect(response.headers.get('content-type'), url).toBe('text/markdown; charset=utf-8')
    const prose = (await response.text()).replaceAll(/^```[\s\S]*?^```$/gm, '')
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
    expect(
      targets.filter((target) => !/^(https?:|#)/.test(target)),
      url,
    ).toEqual([])
    const served = targets.filter((target) => target.startsWith(`${service.url}/developers/docs/`))
    expect(
      served.map((target) => target.split('#')[0]).filter((target) => !overview.includes(`(${target})`)),
      url,
    ).toEqual([])
  }
  for (const name of ['sdk-js', 'sdk-python', 'turns', 'command-line'])
    expect(overview).toContain(`(${service.url}/developers/docs/${name}.md)`)
  const full = await (await read('/llms-full.txt', {})).text()
  for (const heading of ['# Webhooks', '# Quick start: an app', '# Errors and limits']) expect(full).toContain(heading)
})

test('every error code has a page and a Markdown text, to which the error response links', async () => {
  for (const code of Object.keys(FAILURES) as FailureCode[]) {
    expect((await read(failurePath(code))).status, code).toBe(200)
    const text = await (await read(`${failurePath(code)}.md`)).text()
    expect(text, code).toContain(`# ${code}\n\nStatus ${FAILURES[code].status}. ${FAILURES[code].message}\n`)
    expect(text, code).toContain('## What to do\n')
  }
  const response = await read('/v1/memories', {})
  expect(response.status).toBe(401)
  expect(response.headers.get('link')).toBe(`<${service.url}${failurePath('unauthorized')}>; rel="help"`)
})

test('a guide, an error code or a route that does not exist is a page with status 404', async () => {
  for (const path of ['/developers/docs/x', '/developers/docs/errors/x', '/developers/reference/x']) {
    const page = await read(path)
    expect([page.status, page.headers.get('content-type')], path).toEqual([404, 'text/html; charset=utf-8'])
    const forPrograms = await read(path, {})
    expect([forPrograms.status, await forPrograms.json()], path).toMatchObject([404, { error: { code: 'not_found' } }])
  }
  expect((await read('/developers/docs/x.md')).status).toBe(404)
})

test('search engines may list the open pages only', async () => {
  for (const [path, listed] of [
    ['/developers/docs/webhooks', true],
    ['/developers/reference/remember', true],
    ['/developers/apps', false],
    ['/memories', false],
  ] as const)
    expect((await (await read(path)).text()).includes('noindex'), path).toBe(!listed)
})

test('the service worker is checked with each visit and may only fetch our own pages', async () => {
  const response = await read('/service-worker.js')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
  const script = await response.text()
  // It stores nothing, and has its page in each language.
  expect(script).not.toMatch(/caches|indexedDB|\{\{/)
  for (const language of ['en', 'de', 'es', 'fr', 'ja']) expect(script).toContain(`lang=\\"${language}\\"`)
})
