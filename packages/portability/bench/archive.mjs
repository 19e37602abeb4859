// Measures reading a large ChatGPT archive in a worker, as a page does: time and peak memory of recognising, the survey that
// is shown and the conversion. The last line is the result as JSON.
//
//   npm run bench -w @memory-service/portability -- [messages] [megabytes]

import { openAsBlob, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { chosen } from '../dist/choice.js'
import { recognise } from '../dist/import.js'
import { toJsonLines } from '../dist/json-lines.js'
import { survey } from '../dist/survey.js'
import { writeChatGptArchive } from './chatgpt-archive.mjs'

const MESSAGES = Number(process.argv[2] ?? 100_000)
const BYTES = Number(process.argv[3] ?? 165) * 1e6
const CHAT_MESSAGES = 33
const SAMPLE_MS = 20

if (isMainThread) await run()
else parentPort.postMessage(await read(workerData))

async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  const path = join(folder, 'export.zip')
  try {
    await writeChatGptArchive(path, { messages: MESSAGES, bytes: BYTES, chatMessages: CHAT_MESSAGES })
    const [packed, json] = [statSync(path).size, BYTES].map((bytes) => (bytes / 1e6).toFixed(0))
    console.log(`${packed} MB packed, ${json} MB of JSON, ${MESSAGES} messages`)
    global.gc?.()
    let peak = 0
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_MS)
    const result = await new Promise((resolve, reject) => {
      const worker = new Worker(fileURLToPath(import.meta.url), { workerData: path, argv: process.argv.slice(2) })
      worker.on('message', resolve).on('error', reject)
    })
    clearInterval(timer)
    console.log(JSON.stringify({ ...result, peakMegabytes: Math.round(peak / 1e6) }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function read(path) {
  const start = performance.now()
  const seconds = () => Number(((performance.now() - start) / 1000).toFixed(1))
  const recognised = await recognise(await openAsBlob(path))
  const recognisedAfter = seconds()
  const { counts } = await survey(recognised)
  const surveyedAfter = seconds()
  let bytes = 0
  for await (const line of toJsonLines(chosen(recognised.records(), {}), { candidates: true })) bytes += line.length
  return { counts, recognisedAfter, surveyedAfter, convertedAfter: seconds(), megabytes: Math.round(bytes / 1e6) }
}
