import { CommandError } from '../errors.ts'
import { changeFile, type Folder, readFolder } from './folder.ts'
import { groupBy, type LocalItem } from './match.ts'
import type { Access, Memories } from './memories.ts'
import { type Plan, planSync } from './plan.ts'
import type { SyncedMemory, SyncState } from './state.ts'

/** Deletions on either side that need no confirmation. */
const DELETIONS_MAX = 10
/** What is stored can supersede other memories, so both sides are compared again until nothing is left to store. */
const PASSES_MAX = 3
const SHOWN_CHARS = 100

export interface SyncOptions {
  folder: string
  /** Whether this scope takes part. */
  isChosen: (scope: string) => boolean
  /** Delete any number of memories or bullets. */
  yes: boolean
  /** Only say what would be done. */
  dryRun: boolean
  /** Change only the notes. */
  readOnly: boolean
  print: (line: string) => void
  note: (line: string) => void
}

/** What a sync did. */
export interface SyncResult {
  stored: number
  edited: number
  deleted: number
  /** Bullets that were written, changed and removed. */
  noted: number
  conflicts: number
  /** Bullets that the service refused. */
  refused: number
}

interface Sync {
  options: SyncOptions
  memories: Memories
  access: Access
  state: SyncState
  result: SyncResult
  /** Lines that were reported in an earlier pass. */
  reported: Set<string>
}

/**
 * Brings notes and memories to the same state, and the state of the sync after each step, so that it can be interrupted
 * anywhere.
 * @throws CommandError, before anything is changed, if it would delete too much
 */
export async function syncOnce(
  options: SyncOptions,
  memories: Memories,
  access: Access,
  state: SyncState,
): Promise<SyncResult> {
  const result: SyncResult = { stored: 0, edited: 0, deleted: 0, noted: 0, conflicts: 0, refused: 0 }
  const sync: Sync = { options, memories, access, state, result, reported: new Set() }
  for (let pass = 1; pass <= PASSES_MAX; pass++) if (!(await runPass(sync))) break
  return result
}

/** @returns whether memories were changed, so that others may have changed with them */
async function runPass(sync: Sync): Promise<boolean> {
  const { options, access, state } = sync
  const isSynced = (scope: string) => options.isChosen(scope) && access.mayRead(scope)
  const listed = (await sync.memories.list()).filter(({ scope }) => isSynced(scope))
  const folder = readFolder(options.folder, isSynced)
  const base = [...state.memories.values()].filter(({ scope }) => isSynced(scope))
  const mayWrite = (scope: string) => !options.readOnly && access.mayWrite(scope)
  const plan = planSync({ base, items: folder.items, memories: listed, mayWrite })
  checkDeletions(plan, options)
  for (const { path, reason } of folder.ignored) report(sync, `not synced: ${path}: ${reason}`)
  for (const { scope, text } of plan.refused)
    report(
      sync,
      `not stored: ${line(scope, text)} — ${options.readOnly ? '--read-only' : `no right to write ${scope}`}`,
    )
  if (options.dryRun) {
    showPlan(plan, options.print)
    return false
  }
  for (const { scope, text } of plan.conflicts) {
    sync.result.conflicts++
    options.note(`changed on both sides, both kept: ${line(scope, text)}`)
  }
  const before = changesOf(sync.result)
  try {
    await applyToMemories(sync, plan)
    applyToNotes(sync, folder, plan)
  } finally {
    state.save()
  }
  return changesOf(sync.result) > before
}

const changesOf = ({ stored, edited, deleted }: SyncResult) => stored + edited + deleted

function checkDeletions({ deleted, removed }: Plan, { yes, dryRun }: SyncOptions): void {
  if (yes || dryRun) return
  const sides = [
    { lost: deleted, what: 'memories, as their lines are no longer in the notes' },
    { lost: removed.map(({ memory }) => memory), what: 'lines of the notes, as their memories are no longer there' },
  ]
  for (const { lost, what } of sides)
    if (lost.length > DELETIONS_MAX)
      throw new CommandError(
        `This would delete ${lost.length} ${what}, such as ${line(lost[0]!.scope, lost[0]!.text)}. Nothing was changed. ` +
          'See all of it with --dry-run, and allow it with --yes.',
      )
}

async function applyToMemories(sync: Sync, plan: Plan): Promise<void> {
  const { memories, state, result, options } = sync
  for await (const batch of memories.delete(plan.deleted)) {
    for (const memory of batch) {
      state.memories.delete(memory.id)
      options.print(`deleted   ${line(memory.scope, memory.text)}`)
    }
    result.deleted += batch.length
    state.save()
  }
  for (const { memory, item } of plan.edited) {
    const reason = await memories.edit(memory, item)
    if (reason !== undefined) {
      refuse(sync, item, reason)
      continue
    }
    remember(state, memory.id, item)
    options.print(`edited    ${line(item.scope, item.text)}`)
    result.edited++
  }
  for await (const batch of memories.create(plan.created)) {
    for (const stored of batch) {
      const { item } = stored
      if ('reason' in stored) {
        refuse(sync, item, stored.reason)
        continue
      }
      remember(state, stored.id, item)
      options.print(`stored    ${line(item.scope, item.text)}`)
      result.stored++
    }
    state.save()
  }
}

function remember({ memories }: SyncState, id: string, { scope, kind, text }: Omit<SyncedMemory, 'id'>): void {
  memories.set(id, { id, scope, kind, text })
}

function refuse(sync: Sync, { scope, text }: LocalItem, reason: string): void {
  if (report(sync, `not stored: ${line(scope, text)} — ${reason}`)) sync.result.refused++
}

function report({ reported, options }: Sync, text: string): boolean {
  if (reported.has(text)) return false
  reported.add(text)
  options.note(text)
  return true
}

function applyToNotes(sync: Sync, folder: Folder, plan: Plan): void {
  const { state, result, options } = sync
  for (const { id } of plan.ended) state.memories.delete(id)
  const stays = plan.replaced.filter(({ memory, item }) => memory.scope === item.scope)
  const moves = plan.replaced.filter(({ memory, item }) => memory.scope !== item.scope)
  const added = groupBy([...plan.added, ...moves.map(({ memory }) => memory)], ({ scope }) => scope)
  const replaced = groupBy(stays, ({ item }) => item.scope)
  const removed = groupBy([...plan.removed, ...moves], ({ item }) => item.scope)
  // A memory that also has a bullet to remove counts as moved once that is done; until then, the state has its earlier bullet.
  const pending = new Set([...plan.removed, ...moves].map(({ memory }) => memory.id))
  const present = new Map<string, SyncedMemory>()
  const hold = (memory: SyncedMemory) => {
    present.set(memory.id, memory)
    if (!pending.has(memory.id)) remember(state, memory.id, memory)
  }
  for (const memory of plan.unchanged) hold(memory)
  // A memory that moves is written to its new note before it is removed from the old one.
  const scopes = new Set([...added.keys(), ...replaced.keys(), ...removed.keys()])
  for (const scope of scopes) {
    const [news, changes, ends] = [added.get(scope) ?? [], replaced.get(scope) ?? [], removed.get(scope) ?? []]
    const isWritten = changeFile(folder, scope, {
      replaced: new Map(changes.map(({ memory, item }) => [item.at, memory])),
      removed: new Set(ends.map(({ item }) => item.at)),
      added: news,
    })
    if (!isWritten) {
      options.note(`changed meanwhile, and left for the next sync: ${scope}`)
      continue
    }
    for (const { memory } of ends) {
      pending.delete(memory.id)
      const now = present.get(memory.id)
      if (now) remember(state, now.id, now)
      else state.memories.delete(memory.id)
    }
    for (const memory of [...news, ...changes.map(({ memory }) => memory)]) hold(memory)
    for (const memory of news) options.print(`noted     ${line(scope, memory.text)}`)
    for (const { memory } of changes) options.print(`changed   ${line(scope, memory.text)}`)
    for (const { memory } of ends) options.print(`removed   ${line(scope, memory.text)}`)
    result.noted += news.length + changes.length + ends.length
    state.save()
  }
}

function showPlan(plan: Plan, print: (line: string) => void): void {
  const parts: [string, readonly { scope: string; text: string }[]][] = [
    ['store', plan.created],
    ['edit', plan.edited.map(({ item }) => item)],
    ['delete', plan.deleted],
    ['note', plan.added],
    ['change', plan.replaced.map(({ memory }) => memory)],
    ['remove', plan.removed.map(({ memory }) => memory)],
  ]
  for (const [what, entries] of parts)
    for (const { scope, text } of entries) print(`would ${what.padEnd(7)} ${line(scope, text)}`)
}

function line(scope: string, text: string): string {
  const flat = text.replace(/\s+/g, ' ')
  return `${scope}  ${flat.length > SHOWN_CHARS ? `${flat.slice(0, SHOWN_CHARS)}…` : flat}`
}
