// Where vectors come from in a benchmark, and when every memory has its own.

import { setTimeout as sleep } from 'node:timers/promises'
import { makeStaticModel } from '../../server/test/tiny-models.mjs'
import { startScript, temporaryFolder } from './processes.mjs'

const POLL_MS = 100
const EMBEDDED_WITHIN_MS = 20 * 60_000

// Patience enough that no question on a busy machine is answered by keyword where hybrid is measured.
const PATIENT = { EMBEDDINGS_TIMEOUT_MS: '10000' }
const SCRIPTED = { scripted: 'words', random: 'random' }

/**
 * Opens a source of vectors: `off`, `scripted` or `random` (an embedder over HTTP), `tiny` (a model made on the spot), or
 * a folder with a local model. What `startService` takes as `embeddings`, and how to let go of it.
 */
export async function openVectors(kind) {
  if (kind === 'off') return { embeddings: { EMBEDDINGS: 'off' }, stop() {} }
  if (SCRIPTED[kind]) {
    const embedder = startScript('./embedder.mjs', { VECTORS: SCRIPTED[kind] })
    const url = await embedder.ask({})
    const embeddings = { ...PATIENT, EMBEDDINGS: 'http', EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: kind }
    return { url, embeddings, stop: embedder.stop }
  }
  const local = (folder) => ({ ...PATIENT, EMBEDDINGS: 'local', EMBEDDINGS_MODEL_DIR: folder })
  if (kind !== 'tiny') return { embeddings: local(kind), stop() {} }
  const folder = temporaryFolder()
  await makeStaticModel(folder.path)
  return { embeddings: local(folder.path), stop: folder.remove }
}

/** What `/metrics` tells under a name, by its one label; under `value` where there is none. */
export async function metrics(base, name) {
  const text = await (await fetch(`${base}/metrics`)).text()
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{\\w+="(\\w+)"\\})? (\\S+)$`, 'gm'))
  return Object.fromEntries([...lines].map(([, label = 'value', value]) => [label, Number(value)]))
}

/** Waits until the process has made so many vectors itself; the milliseconds since it was asked. */
export function embeddedHere(base, count) {
  return until(base, ({ embedded }) => embedded >= count)
}

/** Waits until the process knows that all of at least so many memories have their vectors; it looks every 10 s. */
export function noneBehind(base, count) {
  return until(base, ({ memories, behind }) => memories >= count && behind === 0)
}

async function until(base, done) {
  const from = performance.now()
  for (;;) {
    const [embedded, memories, behind] = await Promise.all(
      ['vectors_made_total', 'memories_held', 'vectors_backlog'].map(async (name) => (await metrics(base, name)).value),
    )
    const told = { embedded, memories, behind }
    const ms = performance.now() - from
    if (done(told)) return ms
    if (ms > EMBEDDED_WITHIN_MS) throw new Error(`vectors are not there in time: ${JSON.stringify(told)}`)
    await sleep(POLL_MS)
  }
}
