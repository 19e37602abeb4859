import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { TextReader, ZipWriter } from '@zip.js/zip.js'

const FILES = 10
/** The JSON of a message around its text. */
const MESSAGE_JSON_BYTES = 420
const FACTS = ['I live in Bergen with two cats.', "I'm allergic to hazelnuts.", 'My sister Ada works at a bakery.']

/**
 * Writes an export of ChatGPT as it is since 2026: ten files of chats in a zip archive.
 * @param bytes of JSON, about
 */
export async function writeChatGptArchive(path, { messages, bytes, chatMessages }) {
  const file = createWriteStream(path)
  const zip = new ZipWriter(Writable.toWeb(file), { useWebWorkers: false, level: 1 })
  const chats = Math.ceil(messages / chatMessages)
  const textBytes = Math.max(20, bytes / messages - MESSAGE_JSON_BYTES)
  for (let at = 0; at < FILES; at++) {
    const part = []
    for (let chat = at; chat < chats; chat += FILES) part.push(conversation(chat, chatMessages, textBytes))
    await zip.add(`conversations-${String(at).padStart(3, '0')}.json`, new TextReader(`[${part.join(',\n')}]`))
  }
  await zip.close()
}

function conversation(chat, chatMessages, textBytes) {
  const start = 1_700_000_000 + chat * 3600
  const mapping = { root: { id: 'root', message: null, parent: null, children: ['m0'] } }
  for (let i = 0; i < chatMessages; i++) {
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
      children: i + 1 < chatMessages ? [`m${i + 1}`] : [],
    }
  }
  const current_node = `m${chatMessages - 1}`
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
