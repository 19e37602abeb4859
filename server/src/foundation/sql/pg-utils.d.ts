declare module 'pg/lib/utils.js' {
  /** Converts a value to what the driver sends as a parameter. */
  export function prepareValue(value: unknown): string | Buffer | null
}
