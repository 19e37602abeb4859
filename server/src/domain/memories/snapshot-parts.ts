import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../foundation/sql/db.ts'
import { sql } from '../../foundation/sql/sql.ts'

/** Where the sealed bytes of snapshots are stored. */
export interface SnapshotParts {
  /** Stores the parts of a snapshot whose row exists. Throws if the row is deleted meanwhile. */
  write(userId: string, id: string, parts: readonly Uint8Array[]): Promise<void>
  /** The parts of a snapshot; none or some of them if they are lost. */
  read(userId: string, id: string): Promise<Uint8Array[]>
  /** Deletes the parts of snapshots whose rows are deleted. */
  drop(ids: readonly string[]): Promise<void>
  /** Deletes parts without a row that an interrupted process left. `isKnown`: those of the ids that have a row. */
  sweep(isKnown: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>
}

/** Parts in a table, whose foreign key deletes them with the row of their snapshot. */
export function partsInTable(db: Db): SnapshotParts {
  return {
    async write(userId, id, parts) {
      for (const [part, body] of parts.entries())
        await db.count(sql`
          insert into recall_snapshot_parts (user_id, id, part, body) values (${userId}, ${id}, ${part}, ${bufferOf(body)})`)
    },
    async read(userId, id) {
      const rows = await db.rows<{ body: Buffer }>(sql`
        select body from recall_snapshot_parts where user_id = ${userId} and id = ${id} order by part`)
      return rows.map(({ body }) => ownBytes(body))
    },
    drop: async () => {},
    sweep: async () => {},
  }
}

const LENGTH_BYTES = 4

/** Parts in files of a folder, one file for each snapshot: lengths and parts, one after the other. */
export function partsInFolder(folder: string): SnapshotParts {
  const pathOf = (id: string) => join(folder, id)
  const drop = async (ids: readonly string[]) => {
    for (const id of ids) await rm(pathOf(id), { force: true })
  }
  return {
    async write(_, id, parts) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(pathOf(id), 'wx', 0o600)
      try {
        for (const part of parts) {
          const length = Buffer.alloc(LENGTH_BYTES)
          length.writeUInt32LE(part.length)
          await file.writev([length, part])
        }
      } finally {
        await file.close()
      }
    },
    async read(_, id) {
      const file = ownBytes(await readFile(pathOf(id)).catch(ignoreMissing))
      const parts: Uint8Array[] = []
      for (let at = 0; at + LENGTH_BYTES <= file.length; ) {
        const length = new DataView(file.buffer, file.byteOffset + at).getUint32(0, true)
        parts.push(file.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + length))
        at += LENGTH_BYTES + length
      }
      return parts
    },
    drop,
    async sweep(isKnown) {
      const ids = (await readdir(folder).catch(ignoreMissing)) as string[]
      if (!ids.length) return
      const known = await isKnown(ids)
      await drop(ids.filter((id) => !known.has(id)))
    },
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): never[] & Buffer {
  if (error.code === 'ENOENT') return [] as never
  throw error
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** The bytes in a buffer of their own, which can be moved to another thread. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength === bytes.byteLength ? bytes : Uint8Array.from(bytes)
}
