import { Duplex } from 'node:stream'

/**
 * What pg takes for a socket. Bytes written before the stream's turn has come are held back; leaving, in whatever
 * way, is told once.
 */
export class EmbeddedStream extends Duplex {
  readonly session: number
  /** Whether the engine has heard from this stream, so that there is something to forget. */
  spoke = false
  readonly #leave: (stream: EmbeddedStream) => void
  #send: ((bytes: Uint8Array) => void) | null = null
  #held: Uint8Array[] = []

  constructor(session: number, leave: (stream: EmbeddedStream) => void) {
    super()
    this.session = session
    this.#leave = leave
  }

  /** The stream's turn: what it has to say is heard from now on. */
  serve(send: (bytes: Uint8Array) => void) {
    this.#send = send
    const held = this.#held
    this.#held = []
    for (const bytes of held) this.#say(bytes)
  }

  connect() {
    process.nextTick(() => this.destroyed || this.emit('connect'))
    return this
  }

  // pg asks these of a socket; there is no wire to set anything on.
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }

  #say(bytes: Uint8Array) {
    if (!this.#send) return this.#held.push(bytes)
    this.spoke = true
    this.#send(bytes)
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    // A copy of its own: the buffer may be a slice of a pool, which would cross to the thread whole.
    this.#say(new Uint8Array(chunk))
    done()
  }

  // pg corks the messages of one query: they travel together, as the engine must meet whole ones.
  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.#say(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    done()
  }

  override _final(done: () => void) {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#held = []
    this.#leave(this)
    done(error)
  }
}
