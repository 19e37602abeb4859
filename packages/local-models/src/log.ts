/** Receives log entries: data first, then a short event name. A pino logger is one. */
export interface Log {
  debug(data: object, event: string): void
  info(data: object, event: string): void
  warn(data: object, event: string): void
}
