import { Readable } from 'node:stream'
import type { PortableRecord } from '@memory-service/portability/records'
import { z } from 'zod'
import { credentialOf, type MemoryActor } from '../../foundation/actor.ts'
import { throttle } from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { invalid } from '../../foundation/errors.ts'
import { type JsonLines, toJsonLines } from '../../foundation/json-lines.ts'
import { openLimiter } from '../../foundation/limiter.ts'
import { JSON_LINES, RouteResponse } from '../../foundation/route.ts'
import { VERSION as RELEASE } from '../../foundation/version.ts'
import type { AuditPorts } from '../audit/audit.ts'
import { checkAccess } from '../connections/access-check.ts'
import type { Memory } from '../memories/memory.ts'
import { FORMAT, VERSION } from './format.ts'
import { memoryPages } from './memory-pages.ts'

/** The most memories of an export that is made as a whole: other formats than JSON Lines, and all exports of apps. */
const WHOLE_MEMORIES_MAX = 10_000
const WHOLE_CHARS_MAX = 16 * 1024 * 1024
/** Of one credential: each takes a second of computing and tens of megabytes. */
const WHOLE_PER_MINUTE_MAX = 10
const MINUTE_SECONDS = 60
/** In this process, so that exports leave room for other requests. */
const whole = openLimiter({ concurrentMax: 1, waitingMax: 50 })

const EXPORT_FORMATS = ['jsonl', 'pam', 'mif', 'markdown', 'prompt'] as const
type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The types of exports beside JSON Lines. */
export const EXPORT_TYPES = ['application/json', 'application/zip', 'text/plain'] as const

export const ExportQuery = z.object({
  format: z
    .enum(EXPORT_FORMATS)
    .default('jsonl')
    .meta({
      description:
        '`jsonl`, the lines that an import accepts; `pam`, Portable AI Memory 1.0; `mif`, Memory Interchange Format 2; ' +
        '`markdown`, a zip archive of notes, one for each scope; `prompt`, text to paste into another assistant. Chats ' +
        'are only in the `jsonl` of the user.',
    }),
})

interface Written {
  readonly type: string
  readonly extension: string
  readonly body: string | Uint8Array
}

/**
 * Exports the memories that the caller may read as one document, without chats. One export is made at a time.
 * @throws Failure `validation_failed` for more memories than are written at once; `rate_limited` beyond ten a minute for a
 * credential; `unavailable` while too many wait; what {@link checkAccess} throws if access was withdrawn meanwhile
 */
export async function exportWhole(
  ctx: Ctx<MemoryActor, AuditPorts>,
  format: ExportFormat,
): Promise<{ response: RouteResponse<JsonLines>; count: number }> {
  const { db, config, actor } = ctx
  if (config.rateLimit !== null)
    await throttle(db, `export ${credentialOf(actor)}`, WHOLE_PER_MINUTE_MAX, MINUTE_SECONDS)
  // Others may have taken seconds before it.
  return whole(async () => {
    await checkAccess(ctx)
    return makeWhole(ctx, format)
  })
}

async function makeWhole(
  ctx: Ctx<MemoryActor, AuditPorts>,
  format: ExportFormat,
): Promise<{ response: RouteResponse<JsonLines>; count: number }> {
  const memories = await readWhole(ctx)
  const count = memories.length
  ctx.audit.noteRead(ctx, 'memories.list', memories)
  const now = ctx.clock()
  const { type, extension, body } = await WRITERS[format](memories, { now, owner: ctx.actor.aiId })
  const name = `memories-${now.toISOString().slice(0, 10)}.${extension}`
  const response = new RouteResponse<JsonLines>(Readable.from([Buffer.from(body)], { objectMode: false }), {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  })
  return { response, count }
}

async function readWhole(ctx: Ctx<MemoryActor>): Promise<Memory[]> {
  const memories: Memory[] = []
  let chars = 0
  for await (const page of memoryPages(ctx)) {
    await checkAccess(ctx)
    memories.push(...page)
    for (const { content } of page) chars += content.length
    if (memories.length > WHOLE_MEMORIES_MAX || chars > WHOLE_CHARS_MAX) throw tooMany(ctx.actor)
  }
  return memories
}

function tooMany({ kind }: MemoryActor) {
  const instead = kind === 'app' ? 'list them with GET /v1/memories' : 'use jsonl'
  return invalid(
    'format',
    `is written for at most ${WHOLE_MEMORIES_MAX} memories of ${WHOLE_CHARS_MAX} characters together; ${instead}`,
  )
}

type Writer = (memories: readonly Memory[], options: { now: Date; owner: string }) => Promise<Written>

// The writers are loaded with the first export that needs them.
const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  async jsonl(memories, { now }) {
    const header = { format: FORMAT, version: VERSION, exportedAt: now.toISOString(), count: memories.length }
    return { type: JSON_LINES, extension: 'jsonl', body: toJsonLines([header, ...memories]) }
  },
  async pam(memories, options) {
    const { writePam } = await import('@memory-service/portability/writers/pam')
    const [store] = await writePam(recordsOf(memories), { ...options, writtenBy: `${FORMAT}/${RELEASE}` })
    return { type: 'application/json', extension: 'pam.json', body: store!.text }
  },
  async mif(memories, options) {
    const { writeMif } = await import('@memory-service/portability/writers/mif')
    const [store] = await writeMif(recordsOf(memories), { ...options, writtenBy: `${FORMAT}/${RELEASE}` })
    return { type: 'application/json', extension: 'mif.json', body: store!.text }
  },
  async markdown(memories, { now }) {
    const { zipOf } = await import('@memory-service/portability/writers/files')
    const { writeMarkdown } = await import('@memory-service/portability/writers/markdown')
    const zip = await zipOf(await writeMarkdown(recordsOf(memories), { now }), now)
    return { type: 'application/zip', extension: 'zip', body: new Uint8Array(await zip.arrayBuffer()) }
  },
  async prompt(memories, { now }) {
    const { writePrompt } = await import('@memory-service/portability/writers/prompt')
    const [text] = await writePrompt(recordsOf(memories), { now })
    return { type: 'text/plain; charset=utf-8', extension: 'txt', body: text!.text }
  },
}

function recordsOf(memories: readonly Memory[]): PortableRecord[] {
  return memories.map((memory) => ({ kind: 'memory', memory }))
}
