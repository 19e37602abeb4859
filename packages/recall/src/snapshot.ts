import type { Arena } from './arena.ts'
import { openParts, Sealer, type Sealing } from './sealing.ts'
import { SectionReader, SectionWriter } from './snapshot-sections.ts'
import type { SealedSnapshot, Snapshot } from './types.ts'
import { UserIndex } from './user-index.ts'

/** Seals an index that does not change meanwhile. Yields now and then. */
export function* saveIndex(index: UserIndex, version: number, sealing: Sealing): Generator<void, Snapshot> {
  const sealer = new Sealer(sealing)
  const out = new SectionWriter(sealer.add)
  out.json({ version })
  yield* index.save(out)
  return { version, rows: index.size, parts: sealer.finish() }
}

/** Opens a sealed index. Yields now and then. Throws if it was sealed otherwise, is incomplete or was changed. */
export function* loadIndex(arena: Arena, { version, parts, sealing }: SealedSnapshot): Generator<void, UserIndex> {
  const from = new SectionReader(yield* openParts(parts, sealing))
  const sealed = from.json<{ version: number }>()
  if (sealed.version !== version) throw new RangeError(`the snapshot is of version ${sealed.version}, not ${version}`)
  const index = new UserIndex(arena)
  try {
    yield* index.load(from)
  } catch (error) {
    index.free()
    throw error
  }
  return index
}
