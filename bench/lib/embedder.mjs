// A scripted embedding model with an OpenAI-compatible API, in its own process. It is deterministic and has no delay.
// VECTORS=words: texts with common words are similar. VECTORS=random: vectors depend on a hash of the text, so
// similarity is meaningless.

import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { importTypeScript } from './processes.mjs'
import { randomFrom } from './text.mjs'

const DIMENSION = 384

const { bagOfWords } = await importTypeScript('server/test/scripted-vectors.ts')
const kinds = { words: bagOfWords(DIMENSION), random: randomVector }
const vectorOf = kinds[process.env.VECTORS]

function randomVector(text) {
  const random = randomFrom(createHash('sha256').update(text).digest().readUInt32LE())
  return Array.from({ length: DIMENSION }, () => random() - 0.5)
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { input, model } = JSON.parse(Buffer.concat(chunks))
  const data = [input].flat().map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
  const usage = { prompt_tokens: data.length, total_tokens: data.length }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ object: 'list', data, model, usage }))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

process.on('message', () => process.send({ result: `http://127.0.0.1:${server.address().port}/v1` }))
process.on('disconnect', () => process.exit())
