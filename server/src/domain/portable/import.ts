import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import type { JsonLines } from '../../foundation/json-lines.ts'
import { openSlices } from '../../foundation/slices.ts'
import {
  type BatchResult,
  type Cause,
  type ImportPorts,
  importBatch,
  importCandidates,
  importChats,
  importSupersessions,
} from './import-batches.ts'
import { findImport, finishImport, IMPORT_ID_CHARS_MAX, ImportRecord } from './imports.ts'
import { linesOf } from './lines.ts'
import { type ParsedLine, parseLine } from './parse-line.ts'
import { openRests } from './rests.ts'
import { importRevisions } from './revisions.ts'

/*
 * An import runs as transactions of at most a hundred rows. An interrupted import keeps the committed rows; sent again, it skips
 * them by id. A line without an id gets one derived from its content, so it is skipped too.
 */

/** Small, since no other request can use the embedded database during a batch. */
const BATCH_ROWS = 100
const BATCH_CHARS = 48 * 1024
const ERRORS_LISTED_MAX = 100

/** Of all imports of this process. */
const rest = openRests()

const LineMessage = z.object({ line: z.int(), message: z.string() }).meta({ id: 'ImportError' })

export const Imported = z
  .object({
    imported: z.int().meta({ description: 'Lines that were stored or changed something: memories, chats, messages.' }),
    skipped: z.int().meta({ description: 'Lines that change nothing, since what they say is stored already.' }),
    errors: z.array(LineMessage).meta({ description: `Rejected lines, the first ${ERRORS_LISTED_MAX}.` }),
    warnings: z
      .array(LineMessage)
      .optional()
      .meta({
        description: `Lines that were stored otherwise than they say, the first ${ERRORS_LISTED_MAX}, if there are any.`,
      }),
    errorCount: z.int().meta({ description: 'The number of rejected lines.' }),
    overLimit: z.int().optional().meta({ description: 'With `import`: how many of them are beyond a limit.' }),
    import: ImportRecord.optional().meta({ description: 'With `import`: what it has stored so far, in all requests.' }),
  })
  .meta({ id: 'Imported' })
type Imported = z.output<typeof Imported>

export const ImportQuery = z.object({
  allow_secrets: z.enum(['true', 'false']).optional().meta({
    description: 'Also imports memories that hold what looks like a secret; by default, these lines are errors.',
  }),
  import: z
    .string()
    .max(IMPORT_ID_CHARS_MAX)
    .optional()
    .meta({
      description:
        'Id of an import that was begun. It can be sent in several requests and taken back as a whole; memories that the ' +
        'person has deleted are not imported again, and lines beyond a limit are never an error of the request.',
    }),
  finish: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'With `import`: whether these are its last lines.' }),
})

/**
 * Imports memories and chats, line by line. Invalid lines, and lines beyond a limit, are rejected and listed.
 * @throws Failure `validation_failed` for a foreign header, `limit_exceeded` when no line could be stored because of a
 * limit, `unauthorized` once the session ends, `payload_too_large` beyond the maximum size, `not_found` for an unknown
 * import, `conflict` for one that was taken back. Batches committed before a failure stay.
 */
export async function importMemories(
  ctx: Ctx<UserActor, ImportPorts>,
  body: JsonLines,
  { allow_secrets, import: importId, finish }: z.output<typeof ImportQuery>,
): Promise<Imported> {
  const total: Imported = { imported: 0, skipped: 0, errors: [], errorCount: 0 }
  const reject = (line: number, message: string) => {
    if (total.errorCount++ < ERRORS_LISTED_MAX) total.errors.push({ line, message })
  }
  let limit: Failure | undefined
  let overLimit = 0
  const count = (lines: number, { imported, rejected, warnings = [], cap, refused = 0 }: BatchResult) => {
    total.imported += imported
    total.skipped += lines - imported - rejected.length
    overLimit += refused
    limit ??= cap
    if (warnings.length) total.warnings = [...(total.warnings ?? []), ...warnings].slice(0, ERRORS_LISTED_MAX)
    for (const { line, message } of rejected) reject(line, message)
  }
  if (importId !== undefined && (await findImport(ctx, importId)).takenBackAt)
    throw new Failure('conflict', { reason: 'The import was taken back.' })
  // States of memories name an import as their cause, recorded or not.
  const cause = { importId: importId ?? null, act: importId ?? newId('imp') }
  const batches = batchesOf(ctx, cause, count)
  const options = { allowSecrets: allow_secrets === 'true', asEntries: importId !== undefined }
  let first = true
  const pause = openSlices()
  for await (const line of linesOf(body)) {
    await pause()
    const begun = performance.now()
    const isBlank = line.text?.trim() === ''
    const parsed = isBlank ? undefined : parseLine(ctx, line, { first, ...options }, reject)
    first &&= isBlank
    if (parsed) await batches.add(parsed, line.text?.length ?? 0)
    else await rest(performance.now() - begun)
  }
  await batches.end()
  if (importId === undefined) {
    if (limit && !total.imported) throw limit
    return total
  }
  if (finish === 'true') await finishImport(ctx, importId)
  return { ...total, overLimit, import: await findImport(ctx, importId) }
}

/** Groups parsed lines by kind and stores each group in batches. */
function batchesOf(
  ctx: Ctx<UserActor, ImportPorts>,
  cause: Cause,
  count: (lines: number, result: BatchResult) => void,
) {
  type Value<K extends ParsedLine['kind']> = Extract<ParsedLine, { kind: K }>['value']
  const memories = inBatches(async (batch: Value<'memory'>[]) =>
    count(batch.length, await importBatch(ctx, batch, cause)),
  )
  const revisions = inBatches(async (batch: Value<'revision'>[]) => {
    const { inserted, orphans } = await importRevisions(ctx, batch)
    const rejected = orphans.map(({ line }) => ({ line, message: 'id: must be that of a memory with later revisions' }))
    count(batch.length, { imported: inserted, rejected, cap: undefined })
  })
  const chats = inBatches(async (batch: Value<'chat'>[]) => count(batch.length, await importChats(ctx, batch, cause)))
  const candidates = inBatches(async (batch: Value<'candidate'>[]) => {
    // They refer to chats.
    await chats.end()
    count(batch.length, await importCandidates(ctx, batch, cause))
  })
  const supersessions = inBatches(async (batch: Value<'supersession'>[]) =>
    count(batch.length, await importSupersessions(ctx, batch, cause)),
  )
  return {
    async add(parsed: ParsedLine, chars: number) {
      if (parsed.kind === 'memory') return memories.add(parsed.value, chars)
      if (parsed.kind === 'chat') return chats.add(parsed.value, chars)
      if (parsed.kind === 'candidate') return candidates.add(parsed.value, chars)
      // These refer to memories, which are stored before.
      await memories.end()
      await (parsed.kind === 'revision' ? revisions.add(parsed.value, chars) : supersessions.add(parsed.value, chars))
    },
    async end() {
      await memories.end()
      await revisions.end()
      await supersessions.end()
      await chats.end()
      await candidates.end()
    },
  }
}

/** Groups rows into batches of a bounded size; `end` flushes the rest. */
function inBatches<T>(flush: (batch: T[]) => Promise<void>) {
  let batch: T[] = []
  let size = 0
  const end = async () => {
    if (batch.length) await flush(batch)
    batch = []
    size = 0
  }
  return {
    end,
    async add(row: T, chars: number) {
      batch.push(row)
      size += chars
      if (batch.length === BATCH_ROWS || size >= BATCH_CHARS) await end()
    },
  }
}
