import { type Choice, chosen } from '@memory-service/portability/choice'
import { PortabilityError } from '@memory-service/portability/errors'
import { type Recognised, recognise } from '@memory-service/portability/import'
import { toJsonLines } from '@memory-service/portability/json-lines'
import { chatsBeyond, type Survey, survey } from '@memory-service/portability/survey'
import type { Chunk, Reply, Request, Selection } from './protocol.ts'

/*
 * Reads files off the main thread. It gives a preview first, and lines only after a selection. Its content security policy
 * allows no connections.
 */

const CHUNK_LINES = 1_000
const CHUNK_CHARS = 1024 * 1024

let recognised: Recognised | undefined
let found: Survey | undefined
let chunks: AsyncGenerator<Chunk> | undefined

const utf8 = new TextEncoder()
const send = (reply: Reply, transfer: Transferable[] = []) => postMessage(reply, { transfer })

async function read(files: readonly Blob[], text: string): Promise<void> {
  recognised = await recognise(text ? [...files, text] : files)
  found = await survey(recognised, { onProgress: (progress) => send({ kind: 'progress', progress }) })
  const label = recognised.formats.map((format) => format.label).join(', ')
  send({ kind: 'preview', preview: { ...found, label } })
}

async function* chunksOf(files: Recognised, { counts, chats }: Survey, selection: Selection): AsyncGenerator<Chunk> {
  const without = new Set([...selection.without])
  const wanted = selection.withoutChats ? [] : chats.filter(({ id }) => !without.has(id))
  for (const id of chatsBeyond(wanted, selection.max)) without.add(id)
  const choice: Choice = { ...selection, without }
  const total = counts.memories + counts.candidates + counts.chats + counts.messages
  // Counts records as they are read, also those that are left out: that is how far it is.
  let passed = 0
  const records = async function* () {
    for await (const record of files.records()) {
      passed++
      yield record
    }
  }
  let lines: string[] = []
  let chars = 0
  const cut = (isLast: boolean): Chunk => {
    const chunk = { lines: utf8.encode(lines.join('')), sent: Math.min(passed, total), total, isLast }
    lines = []
    chars = 0
    return chunk
  }
  for await (const line of toJsonLines(chosen(records(), choice), { candidates: true })) {
    if (lines.length >= CHUNK_LINES || chars + line.length > CHUNK_CHARS) yield cut(false)
    lines.push(line)
    chars += line.length
  }
  yield cut(true)
}

async function handle(request: Request): Promise<void> {
  if (request.kind === 'read') return read(request.files, request.text)
  if (request.kind === 'select') {
    if (recognised && found) chunks = chunksOf(recognised, found, request.selection)
    return
  }
  const next = await chunks?.next()
  if (next && !next.done) send({ kind: 'chunk', chunk: next.value }, [next.value.lines.buffer])
}

addEventListener('message', ({ data }: MessageEvent<Request>) => {
  handle(data).catch((error: unknown) => {
    const reason = error instanceof PortabilityError ? { code: error.code, message: error.message } : undefined
    send({ kind: 'refused', reason })
  })
})
