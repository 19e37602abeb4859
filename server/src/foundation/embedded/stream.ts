import { Duplex } from 'node:stream'

/**
 * A duplex stream that pg uses as its socket. Streams share one engine: bytes are buffered until `serve` is called.
 * `leave` is called once when the stream is destroyed, for whatever reason.
 */
export class EmbeddedStream extends Duplex {
  readonly session: number
  /** Whether the engine has received bytes from this stream, so that its session must be reset. */
  used = false
  readonly #leave: (stream: EmbeddedStream) => void
  #send: ((bytes: Uint8Array) => void) | null = null
  #held: Uint8Array[] = []

  constructor(session: number, leave: (stream: EmbeddedStream) => void) {
    super()
    this.session = session
    this.#leave = leave
  }

  /** Sends the buffered bytes and everything written from now on to the engine. */
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

  // Socket methods that pg calls; they have no effect here.
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
    this.used = true
    this.#send(bytes)
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    // Copied, because the chunk may be a slice of a pooled buffer, and postMessage would clone the whole pool.
    this.#say(new Uint8Array(chunk))
    done()
  }

  // pg corks the messages of one query. They are sent together, because the engine needs complete messages.
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
