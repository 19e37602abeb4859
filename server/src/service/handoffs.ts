import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import type { ToWorker } from './worker-messages.ts'

/*
 * Connections on their way from the primary to one worker. Node sends a worker one connection at a time, and keeps the
 * others until it has confirmed that one. When the worker exits, Node neither closes nor returns them: their clients
 * would wait for ever.
 */

interface Handle {
  close(): void
}

/** A connection that was read from, and the bytes that were read. */
export interface Handoff {
  socket: Socket
  head: Buffer
}

/** The connections that are passed to a worker. */
export class Handoffs {
  readonly #child: ChildProcess
  /** Not sent yet, or being sent. */
  readonly #waiting = new Map<Socket, { head: Buffer; handle: Handle | null }>()
  /** The last one sent; the worker may not have taken it. */
  #sent: Handle | null = null

  constructor(child: ChildProcess) {
    this.#child = child
  }

  /** Passes a connection to the worker; closes it if the worker cannot be reached. */
  send({ socket, head }: Handoff): void {
    const handle = handleOf(socket)
    this.#waiting.set(socket, { head, handle })
    const message: ToWorker = { kind: 'connection', head }
    this.#child.send(message, socket, { keepOpen: false }, (error) => {
      // The worker has exited, and the connection was returned.
      if (!this.#waiting.delete(socket)) return
      if (error) close(socket, handle)
      else this.#sent = handle
    })
  }

  /**
   * Once the worker has exited: returns the connections that were not sent, for another worker, and closes the one that
   * was, since the worker may have begun to process its request. (A handle that is closed already ignores this.)
   */
  takeBack(): Handoff[] {
    this.#sent?.close()
    const unsent: Handoff[] = []
    for (const [socket, { head, handle }] of this.#waiting) {
      // Node detaches the handle when it begins to send it.
      if (handleOf(socket)) unsent.push({ socket, head })
      else close(socket, handle)
    }
    this.#waiting.clear()
    return unsent
  }
}

function close(socket: Socket, handle: Handle | null): void {
  socket.destroy()
  handle?.close()
}

function handleOf(socket: Socket): Handle | null {
  return (socket as Socket & { _handle?: Handle | null })._handle ?? null
}
