// A person who imports a file, as the page does: the preview first, then chunks of lines, one after the other. In its own
// process, so that its memory is that of the reader with the program itself.

import { openAsBlob } from 'node:fs'
import { chosen } from '../../packages/portability/dist/choice.js'
import { recognise } from '../../packages/portability/dist/import.js'
import { toJsonLines } from '../../packages/portability/dist/json-lines.js'
import { survey } from '../../packages/portability/dist/survey.js'
import { call } from './client.mjs'

// As the page cuts them.
const CHUNK_LINES = 1_000
const CHUNK_CHARS = 1024 * 1024
const SAMPLE_MS = 20

let peak = 0
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_MS).unref()

async function importFile({ base, cookie, path }) {
  peak = 0
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1_000
  const recognised = await recognise(await openAsBlob(path))
  const { counts, digest } = await survey(recognised)
  const previewed = seconds()
  const { body } = await call(base, 'POST', '/v1/imports', { cookie, body: { label: 'ChatGPT', digest } })
  const stored = { imported: 0, skipped: 0, overLimit: 0 }
  let slowest = 0
  for await (const { lines, isLast } of chunksOf(recognised)) {
    const sent = performance.now()
    const response = await fetch(`${base}/v1/import?import=${body.id}&finish=${isLast}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-ndjson' },
      body: lines,
    })
    const reply = await response.json()
    if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(reply)}`)
    slowest = Math.max(slowest, performance.now() - sent)
    for (const name of Object.keys(stored)) stored[name] += reply[name] ?? 0
  }
  return { counts, previewed, seconds: seconds(), slowestChunkMs: slowest, peakMb: peak / 1e6, ...stored }
}

async function* chunksOf(recognised) {
  let lines = []
  let chars = 0
  for await (const line of toJsonLines(chosen(recognised.records(), {}), { candidates: true })) {
    if (lines.length >= CHUNK_LINES || chars + line.length > CHUNK_CHARS) {
      yield { lines: lines.join(''), isLast: false }
      ;[lines, chars] = [[], 0]
    }
    lines.push(line)
    chars += line.length
  }
  yield { lines: lines.join(''), isLast: true }
}

process.on('message', (job) =>
  importFile(job).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.stack }),
  ),
)
process.on('disconnect', () => process.exit())
