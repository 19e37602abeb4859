// Runs mem0 through its own API with its in-memory vector store, one per size. `infer: false` stores texts as they are,
// without extraction by a model.

import { Memory } from 'mem0ai/oss'
import { memories } from '../lib/text.mjs'

const USER = 'bench'
const DIMENSION = 384
const MESSAGES_PER_CALL = 50
const CALLS_AT_ONCE = 8
const SEARCHES_MIN = 3

const stores = new Map()

function open() {
  const key = { apiKey: 'none' }
  return new Memory({
    embedder: {
      provider: 'openai',
      config: { ...key, model: 'scripted', baseURL: process.env.EMBEDDINGS_URL, embeddingDims: DIMENSION },
    },
    vectorStore: { provider: 'memory', config: { collectionName: 'bench', dimension: DIMENSION, dbPath: ':memory:' } },
    llm: { provider: 'openai', config: key },
    disableHistory: true,
  })
}

/** Fills a new store; returns the milliseconds per memory. */
async function load({ size }) {
  const memory = open()
  const messages = [...memories(size, size)].map(({ content }) => ({ role: 'user', content }))
  const from = performance.now()
  let at = 0
  const addAll = async () => {
    while (at < size) {
      const part = messages.slice(at, (at += MESSAGES_PER_CALL))
      await memory.add(part, { userId: USER, infer: false })
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, addAll))
  stores.set(size, memory)
  return (performance.now() - from) / size
}

/** Searches one question after another for at most `ms`; returns p50 and p95 in milliseconds. */
async function search({ size, questions, limit, ms }) {
  const memory = stores.get(size)
  const searchOnce = (question) => memory.search(question, { filters: { user_id: USER }, topK: limit })
  const { results } = await searchOnce(questions[0])
  const times = []
  const until = performance.now() + ms
  for (const question of questions) {
    if (times.length >= SEARCHES_MIN && performance.now() > until) break
    const from = performance.now()
    await searchOnce(question)
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor(times.length * share)]
  return { p50: at(0.5), p95: at(0.95), searches: times.length, found: results.length }
}

const work = { load, search }
process.on('message', ({ kind, ...input }) =>
  work[kind](input).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.stack }),
  ),
)
process.on('disconnect', () => process.exit())
