import { fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import type { LocalModel } from './model-folder.ts'
import type { Slice, WorkerMessage } from './worker.ts'

/** The thread or process that runs a model. */
export interface Host {
  send(slice: Slice): void
  /** Keeps this process alive while the worker runs. */
  ref(): void
  /** Lets this process exit while the worker runs. */
  unref(): void
  /** Ends the worker at once, even in the middle of its work. */
  terminate(): Promise<void>
}

interface Listener {
  onMessage(message: WorkerMessage): void
  onExit(reason: string): void
}

/**
 * A static model runs in a thread. A transformer runs in its own process, since its native library crashes the whole
 * process when a thread is terminated during its work, or when it fails.
 */
export function openHost(model: LocalModel, file: URL, listener: Listener): Host {
  return model.kind === 'static' ? openThread(model, file, listener) : openProcess(model, file, listener)
}

function openThread(model: LocalModel, file: URL, { onMessage, onExit }: Listener): Host {
  const worker = new Worker(file, { workerData: model, name: 'model' })
  let reason = 'its thread ended'
  worker.on('message', onMessage)
  worker.on('error', (error: unknown) => {
    reason = error instanceof Error ? error.message : String(error)
  })
  worker.on('exit', () => onExit(reason))
  return {
    send: (slice) => worker.postMessage(slice),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    terminate: async () => void (await worker.terminate()),
  }
}

function openProcess(model: LocalModel, file: URL, { onMessage, onExit }: Listener): Host {
  // The environment is empty, since the process needs none of it and must not read the secrets in it.
  const child = fork(file, [JSON.stringify(model)], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = new Promise<void>((resolve) => {
    const exit = (reason: string) => {
      resolve()
      onExit(reason)
    }
    child.once('error', (error) => child.pid ?? exit(error.message))
    child.once('exit', (code, signal) => exit(`its process ended (${signal ?? code})`))
  })
  child.on('message', onMessage)
  return {
    // Errors are ignored here: a dead process is handled in its `exit` event.
    send: (slice) => void child.send(slice, () => {}),
    ref() {
      child.ref()
      child.channel?.ref()
    },
    unref() {
      child.unref()
      child.channel?.unref()
    },
    terminate() {
      child.ref()
      child.kill('SIGKILL')
      return exited
    },
  }
}
