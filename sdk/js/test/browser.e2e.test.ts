import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const DIST = new URL('../dist/', import.meta.url)
const JAVASCRIPT = { 'content-type': 'text/javascript' }
// Calls everything that takes a secret and returns the error codes.
const TRY = `
  import { exchangeCode, MemoryService, revoke, verifyWebhook } from '/index.js'
  const baseUrl = location.origin
  const code = (error) => error.code
  const client = { baseUrl, clientId: 'cli_1', clientSecret: 'sec_1' }
  const tried = Promise.all([
    new Promise((resolve) => resolve(new MemoryService({ baseUrl, token: 'mst_1' }))).catch(code),
    exchangeCode({ ...client, code: 'cod_1' }).catch(code),
    revoke({ ...client, token: 'mst_1' }).catch(code),
    verifyWebhook('{}', {}, 'whsec_AAAA').catch(code),
  ])`
const FILES: Record<string, string> = {
  '/page.mjs': `${TRY}\n window.tried = tried`,
  '/worker.mjs': `${TRY}\n tried.then((tried) => postMessage(tried))`,
}

let browser: Browser
const server = createServer(async ({ url = '' }, response) => {
  if (url === '/')
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A page</title>')
  const text = FILES[url] ?? (await readFile(new URL(`.${url}`, DIST), 'utf8').catch(() => ''))
  return response.writeHead(200, JAVASCRIPT).end(text)
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  browser = await chromium.launch({ executablePath: inject('chromium'), args: ['--no-sandbox', '--disable-gpu'] })
})
afterAll(async () => {
  await browser?.close()
  server.close()
})

test('rejects secrets in pages and workers of a browser', async () => {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const inPage = await page.evaluate(`import('/page.mjs').then(() => window.tried)`)
  const inWorker = await page.evaluate(
    `new Promise((resolve) => { new Worker('/worker.mjs', { type: 'module' }).onmessage = ({ data }) => resolve(data) })`,
  )
  const refused = Array(4).fill('secret_in_browser')
  expect([inPage, inWorker]).toEqual([refused, refused])
})
