// Measures pages in a browser with an empty cache, on a slow connection: requests, bytes, first paint, and the largest
// contentful paint (web.dev/lcp). The baseline is a text of a few bytes from the same service.
// Then how long a search takes on the loaded page, without the slow connection: from the input to the painted results. Its
// baseline is to paint a letter in the search field.
//
//   npm run bench:pages -- [--memories 5000] [--rounds 5] [--megabits 1.6] [--latency 150]

import { chromium } from 'playwright-core'
import { CHROMIUM_OPTIONS } from './lib/chromium.mjs'
import { connect, newApp, newUser, remember } from './lib/client.mjs'
import { startService } from './lib/processes.mjs'
import { median, table } from './lib/report.mjs'
import { begin, onEngines, readOptions } from './lib/run.mjs'
import { memories } from './lib/text.mjs'

const options = readOptions({ memories: 5_000, rounds: 5, megabits: 1.6, latency: 150, result: 'pages' })
const BITS = 8
const KB = 1_000
/** Without requests for so long, a page is complete. */
const QUIET_MS = 1_500

const PAGES = [
  { page: 'baseline', path: '/healthz' },
  { page: 'Memories', path: '/memories', as: 'person' },
  { page: 'Connected apps', path: '/connections', as: 'person' },
  { page: 'Activity', path: '/activity', as: 'person' },
  { page: 'sign in', path: '/sign-in' },
  { page: 'consent', path: '', as: 'person' },
  { page: 'apps of a developer', path: '/developers', as: 'developer' },
]

/** Runs in the page before its scripts: keeps the last largest contentful paint, in milliseconds. */
function watchPaints() {
  globalThis.largestPaint = 0
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) globalThis.largestPaint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

/** Opens a page in a new context of the browser; times are in milliseconds after the navigation began. */
async function visit(browser, base, path, cookie) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' })
  try {
    if (cookie) {
      const [name, value] = cookie.split('=')
      await context.addCookies([{ name, value, url: base }])
    }
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    const throughput = (options.megabits * KB * KB) / BITS
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: options.latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
    const seen = { requests: 0, bytes: 0, scripts: 0 }
    const types = new Map()
    const urls = new Map()
    devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (urls.get(requestId)?.startsWith('data:')) return
      seen.requests++
      seen.bytes += encodedDataLength
      if (types.get(requestId) === 'Script') seen.scripts += encodedDataLength
    })
    await page.addInitScript(watchPaints)
    await page.goto(base + path, { waitUntil: 'networkidle' })
    await page.waitForTimeout(QUIET_MS)
    const paints = await page.evaluate(() => ({
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      largest: globalThis.largestPaint,
    }))
    return { ...seen, ...paints }
  } finally {
    await context.close()
  }
}

/** Words that some memories contain. */
const WORDS = [
  'kayak',
  'Lisbon',
  'paella',
  'violin',
  'Xenia',
  'hammock',
  'Tallinn',
  'archery',
  'thermos',
  'gazpacho',
  'Zoe',
]

/** Runs in the page: `timePainted` will be the milliseconds from the next input to a painted page whose first memory has the word. */
function watchInput(word) {
  const isDone = () =>
    word === undefined || document.querySelector('article')?.textContent.toLowerCase().includes(word.toLowerCase())
  globalThis.timePainted = new Promise((resolve) => {
    let began = 0
    const look = () => (isDone() ? setTimeout(() => resolve(performance.now() - began)) : requestAnimationFrame(look))
    const begin = () => {
      began = performance.now()
      requestAnimationFrame(look)
    }
    addEventListener('input', begin, { once: true, capture: true })
  })
}

/** Searches on the page of memories. Returns milliseconds from the input to the painted results, and to a painted letter. */
async function search(browser, base, cookie) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' })
  try {
    const [name, value] = cookie.split('=')
    await context.addCookies([{ name, value, url: base }])
    const page = await context.newPage()
    await page.goto(`${base}/memories`, { waitUntil: 'networkidle' })
    const field = page.getByPlaceholder('Search your memories')
    const times = { results: [], letter: [] }
    const type = async (text, word) => {
      await page.evaluate(watchInput, word)
      await page.keyboard.insertText(text)
      return page.evaluate(() => globalThis.timePainted)
    }
    await field.focus()
    for (const word of WORDS) {
      times.results.push(await type(word, word))
      await page.waitForTimeout(QUIET_MS)
      await field.clear()
      await page.waitForTimeout(QUIET_MS)
      times.letter.push(await type('q'))
      await field.clear()
      await page.waitForTimeout(QUIET_MS)
    }
    return times
  } finally {
    await context.close()
  }
}

async function measure(service) {
  const { base } = service
  const app = await newApp(base, { name: 'Trail Coach' })
  const person = await newUser(base, 'Ada')
  await remember(base, await connect(base, app, person), [...memories(options.memories, 1)])
  const cookies = { person, developer: app.cookie }
  const consent = `/connect?client=${app.slug}`
  const browser = await chromium.launch(CHROMIUM_OPTIONS)
  try {
    const rows = []
    for (const { page, path, as } of PAGES) {
      const rounds = []
      for (let round = 0; round < options.rounds; round++)
        rounds.push(await visit(browser, base, page === 'consent' ? consent : path, cookies[as]))
      const figure = (name) => Math.round(median(rounds.map((each) => each[name])))
      const kb = (name) => Math.round(figure(name) / KB)
      rows.push({
        page,
        requests: figure('requests'),
        kB: kb('bytes'),
        'scripts, kB': kb('scripts'),
        'first paint, ms': figure('first'),
        'largest paint, ms': figure('largest'),
      })
    }
    const { results, letter } = await search(browser, base, person)
    return { rows, searches: { results: results.map(Math.round), letter: letter.map(Math.round) } }
  } finally {
    await browser.close()
  }
}

const run = begin(options.result)
const [{ rows, searches }] = await onEngines(['embedded'], async (_, fresh) => {
  const service = await startService(await fresh())
  try {
    return await measure(service)
  } finally {
    await service.stop()
  }
})
const [baseline, ...pages] = rows
for (const row of pages)
  row['times the baseline'] = (row['largest paint, ms'] / baseline['largest paint, ms']).toFixed(1)
console.log(`\n${options.megabits} Mbit/s, ${options.latency} ms, ${options.memories} memories, empty cache`)
console.log(table(Object.keys(pages[0]), [baseline, ...pages]))
const [letter, results] = [median(searches.letter), median(searches.results)]
console.log(
  `
search among ${options.memories}, loaded page: results after ${results} ms (at most ${Math.max(...searches.results)}), ` +
    `${(results / letter).toFixed(1)} times a letter (${letter} ms)`,
)
run.save({ options, rows, searches })
