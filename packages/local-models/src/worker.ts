import { parentPort, workerData } from 'node:worker_threads'
import type { LocalModel } from './model-folder.ts'
import { loadOnnxModel } from './onnx-model.ts'
import { type LoadedModel, loadStaticModel } from './static-model.ts'

/* Runs a model as a thread or as a process: receives slices of texts and sends their vectors, one slice at a time. */

/** A numbered part of a call's texts. */
export interface Slice {
  slice: number
  texts: string[]
}

/** The first message contains the dimension or why the model cannot be loaded; each further one answers a slice. */
export type WorkerMessage =
  | { dim: number }
  | { loadError: string }
  | { slice: number; vectors: Float32Array }
  | { error: string }

const model = (parentPort ? workerData : JSON.parse(process.argv[2]!)) as LocalModel

function send(message: WorkerMessage): void {
  if (!parentPort) process.send?.(message)
  else parentPort.postMessage(message, 'vectors' in message ? [message.vectors.buffer as ArrayBuffer] : [])
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function load(): Promise<LoadedModel> {
  return model.kind === 'static' ? loadStaticModel(model) : loadOnnxModel(model)
}

if (!parentPort) {
  // The parent ends this process. It also exits when the parent dies, but not on signals sent to the process group.
  process.on('disconnect', () => process.exit())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}
try {
  const { dim, embed } = await load()
  const work = async ({ slice, texts }: Slice) => {
    try {
      send({ slice, vectors: await embed(texts) })
    } catch (error) {
      send({ error: messageOf(error) })
    }
  }
  if (parentPort) parentPort.on('message', work)
  else process.on('message', work)
  send({ dim })
} catch (error) {
  send({ loadError: messageOf(error) })
}
