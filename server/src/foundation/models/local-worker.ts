import { parentPort, workerData } from 'node:worker_threads'
import type { LocalModel } from './model-folder.ts'
import { type LoadedModel, loadStaticModel } from './static-model.ts'

/** The thread a local model runs in: slices of texts in, their vectors out, one slice at a time. */

/** Texts to embed, under a number. */
export interface Slice {
  slice: number
  texts: string[]
}

/** The first answer tells the dimension or why there is no model; each further one belongs to a slice. */
export type Answer =
  | { dim: number }
  | { broken: string }
  | { slice: number; vectors: Float32Array }
  | { failed: string }

function answer(reply: Answer): void {
  parentPort?.postMessage(reply, 'vectors' in reply ? [reply.vectors.buffer as ArrayBuffer] : [])
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function load(): Promise<LoadedModel> {
  const model = workerData as LocalModel
  if (model.kind === 'static') return loadStaticModel(model)
  throw new Error('models of this kind are not read')
}

try {
  const model = await load()
  parentPort?.on('message', async ({ slice, texts }: Slice) => {
    try {
      answer({ slice, vectors: await model.embed(texts) })
    } catch (error) {
      answer({ failed: sentence(error) })
    }
  })
  answer({ dim: model.dim })
} catch (error) {
  answer({ broken: sentence(error) })
}
