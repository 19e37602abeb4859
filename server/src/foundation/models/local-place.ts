import { fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import type { Answer, Slice } from './local-worker.ts'
import type { LocalModel } from './model-folder.ts'

/** Where a local model runs, outside of the main loop. It keeps the process alive only while it is held. */
export interface Place {
  send(slice: Slice): void
  hold(): void
  letGo(): void
  /** Ends it at once, whatever it is doing. */
  end(): Promise<void>
}

interface Listener {
  answer(reply: Answer): void
  /** It has ended, for whatever reason. */
  ended(reason: string): void
}

/**
 * A static model runs in a thread. A transformer runs in a process of its own: its native library takes the whole
 * process along when a thread is ended in the middle of its work, or when it fails.
 */
export function openPlace(model: LocalModel, file: URL, listener: Listener): Place {
  return model.kind === 'static' ? openThread(model, file, listener) : openProcess(model, file, listener)
}

function openThread(model: LocalModel, file: URL, { answer, ended }: Listener): Place {
  const worker = new Worker(file, { workerData: model, name: 'model' })
  let reason = 'its thread ended'
  worker.on('message', answer)
  worker.on('error', (error: unknown) => {
    reason = error instanceof Error ? error.message : String(error)
  })
  worker.on('exit', () => ended(reason))
  return {
    send: (slice) => worker.postMessage(slice),
    hold: () => worker.ref(),
    letGo: () => worker.unref(),
    end: async () => void (await worker.terminate()),
  }
}

function openProcess(model: LocalModel, file: URL, { answer, ended }: Listener): Place {
  // It needs nothing of our environment, and shall know none of its secrets. Its output is not ours.
  const child = fork(file, [JSON.stringify(model)], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = new Promise<void>((resolve) => {
    const end = (reason: string) => {
      resolve()
      ended(reason)
    }
    child.once('error', (error) => child.pid ?? end(error.message))
    child.once('exit', (code, signal) => end(`its process ended (${signal ?? code})`))
  })
  child.on('message', answer)
  return {
    // One that is gone is noticed by its exit.
    send: (slice) => void child.send(slice, () => {}),
    hold() {
      child.ref()
      child.channel?.ref()
    },
    letGo() {
      child.unref()
      child.channel?.unref()
    },
    end() {
      child.ref()
      child.kill('SIGKILL')
      return gone
    },
  }
}
