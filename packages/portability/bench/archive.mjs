// Measures reading a large ChatGPT archive: time and peak memory of recognising, a preview and a conversion.
//
//   npm run bench -w @memory-service/portability -- [messages] [megabytes]

import { createWriteStream, openAsBlob, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { TextReader, ZipWriter } from '@zip.js/zip.js'
import { preview, recognise } from '../dist/import.js'
import { toJsonLines } from '../dist/json-lines.js'

const MESSAGES = Number(process.argv[2] ?? 100_000)
const BYTES = Number(process.argv[3] ?? 165) * 1e6
const CHAT_MESSAGES = 33
const FILES = 10
const FACTS = ['I live in Bergen with two cats.', "I'm allergic to hazelnuts.", 'My sister Ada works at a bakery.']

const folder = await mkdtemp(join(tmpdir(), 'archive-'))
const path = join(folder, 'export.zip')
try {
  await writeArchive()
  console.log(
    `${(statSync(path).size / 1e6).toFixed(1)} MB packed, ${(BYTES / 1e6).toFixed(0)} MB of JSON, ${MESSAGES} messages`,
  )
  global.gc?.()
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  const report = (name, start) =>
    console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s, peak ${(peak / 1e6).toFixed(0)} MB`)
  let start = performance.now()
  const recognised = await recognise(await openAsBlob(path))
  report('recognise', start)
  start = performance.now()
  const { counts } = await preview(recognised)
  report('preview', start)
  console.log(counts)
  start = performance.now()
  let bytes = 0
  for await (const line of toJsonLines(recognised.records())) bytes += line.length
  report('convert', start)
  console.log(`${(bytes / 1e6).toFixed(0)} MB of JSON Lines`)
  clearInterval(timer)
} finally {
  rmSync(folder, { recursive: true })
}

async function writeArchive() {
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
