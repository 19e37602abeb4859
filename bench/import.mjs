// Imports a large export of ChatGPT on the page while other people use the service. Measures the time and the memory of the
// reader, and the latency of the others before and meanwhile; see README.md.
//
//   npm run bench:import -- [--engine postgres|embedded] [--messages 100000] [--megabytes 165] [--rate 40]

import { join } from 'node:path'
import { writeChatGptArchive } from '../packages/portability/bench/chatgpt-archive.mjs'
import { newApp, newToken, newUser, remember } from './lib/client.mjs'
import { importOnPage } from './lib/importer.mjs'
import { startScript, startService, temporaryFolder } from './lib/processes.mjs'
import { round, table } from './lib/report.mjs'
import { begin, enginesOf, onEngines, readOptions } from './lib/run.mjs'
import { memories } from './lib/text.mjs'

const options = readOptions({ engine: undefined, messages: 100_000, megabytes: 165, rate: 40, result: 'import' })

/** A person can have 1,000 chats. */
const CHATS = 1_000
const OTHERS = 20
const MEMORIES = 200
const SHARES = { recall: 0.7, write: 0.2, context: 0.1 }
const WARM_MS = 10_000
const ALONE_MS = 30_000
/** The round beside an import ends with it at the earliest. */
const BESIDE_MS = 45_000
const TARGETS = { seconds: 60, peakMb: 300, ratio: 2 }

async function measure(name, fresh, path) {
  const service = await startService(await fresh())
  const { base, port } = service
  const app = await newApp(base, { scopes: ['memory:read:*', 'memory:write:*', 'context:read:*'] })
  const tokens = []
  for (let n = 0; n < OTHERS; n++) {
    tokens.push(await newToken(base, app))
    await remember(base, tokens[n], [...memories(MEMORIES, n + 1)])
  }
  const load = startScript('./mixed-load.mjs')
  const job = { tokens, ports: [port], shares: SHARES, perSecond: options.rate }
  await load.request({ ...job, ms: WARM_MS, seed: 1 })
  const alone = await load.request({ ...job, ms: ALONE_MS, seed: 2 })
  const cookie = await newUser(base)
  const [imported, beside] = await Promise.all([
    importOnPage(base, cookie, path),
    load.request({ ...job, ms: BESIDE_MS, seed: 3 }),
  ])
  const again = await importOnPage(base, cookie, path)
  for (const each of [load, service]) await each.stop()
  return { engine: name, imported, again: { imported: again.imported, seconds: again.seconds }, alone, beside }
}

const archive = temporaryFolder()
const path = join(archive.path, 'export.zip')
const { messages, megabytes } = options
await writeChatGptArchive(path, { messages, bytes: megabytes * 1e6, chatMessages: Math.ceil(messages / CHATS) })
const run = begin(options.result)
const reports = await onEngines(enginesOf(options.engine), (name, fresh) => measure(name, fresh, path))
archive.remove()

const rows = reports.map(({ engine, imported, again, alone, beside }) => ({
  engine,
  'preview s': round(imported.previewed),
  'in all s': round(imported.seconds),
  'CPU yielded': imported.yielded ? 'yes' : 'no',
  'reader MB': round(imported.peakMb),
  'lines stored': imported.imported,
  'over limits': imported.overLimit,
  'slowest chunk ms': round(imported.slowestChunkMs),
  'stored again': again.imported,
  'p50 alone': round(alone.all.p50),
  'p50 beside': round(beside.all.p50),
  'p99 alone': round(alone.all.p99),
  'p99 beside': round(beside.all.p99),
  errors: alone.errors.count + beside.errors.count,
}))
console.log(table(Object.keys(rows[0]), rows))
const targets = reports.flatMap(({ engine, imported, again, alone, beside }) => {
  const figures = { seconds: imported.seconds, peakMb: imported.peakMb, ratio: beside.all.p99 / alone.all.p99 }
  return [
    ...Object.entries(TARGETS).map(([what, target]) => {
      const value = figures[what]
      return { engine, what: `import, ${what}`, value: round(value), target, ok: value <= target }
    }),
    { engine, what: 'import, stored again', value: again.imported, target: 0, ok: again.imported === 0 },
  ]
})
run.save({ options, reports, targets })
if (targets.some(({ ok }) => !ok)) process.exitCode = 1
