// The source of vectors in a benchmark, and when every memory has one.

import { setTimeout as sleep } from 'node:timers/promises'
import { makeStaticModel } from '../../packages/local-models/test/tiny-models.mjs'
import { startScript, temporaryFolder } from './processes.mjs'

const POLL_MS = 100
const EMBEDDED_WITHIN_MS = 20 * 60_000

// A long timeout, so that on a busy machine no hybrid recall falls back to keyword search.
const LONG_TIMEOUT = { EMBEDDINGS_TIMEOUT_MS: '10000' }
const SCRIPTED = { scripted: 'words', random: 'random' }

/**
 * Opens a source of vectors: `off`, `scripted` or `random` (an embedder over HTTP), `tiny` (a generated model), the address
 * of a running model, or a folder with a local model. Returns the `embeddings` for `startService`, and `stop`.
 */
export async function openVectors(kind) {
  if (kind === 'off') return { embeddings: { EMBEDDINGS: 'off' }, stop() {} }
  if (SCRIPTED[kind]) {
    const embedder = startScript('./embedder.mjs', { VECTORS: SCRIPTED[kind] })
    const url = await embedder.request({})
    const embeddings = { ...LONG_TIMEOUT, EMBEDDINGS: 'http', EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: kind }
    return { url, embeddings, stop: embedder.stop }
  }
  if (/^https?:/.test(kind))
    return {
      embeddings: { ...LONG_TIMEOUT, EMBEDDINGS: 'http', EMBEDDINGS_URL: kind, EMBEDDINGS_MODEL: 'given' },
      stop() {},
    }
  const local = (folder) => ({ ...LONG_TIMEOUT, EMBEDDINGS: 'local', EMBEDDINGS_MODEL_DIR: folder })
  if (kind !== 'tiny') return { embeddings: local(kind), stop() {} }
  const folder = temporaryFolder()
  await makeStaticModel(folder.path)
  return { embeddings: local(folder.path), stop: folder.remove }
}

/** The values of a metric by its label; under `value` if it has no label. */
export async function metrics(base, name) {
  const text = await (await fetch(`${base}/metrics`)).text()
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{\\w+="(\\w+)"\\})? (\\S+)$`, 'gm'))
  return Object.fromEntries([...lines].map(([, label = 'value', value]) => [label, Number(value)]))
}

/** Waits until the process has created `count` vectors; returns the milliseconds it waited. */
export function vectorsCreated(base, count) {
  return until(base, ({ embedded }) => embedded >= count)
}

/** Waits until all of at least `count` memories have vectors, according to a metric refreshed every 10 s. */
export function vectorsComplete(base, count) {
  return until(base, ({ memories, behind }) => memories >= count && behind === 0)
}

async function until(base, done) {
  const from = performance.now()
  for (;;) {
    const [embedded, memories, behind] = await Promise.all(
      ['vectors_made_total', 'memories_held', 'vectors_backlog'].map(async (name) => (await metrics(base, name)).value),
    )
    const progress = { embedded, memories, behind }
    const ms = performance.now() - from
    if (done(progress)) return ms
    if (ms > EMBEDDED_WITHIN_MS)
      throw new Error(`vectors are incomplete after ${EMBEDDED_WITHIN_MS} ms: ${JSON.stringify(progress)}`)
    await sleep(POLL_MS)
  }
}
