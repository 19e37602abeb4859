import type { Server } from 'node:http'

/*
 * Slow clients. Whoever sends or takes a byte now and then holds a connection and a little memory, delays nobody, and
 * is let go in the end: each part of an exchange has its time.
 */

/** How long clients are waited for, in milliseconds. */
export interface Patience {
  /** For the head of a request, from its first byte or from the beginning of the connection. */
  headersMs: number
  /** For a body to come in whole, unless it is a stream. */
  bodyMs: number
  /** For a request whose body is a stream. */
  streamMs: number
  /** For any byte to move either way while a request is under way. */
  silenceMs: number
  /** For the next request on a connection. */
  idleMs: number
  /** How often heads and streams are held to their time. */
  checkMs: number
}

export const PATIENCE: Patience = {
  headersMs: 30_000,
  bodyMs: 30_000,
  streamMs: 60 * 60_000,
  // A chat that is not streamed says nothing while its model is asked, twice two minutes at most.
  silenceMs: 5 * 60_000,
  idleMs: 72_000,
  checkMs: 5_000,
}

/**
 * Holds the connections of clients to a number: beyond it new ones are refused, and those that lie idle are closed to
 * make room for the next.
 */
export function boundConnections(server: Server, max: number): void {
  server.maxConnections = max
  server.on('drop', () => server.closeIdleConnections())
}
