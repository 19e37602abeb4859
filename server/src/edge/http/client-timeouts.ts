/*
 * Timeouts for slow clients. Each phase of a request has its own limit, so that a client that sends or reads slowly
 * cannot hold a connection indefinitely.
 */

/** Timeouts of client connections, in milliseconds. */
export interface ClientTimeouts {
  /** Until the request headers are complete, from their first byte or from the start of the connection. */
  headersMs: number
  /** Until the request body is complete, unless it is a stream. */
  bodyMs: number
  /** Until a request with a streamed body is complete. */
  streamMs: number
  /** Without any byte sent or received during a request. */
  inactivityMs: number
  /** Keep-alive: until the next request on a connection. */
  idleMs: number
  /** The interval at which the header and stream timeouts are checked. */
  checkMs: number
}

export const CLIENT_TIMEOUTS: ClientTimeouts = {
  headersMs: 30_000,
  bodyMs: 30_000,
  streamMs: 60 * 60_000,
  // A chat that is not streamed sends nothing during its model calls: at most two of two minutes each.
  inactivityMs: 5 * 60_000,
  idleMs: 72_000,
  checkMs: 5_000,
}
