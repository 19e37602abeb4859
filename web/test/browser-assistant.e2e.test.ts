import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../server/test/service.ts'
import { openBrowser, sendCredentials, setAccess } from './browser.ts'

/* An assistant in a web page of another origin, which discovers the service, registers, is allowed and calls tools. */

const browser = openBrowser()
let service: TestService
let server: Server
let site: string
beforeAll(async () => {
  service = await testService()
  const script = await bundle(fileURLToPath(new URL('browser-assistant.mjs', import.meta.url)))
  server = createServer(({ url = '' }, response) => {
    const isScript = url === '/assistant.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
    response.end(isScript ? script : PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await service.stop()
})

const PAGE =
  '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Assistant</title><body>' +
  '<script type="module" src="/assistant.js"></script></body></html>'

async function bundle(input: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, rolldownOptions: { input, output: { codeSplitting: false } } },
  })
  const { output } = result as Rolldown.RolldownOutput
  return output[0].code
}

test('an assistant in a page of another origin registers, is allowed and calls tools', async () => {
  const page = await browser.visit(service.url, {}, [site])
  await page.goto(`${site}/?mcp=${encodeURIComponent(`${service.url}/mcp`)}`)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await sendCredentials(page, { email: 'page@example.com', password: service.password, name: 'Ada' })
  // An app that is not verified starts without access to everything.
  await setAccess(page, 'Everything', 'Read and change')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Recalled:').waitFor()
  const shown = (await page.locator('p').allTextContents()).join('\n')
  expect(shown).toBe(
    'Tools: fetch,forget,get_context,list_scopes,recall,remember,search,update_memory\nRecalled: Prefers tea.',
  )
})
