// HTTP on a plain socket: load generators share the cores with the measured service, so they use little CPU time.

import { connect } from 'node:net'

const NOT_FOUND = -1
const CHUNK = 'transfer-encoding: chunked'

/** Serializes a request; `head` contains header lines, each with its line break. */
export function textOf({ method, path, body }, head) {
  const rest = body
    ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    : '\r\n'
  return `${method} ${path} HTTP/1.1\r\n${head}${rest}`
}

/** Opens a connection. `send` resolves with the duration in milliseconds, the status and the body. */
export function open(port) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received = []
  let size = 0
  let needed = NOT_FOUND
  let head = 0
  let done
  let failed
  let usedAt = performance.now()
  socket.on('error', (error) => failed?.(error))
  socket.on('close', () => failed?.(new Error('the connection was closed')))
  socket.on('data', (chunk) => {
    received.push(chunk)
    size += chunk.length
    if (needed === NOT_FOUND) {
      const all = received.length === 1 ? chunk : Buffer.concat(received)
      received = [all]
      head = all.indexOf('\r\n\r\n')
      if (head === NOT_FOUND) return
      const text = all.latin1Slice(0, head).toLowerCase()
      const length = /\r\ncontent-length: *(\d+)/.exec(text)
      if (!length)
        return failed(
          new Error(
            text.includes(CHUNK) ? 'unsupported: a chunked response' : 'unsupported: a response without a length',
          ),
        )
      needed = head + 4 + Number(length[1])
    }
    if (size < needed) return
    const all = received.length === 1 ? received[0] : Buffer.concat(received)
    received = []
    size = 0
    const end = needed
    needed = NOT_FOUND
    usedAt = performance.now()
    done({ status: Number(all.latin1Slice(9, 12)), body: () => all.toString('utf8', head + 4, end) })
  })
  return {
    opened: new Promise((resolve) => socket.once('connect', resolve)),
    /** Milliseconds since the last response. */
    get idleMs() {
      return performance.now() - usedAt
    },
    send(text) {
      return new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the connection was closed'))
        const from = performance.now()
        failed = reject
        done = (response) => resolve({ ms: performance.now() - from, ...response })
        socket.write(text)
      })
    },
    close() {
      failed = undefined
      socket.destroy()
    },
  }
}

/** The number of durations, their percentiles and their maximum. */
export function percentiles(times) {
  const sorted = Float64Array.from(times).sort()
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { requests: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}
