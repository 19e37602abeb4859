import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/* What a primary process and its workers send each other. */

/** The argument with which a primary starts the program as one of its workers. */
export const WORKER_ARGUMENT = '--worker-of-primary'

/** The metrics of a worker, as the library exports them. */
export type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[]

export type ToWorker =
  /** A connection, with the bytes of it that the primary has read; the message carries its handle. */
  | { kind: 'connection'; head: Uint8Array }
  /** Asks for the metrics of the worker. */
  | { kind: 'collect'; call: number }
  /** The metrics of all workers, which the worker asked for. */
  | { kind: 'metrics'; call: number; text: string }
  /** How many workers there are, and the address that the primary listens on. */
  | { kind: 'start'; count: number; address: string }
  | { kind: 'stop' }

export type ToPrimary =
  | { kind: 'listening' }
  | { kind: 'ready' }
  | { kind: 'collected'; call: number; metrics: WorkerMetrics }
  | { kind: 'metrics'; call: number }
  /** The worker at which the indexes of a credential's person are. */
  | { kind: 'home'; credential: string; slot: number }
