import type { IndexRow, PackedVectors } from './types.ts'

/**
 * Separates rows from their vectors and concatenates the vectors. Vectors of another length than the first belong to
 * another model and are left out.
 */
export function packRows(rows: readonly IndexRow[]): { rows: IndexRow[]; vectors: PackedVectors | undefined } {
  const withoutCodes = rows.map(({ codes: _, ...row }) => row)
  return { rows: withoutCodes, vectors: packVectors(rows) }
}

/** Concatenates vectors; `undefined` if there are none. Those of another length than the first are left out. */
export function packVectors(
  rows: readonly { id: string; codes?: Uint8Array | Int8Array | null }[],
): PackedVectors | undefined {
  const size = rows.find(({ codes }) => codes?.length)?.codes?.length
  if (!size) return undefined
  const included = rows.filter(({ codes }) => codes?.length === size)
  const codes = new Int8Array(included.length * size)
  for (const [at, row] of included.entries()) codes.set(row.codes!, at * size)
  return { ids: included.map(({ id }) => id), codes }
}
