// Measures reading a large ChatGPT archive in a worker, as a page does: time and peak memory of recognising, the survey that
// is shown and the conversion. The last line is the result as JSON.
//
//   npm run bench -w @memory-service/portability -- [messages] [megabytes]

import { createWriteStream, openAsBlob, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { TextReader, ZipWriter } from '@zip.js/zip.js'
import { chosen } from '../dist/choice.js'
import { recognise } from '../dist/import.js'
import { toJsonLines } from '../dist/json-lines.js'
import { survey } from '../dist/survey.js'

const MESSAGES = Number(process.argv[2] ?? 100_000)
const BYTES = Number(process.argv[3] ?? 165) * 1e6
const CHAT_MESSAGES = 33
const FILES = 10
const SAMPLE_MS = 20
const FACTS = ['I live in Bergen with two cats.', "I'm allergic to hazelnuts.", 'My sister Ada works at a bakery.']

if (isMainThread) await run()
else parentPort.postMessage(await read(workerData))

async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  const path = join(folder, 'export.zip')
  try {
    await writeArchive(path)
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

async function writeArchive(path) {
  const file = createWriteStream(path)
  const zip = new ZipWriter(Writable.toWeb(file), { useWebWorkers: false, level: 1 })
  const chats = Math.ceil(MESSAGES / CHAT_MESSAGES)
  const textBytes = Math.max(20, BYTES / MESSAGES - 420)
  for (let at = 0; at < FILES; at++) {
    const part = []
    for (let chat = at; chat < chats; chat += FILES) part.push(conversation(chat, textBytes))
    await zip.add(`conversations-${String(at).padStart(3, '0')}.json`, new TextReader(`[${part.join(',\n')}]`))
  }
  await zip.close()
}

function conversation(chat, textBytes) {
  const start = 1_700_000_000 + chat * 3600
  const mapping = { root: { id: 'root', message: null, parent: null, children: ['m0'] } }
  for (let i = 0; i < CHAT_MESSAGES; i++) {
    const role = i % 2 ? 'assistant' : 'user'
    const text = role === 'user' && i % 10 === 0 ? FACTS[(chat + i) % FACTS.length] : sentence(chat + i, textBytes)
    mapping[`m${i}`] = {
      id: `m${i}`,
      message: {
        id: `${chat}-${i}`,
        author: { role, name: null, metadata: {} },
        create_time: start + i * 20.5,
        content: { content_type: 'text', parts: [text] },
        status: 'finished_successfully',
        weight: 1,
        metadata: {},
        recipient: 'all',
      },
      parent: i ? `m${i - 1}` : 'root',
      children: i + 1 < CHAT_MESSAGES ? [`m${i + 1}`] : [],
    }
  }
  const current_node = `m${CHAT_MESSAGES - 1}`
  return JSON.stringify({
    id: `c${chat}`,
    title: `Chat ${chat}`,
    create_time: start,
    update_time: start + 900,
    mapping,
    current_node,
  })
}

function sentence(seed, chars) {
  const words = [
    'what',
    'grows',
    'under',
    'a',
    'north',
    'wall',
    'in',
    'clay',
    'soil',
    'with',
    'little',
    'rain',
    'and',
    'wind',
  ]
  let text = ''
  for (let i = seed; text.length < chars; i += 1 + (seed % 5)) text += `${words[i % words.length]} ${i % 997} `
  return text
}
