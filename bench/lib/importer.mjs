// A person who imports a file on the page, in Chromium: chooses it, reads the preview, and imports all of it.

import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { CHROMIUM_OPTIONS } from './chromium.mjs'
import { importTypeScript } from './processes.mjs'

// A person's browser does not share the CPU with the service.
const { yieldCpu } = await importTypeScript('server/test/yield-cpu.ts')

const SAMPLE_MS = 200
/** An import may take this long; it only ends one that hangs. */
const IMPORT_MS = 600_000
const KB = 1_024

/** The memory in bytes that only this process uses; 0 if it has ended. */
function privateBytes(pid) {
  const file = `/proc/${pid}/smaps_rollup`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return [...text.matchAll(/^Private_\w+: +(\d+) kB$/gm)].reduce((sum, [, kb]) => sum + Number(kb) * KB, 0)
}

/** The private memory in bytes of all pages of a browser and of their workers. */
async function memoryOf(devtools) {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { id }) => sum + privateBytes(id), 0)
}

/** The id of a browser's first process. */
async function pidOf(devtools) {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  return processInfo.find(({ type }) => type === 'browser').id
}

/**
 * Imports a file as the person of a session.
 * @returns seconds until the preview and in all, the lines stored, those over a limit, the slowest request in milliseconds,
 *   by how many megabytes the page's process grew at most, which is what the reader's worker and the page took, and whether
 *   the browser left the CPU to the service
 */
export async function importOnPage(base, cookie, path) {
  const browser = await chromium.launch(CHROMIUM_OPTIONS)
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' })
    const [name, value] = cookie.split('=')
    await context.addCookies([{ name, value, url: base }])
    const page = await context.newPage()
    page.setDefaultTimeout(IMPORT_MS)
    await page.goto(`${base}/bring`)
    const choose = page.getByRole('button', { name: 'Choose files' })
    await choose.waitFor()
    const devtools = await browser.newBrowserCDPSession()
    const pid = await pidOf(devtools)
    let yielded = yieldCpu(pid)
    const before = await memoryOf(devtools)
    let peak = before
    let isOver = false
    const sampled = (async () => {
      for (; !isOver; await sleep(SAMPLE_MS)) {
        peak = Math.max(peak, await memoryOf(devtools))
        yielded &&= yieldCpu(pid)
      }
    })()
    const stored = { imported: 0, skipped: 0, overLimit: 0 }
    let slowest = 0
    const replies = []
    page.on('requestfinished', (request) => {
      if (request.method() !== 'POST' || !request.url().startsWith(`${base}/v1/import?`)) return
      slowest = Math.max(slowest, request.timing().responseEnd)
      replies.push(request.response().then((response) => response.json()))
    })
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()])
    const begun = performance.now()
    const seconds = () => (performance.now() - begun) / 1_000
    await chooser.setFiles(path)
    const submit = page.getByRole('button', { name: 'Import', exact: true })
    await submit.waitFor()
    const previewed = seconds()
    await submit.click()
    await page.getByRole('heading', { name: 'Imported' }).waitFor()
    const whole = seconds()
    isOver = true
    await sampled
    for (const reply of await Promise.all(replies))
      for (const name of Object.keys(stored)) stored[name] += reply[name] ?? 0
    return { previewed, seconds: whole, slowestChunkMs: slowest, peakMb: (peak - before) / 1e6, yielded, ...stored }
  } finally {
    await browser.close()
  }
}
