import { t } from '@lingui/core/macro'
import type { Progress } from '@memory-service/portability/import'
import type { Chunk, Preview, Reply, Request, Selection } from './protocol.ts'
import { refusalText } from './reader-texts.ts'

/** Files that cannot be imported; the message is a sentence for the person. */
export class Refusal extends Error {}

/** Reads files in a worker of its own. */
export class Reader {
  private readonly worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' })
  private settle: { resolve: (reply: Reply) => void; reject: (error: Refusal) => void } | undefined
  private readonly onProgress: (progress: Progress) => void

  constructor(onProgress: (progress: Progress) => void) {
    this.onProgress = onProgress
    this.worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      if (data.kind === 'progress') this.onProgress(data.progress)
      else if (data.kind === 'refused') this.settle?.reject(new Refusal(refusalText(data.reason)))
      else this.settle?.resolve(data)
    })
    // The worker's memory was used up, or its script could not be loaded.
    this.worker.addEventListener('error', () =>
      this.settle?.reject(new Refusal(t`The reader stopped. Reload the page and try again.`)),
    )
  }

  /** Finds out what files and pasted text hold. @throws Refusal */
  async read(files: readonly Blob[], text: string): Promise<Preview> {
    const reply = await this.ask({ kind: 'read', files, text })
    if (reply.kind !== 'preview') throw new Refusal(t`The reader stopped. Reload the page and try again.`)
    return reply.preview
  }

  /** Sets what {@link next} gives. */
  select(selection: Selection): void {
    this.worker.postMessage({ kind: 'select', selection } satisfies Request)
  }

  /** The next lines of the selection. @throws Refusal */
  async next(): Promise<Chunk> {
    const reply = await this.ask({ kind: 'next' })
    if (reply.kind !== 'chunk') throw new Refusal(t`The reader stopped. Reload the page and try again.`)
    return reply.chunk
  }

  close(): void {
    this.worker.terminate()
  }

  private ask(request: Request): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject }
      this.worker.postMessage(request)
    })
  }
}
