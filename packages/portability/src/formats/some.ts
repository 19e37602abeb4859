import type { PortableRecord } from '../records.ts'

/** Yields a record if there is one. */
export function* some(record: PortableRecord | undefined): Generator<PortableRecord> {
  if (record) yield record
}
