import { parentPort, workerData } from 'node:worker_threads'
import type { LocalModel } from './model-folder.ts'
import { loadOnnxModel } from './onnx-model.ts'
import { type LoadedModel, loadStaticModel } from './static-model.ts'

/** What runs a local model, as a thread or as a process: slices of texts in, their vectors out, one at a time. */

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

const model = (parentPort ? workerData : JSON.parse(process.argv[2]!)) as LocalModel

function answer(reply: Answer): void {
  if (!parentPort) process.send?.(reply)
  else parentPort.postMessage(reply, 'vectors' in reply ? [reply.vectors.buffer as ArrayBuffer] : [])
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error))

function load(): Promise<LoadedModel> {
  return model.kind === 'static' ? loadStaticModel(model) : loadOnnxModel(model)
}

if (!parentPort) {
  // Whoever started this process ends it, and it does not outlive them.
  process.on('disconnect', () => process.exit())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}
try {
  const { dim, embed } = await load()
  const work = async ({ slice, texts }: Slice) => {
    try {
      answer({ slice, vectors: await embed(texts) })
    } catch (error) {
      answer({ failed: sentence(error) })
    }
  }
  if (parentPort) parentPort.on('message', work)
  else process.on('message', work)
  answer({ dim })
} catch (error) {
  answer({ broken: sentence(error) })
}
