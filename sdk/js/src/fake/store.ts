import { allows } from '../scopes.ts'
import type { EditedMemory, Forgotten, Memory, MemoryRevision, Remembered } from '../types.ts'
import { denied, failure, invalid } from './failure.ts'
import { checkInterval, type Fields, readFields } from './inputs.ts'

/** Who calls: an app within its grants, or the person. */
export interface Caller {
  /** The slug of the app; null for the person. */
  app: string | null
  scopes: readonly string[]
}

/** One memory: its states, the newest last. */
interface Row {
  id: string
  states: MemoryRevision[]
}

/** What the store needs from the outside. */
export interface StorePorts {
  now: () => string
  newId: (prefix: string) => string
  /** Top-level scopes that apps declare. */
  custom: ReadonlySet<string>
  /** The most memories of the person's plan. */
  memoriesMax: number
  /** Receives each change, and the scope before it. */
  changed: (state: MemoryRevision, before: string | undefined) => void
}

const WRITE_MAX = 100

/** The memories of one person, with their earlier states. */
export class FakeStore {
  readonly #rows: Row[] = []
  readonly #ports: StorePorts

  constructor(ports: StorePorts) {
    this.#ports = ports
  }

  remember(caller: Caller, memories: readonly Record<string, unknown>[]): Remembered {
    const now = this.#ports.now()
    if (!memories.length || memories.length > WRITE_MAX) throw invalid('memories', `must be 1 to ${WRITE_MAX} memories`)
    if (!caller.scopes.some((scope) => scope.startsWith('memory:write:')))
      throw denied(`memory:write:${memories[0]?.scope}`)
    const inputs = memories.map((input, at) => this.#input(input, `memories.${at}.`, now))
    const writable = inputs.filter(({ scope }) => mayWrite(caller, scope))
    const fresh = writable.filter(({ externalId }) => !this.#byExternalId(caller, externalId))
    const used = this.#rows.filter(isAlive).length
    const max = this.#ports.memoriesMax
    if (fresh.length && used + fresh.length > max) throw failure('limit_exceeded', { limit: 'memories' })
    const replaced = writable.flatMap(({ supersedes = [] }, at) =>
      supersedes.map((id) => this.#writable(caller, id, `memories.${at}.supersedes`)),
    )
    for (const row of replaced)
      if (currentOf(row).supersededBy !== null)
        throw failure('conflict', undefined, 'Another memory has superseded it.')
    const results = inputs.map((input, index): Remembered['results'][number] => {
      if (!mayWrite(caller, input.scope))
        return { index, status: 'dropped', missing_scope: `memory:write:${input.scope}` }
      const same = this.#byExternalId(caller, input.externalId)
      const { supersedes = [], ...fields } = input
      const row = same ?? this.#insert(caller, fields, now)
      if (same) this.#change(row, same.states.at(-1)?.memory.scope === input.scope ? 'edited' : 'moved', fields, caller)
      for (const id of supersedes) this.#end(this.#writable(caller, id, 'supersedes'), row, caller)
      return { index, status: same ? 'updated' : 'created', id: row.id }
    })
    const memoryIds = results.flatMap(({ id }) => (id === undefined ? [] : [id]))
    return { accepted: memoryIds.length > 0, memoryIds, results }
  }

  /** All that the caller may read, the newest first; with `asOf`, as it was then. */
  readable(caller: Caller, asOf?: string): Memory[] {
    const now = this.#ports.now()
    return this.#rows
      .flatMap((row) => stateAt(row, asOf) ?? [])
      .filter(({ memory, change }) => change !== 'deleted' && !isExpired(memory, now))
      .map(({ memory }) => memory)
      .filter(({ scope }) => mayRead(caller, scope))
      .reverse()
      .map((memory) => this.#shown(caller, memory))
  }

  get(caller: Caller, id: string): Memory {
    const memory = currentOf(this.#existing(id))
    if (!mayRead(caller, memory.scope)) throw denied(`memory:read:${memory.scope}`)
    return this.#shown(caller, memory)
  }

  edit(caller: Caller, id: string, patch: Record<string, unknown>): EditedMemory {
    const fields = readFields(patch, '', this.#ports.now(), this.#ports.custom)
    if (fields.scope !== undefined && !mayWrite(caller, fields.scope)) throw denied(`memory:write:${fields.scope}`)
    const row = this.#writable(caller, id)
    const { scope, validFrom, validUntil } = currentOf(row)
    if (fields.scope && mayRead(caller, fields.scope) && !mayRead(caller, scope)) throw denied(`memory:read:${scope}`)
    checkInterval(fields.validFrom ?? validFrom, fields.validUntil === undefined ? validUntil : fields.validUntil)
    this.#change(row, fields.scope === undefined || fields.scope === scope ? 'edited' : 'moved', fields, caller)
    return this.#edited(caller, row, fields)
  }

  forget(caller: Caller, ids: readonly string[]): Forgotten {
    const distinct = [...new Set(ids)]
    const rows = this.#rows.filter((row) => distinct.includes(row.id) && isAlive(row))
    for (const row of rows) this.#writable(caller, row.id)
    for (const row of rows) this.#change(row, 'deleted', {}, caller)
    const deleted = rows.map(({ id }) => id)
    return {
      deleted: distinct.filter((id) => deleted.includes(id)),
      missing: distinct.filter((id) => !deleted.includes(id)),
    }
  }

  history(caller: Caller, id: string): MemoryRevision[] {
    const states = this.#existing(id).states.filter(({ memory }) => mayRead(caller, memory.scope))
    if (!states.length) this.get(caller, id)
    return states.map((state) => ({ ...state, memory: this.#shown(caller, state.memory) })).reverse()
  }

  restore(caller: Caller, id: string, revision: number): EditedMemory {
    const row = this.#writable(caller, id)
    const state = row.states.find((each) => each.revision === revision)
    if (!state) throw invalid('revision', 'must be a revision in the history of this memory')
    if (!mayWrite(caller, state.memory.scope)) throw denied(`memory:write:${state.memory.scope}`)
    const { id: _, revision: __, expiresAt: ___, updatedAt: ____, ...fields } = state.memory
    if (currentOf(row).revision !== revision) this.#change(row, 'restored', fields, caller)
    return this.#edited(caller, row)
  }

  supersede(caller: Caller, id: string, by: string): EditedMemory {
    const row = this.#writable(caller, id)
    const later = this.#rows.find((each) => each.id === by && isAlive(each))
    if (!later) throw invalid('by', 'is not the id of a memory')
    const { scope } = currentOf(later)
    if (!mayRead(caller, scope) && !mayWrite(caller, scope)) throw denied(`memory:read:${scope}`)
    const { supersededBy } = currentOf(row)
    if (supersededBy !== null && supersededBy !== by)
      throw failure('conflict', undefined, 'by: another memory has superseded it.')
    for (let next: Row | undefined = later; next; next = this.#successor(next))
      if (next === row) throw invalid('by', 'would supersede itself')
    if (supersededBy === null) this.#end(row, later, caller)
    return this.#edited(caller, row)
  }

  reinstate(caller: Caller, id: string): EditedMemory {
    const row = this.#writable(caller, id)
    if (currentOf(row).supersededBy !== null) {
      const before = lastOf(row.states, ({ memory }) => memory.supersededBy === null)
      this.#change(row, 'reinstated', { supersededBy: null, validUntil: before?.memory.validUntil ?? null }, caller)
    }
    return this.#edited(caller, row)
  }

  #input(input: Record<string, unknown>, at: string, now: string) {
    const fields = readFields(input, at, now, this.#ports.custom)
    const { content, scope } = fields
    if (typeof content !== 'string') throw invalid(`${at}content`, 'must be text')
    if (typeof scope !== 'string') throw invalid(`${at}scope`, 'must be a scope such as fitness.trail')
    return { ...fields, content, scope }
  }

  #insert({ app }: Caller, { occurredAt, ...fields }: Fields & { content: string; scope: string }, now: string): Row {
    const id = this.#ports.newId('mem')
    const begun = occurredAt ?? now
    const memory: Memory = {
      ...{ id, type: 'event', importance: 50, confidence: 80, pinned: false, occurredAt: begun, validFrom: begun },
      ...{ sourceApp: app, origin: app === null ? 'user' : 'app', createdAt: now, updatedAt: now, revision: 1 },
      ...{ validUntil: null, supersededBy: null, supersedes: [], maybeSupersededBy: null, expiresAt: null },
      ...{ editedBy: null, externalId: null, metadata: null, source: null },
      ...fields,
    }
    const row: Row = { id, states: [] }
    this.#rows.push(row)
    this.#add(row, 'created', memory, app)
    return row
  }

  #change(row: Row, change: MemoryRevision['change'], set: Fields, { app }: Caller): void {
    const before = currentOf(row)
    const given = Object.entries(set).filter(([name, value]) => isOther(before[name as keyof Memory], value))
    // An edit that changes nothing makes no revision.
    if (!given.length && change !== 'deleted') return
    const editedBy = { actor: app === null ? ('user' as const) : ('app' as const), app }
    const followed = set.occurredAt && !set.validFrom && before.validFrom === before.occurredAt
    const memory = {
      ...before,
      ...(followed ? { validFrom: set.occurredAt } : {}),
      ...Object.fromEntries(given),
      ...{ editedBy, updatedAt: this.#ports.now(), revision: before.revision + 1 },
    }
    this.#add(row, change, memory as Memory, app, before.scope)
  }

  #add(row: Row, change: MemoryRevision['change'], memory: Memory, app: string | null, before?: string): void {
    const actor = app === null ? ('user' as const) : ('app' as const)
    const state = { revision: memory.revision, at: memory.updatedAt, change, actor, app, memory }
    row.states.push(state)
    this.#ports.changed(state, before)
  }

  #end(row: Row, later: Row, caller: Caller): void {
    const { validFrom } = currentOf(later)
    const { validUntil } = currentOf(row)
    const end = validUntil !== null && validUntil < validFrom ? validUntil : validFrom
    this.#change(row, 'superseded', { supersededBy: later.id, validUntil: end }, caller)
  }

  #existing(id: string): Row {
    const row = this.#rows.find((each) => each.id === id && isAlive(each))
    if (!row || isExpired(currentOf(row), this.#ports.now())) throw failure('not_found')
    return row
  }

  /** A memory that the caller may write; `path` names it in the request. */
  #writable(caller: Caller, id: string, path?: string): Row {
    const row = this.#rows.find((each) => each.id === id && isAlive(each))
    if (!row) throw path ? invalid(path, 'is not the id of a memory') : failure('not_found')
    const { scope } = currentOf(row)
    if (!mayWrite(caller, scope)) throw denied(`memory:write:${scope}`)
    return row
  }

  #byExternalId({ app }: Caller, externalId: string | null | undefined): Row | undefined {
    if (externalId == null) return undefined
    return this.#rows.find((row) => {
      const memory = currentOf(row)
      return isAlive(row) && memory.externalId === externalId && memory.sourceApp === app
    })
  }

  #successor(row: Row): Row | undefined {
    return this.#rows.find(({ id }) => id === currentOf(row).supersededBy)
  }

  #edited(caller: Caller, row: Row, sent: Fields = {}): EditedMemory {
    const memory = currentOf(row)
    const { id, scope, updatedAt } = memory
    return mayRead(caller, scope) ? this.#shown(caller, memory) : { ...sent, id, scope, updatedAt }
  }

  /** A memory as the caller sees it: without fields of other apps and ids of what it may not read. */
  #shown(caller: Caller, memory: Memory): Memory {
    const readable = this.#rows.filter((row) => isAlive(row) && mayRead(caller, currentOf(row).scope))
    const isOwn = caller.app === null || caller.app === memory.sourceApp
    const { externalId, metadata, source, supersededBy } = memory
    return {
      ...memory,
      supersededBy: readable.some(({ id }) => id === supersededBy) ? supersededBy : null,
      supersedes: readable.filter((row) => currentOf(row).supersededBy === memory.id).map(({ id }) => id),
      ...(isOwn ? { externalId, metadata, source } : { externalId: null, metadata: null, source: null }),
    }
  }
}

export const mayRead = ({ scopes }: Caller, scope: string): boolean => allows(scopes, `memory:read:${scope}`)
const mayWrite = ({ scopes }: Caller, scope: string) => allows(scopes, `memory:write:${scope}`)
const isExpired = ({ expiresAt }: Memory, now: string) => expiresAt !== null && expiresAt <= now
const isAlive = ({ states }: Row) => states.at(-1)?.change !== 'deleted'
const isOther = (before: unknown, value: unknown) =>
  value !== undefined && JSON.stringify(before) !== JSON.stringify(value)

function currentOf({ states }: Row): Memory {
  return (states.at(-1) as MemoryRevision).memory
}

function stateAt({ states }: Row, asOf: string | undefined): MemoryRevision | undefined {
  return asOf === undefined ? states.at(-1) : lastOf(states, ({ at }) => at <= asOf)
}

function lastOf(states: readonly MemoryRevision[], isWanted: (state: MemoryRevision) => boolean) {
  return states.filter(isWanted).at(-1)
}
