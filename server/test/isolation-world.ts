import { expect } from 'vitest'
import type { App, Person, TestService } from './service.ts'
import { consented, expectNoLeak, reaches } from './steps.ts'

interface Stored {
  id: string
  owner: number
  /** Who wrote it. */
  by: 'person' | 0 | 1
  scope: string
  marker: string
  pinned?: boolean
  /** Who has edited it. */
  editors?: Set<'person' | 0 | 1>
}
interface Grant {
  token: string
  alive: boolean
  reads: string[]
  writes: string[]
}

// biome-ignore lint/suspicious/noExplicitAny: each step uses its own fields.
export type Step = any

/** A world of two people and the apps: each method performs a step and checks the responses against the model. */
export async function newWorld(service: TestService, apps: readonly App[]) {
  const people: Person[] = await Promise.all([service.newPerson(), service.newPerson()])
  const grants = new Map<string, Grant>()
  const memories: Stored[] = []
  /** Muted sources, as `owner app`. */
  const muted = new Set<string>()
  let lastMarker = 0
  let relations = 0

  const newMarker = () => `oui${++lastMarker}lou`
  const words = (marker: string) => `Ran along the river in shoes ${marker} once.`
  const grantOf = ({ owner, via }: Step): Grant | undefined =>
    via === 'person' ? { token: '', alive: true, reads: ['*'], writes: ['*'] } : grants.get(`${owner} ${via}`)
  const pick = ({ at }: Step) => memories[at % Math.max(1, memories.length)]
  /** Whether a memory exists for the caller. */
  const exists = ({ owner, via }: Step, memory: Stored) =>
    memory.owner === owner && (via === 'person' || via === memory.by || !muted.has(`${owner} ${memory.by}`))
  /** Whether a memory is closed to a muted app, since others have written or edited it. */
  const isClosed = ({ owner, via }: Step, memory: Stored) =>
    muted.has(`${owner} ${via}`) && (memory.by !== via || [...(memory.editors ?? [])].some((editor) => editor !== via))
  const readable = (step: Step, { reads }: Grant) =>
    memories.filter((memory) => exists(step, memory) && reaches(reads, memory.scope))

  /** Sends a step if its connection exists, and checks that the response contains only what the grant allows. */
  async function send(
    step: Step,
    method: string,
    path: string,
    body?: unknown,
    alsoIds: string[] = [],
    also: string[] = [],
  ) {
    const grant = grantOf(step)
    if (!grant) return undefined
    const credential = step.via === 'person' ? { cookie: people[step.owner]!.cookie } : { token: grant.token }
    const reply = await service.call(method, path, { ...credential, ...(body ? { body } : {}) })
    if (!grant.alive) expect(reply.status).toBe(401)
    const allowed = grant.alive && method === 'GET' ? readable(step, grant) : []
    expectNoLeak(reply, [...allowed.map(({ id }) => id), ...alsoIds], [...allowed.map(({ marker }) => marker), ...also])
    return grant.alive ? { reply, grant } : undefined
  }

  async function consent({ owner, via, reads, writes }: Step) {
    if (via === 'person') return
    const token = await service.connect(people[owner]!, apps[via]!, consented(reads, writes))
    grants.set(`${owner} ${via}`, { token, alive: true, reads, writes })
  }

  async function narrow({ owner, via, reads, writes, strictly }: Step) {
    const grant = grants.get(`${owner} ${via}`)
    if (!grant?.alive) return
    const within = (list: string[], held: string[]) => list.filter((q) => !strictly || reaches(held, q))
    const left = { reads: within(reads, grant.reads), writes: within(writes, grant.writes) }
    const { id } = await service.get('/v1/connection', grant.token)
    const body = { scopes: consented(left.reads, left.writes) }
    const reply = await service.call('PATCH', `/v1/connections/${id}`, { cookie: people[owner]!.cookie, body })
    const inside =
      left.reads.every((q) => reaches(grant.reads, q)) && left.writes.every((q) => reaches(grant.writes, q))
    expect(reply.status).toBe(inside ? 200 : 400)
    if (inside) Object.assign(grant, left)
  }

  async function revoke({ owner, via }: Step) {
    const grant = grants.get(`${owner} ${via}`)
    if (!grant?.alive) return
    const { id } = await service.get('/v1/connection', grant.token)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: people[owner]!.cookie })
    grant.alive = false
  }

  async function mute({ owner, by, on }: Step) {
    const { cookie } = people[owner]!
    const { items } = await service.ok('GET', '/v1/connections', { cookie })
    const connection = items.find(({ app }: { app: App }) => app.slug === apps[by]!.slug)
    if (!connection) return
    const { mutedAt } = await service.ok('POST', `/v1/connections/${connection.id}/${on ? '' : 'un'}mute`, { cookie })
    expect(mutedAt === null).toBe(!on)
    muted[on ? 'add' : 'delete'](`${owner} ${by}`)
  }

  async function write(step: Step) {
    const batch = step.scopes.map((scope: string) => ({ scope, marker: newMarker() }))
    const memoriesSent = batch.map(({ scope, marker }: Stored) => ({ scope, content: words(marker) }))
    const grant = grantOf(step)
    if (!grant) return
    const credential = step.via === 'person' ? { cookie: people[step.owner]!.cookie } : { token: grant.token }
    const reply = await service.call('POST', '/v1/memories', { ...credential, body: { memories: memoriesSent } })
    if (!grant.alive) return expect(reply.status).toBe(401)
    if (!grant.writes.length) return expect(reply.status).toBe(403)
    const written = batch.filter(({ scope }: Stored) => reaches(grant.writes, scope))
    expect(reply.body.accepted).toBe(written.length > 0)
    expect(reply.body.memoryIds).toHaveLength(written.length)
    expect(reply.body.memoryIds.some((id: string) => memories.some((memory) => memory.id === id))).toBe(false)
    written.forEach((memory: Stored, i: number) => {
      memories.push({ ...memory, owner: step.owner, by: step.via, id: reply.body.memoryIds[i] })
    })
  }

  async function edit(step: Step) {
    const memory = pick(step)
    const grant = grantOf(step)
    if (!memory || !grant) return
    const marker = step.rewrite ? newMarker() : memory.marker
    const to = step.to ?? memory.scope
    const body = {
      pinned: true,
      ...(step.rewrite ? { content: words(marker) } : {}),
      ...(step.to ? { scope: to } : {}),
    }
    const mine = exists(step, memory)
    // An app must not move a memory from a scope it cannot read to one it can.
    const exposes = reaches(grant.reads, to) && !reaches(grant.reads, memory.scope)
    const changes = step.rewrite || !memory.pinned || to !== memory.scope
    const within = mine && reaches(grant.writes, memory.scope) && reaches(grant.writes, to) && !exposes
    const may = within && !(changes && isClosed(step, memory))
    // A caller that cannot read the new scope gets back only what it sent.
    const expected = may && (step.rewrite || reaches(grant.reads, to)) ? [marker] : []
    const sent = await send(step, 'PATCH', `/v1/memories/${memory.id}`, body, may ? [memory.id] : [], expected)
    if (!sent) return
    const outside = step.to !== undefined && !reaches(grant.writes, to)
    expect(sent.reply.status).toBe(may ? 200 : !mine && !outside ? 404 : 403)
    if (!may) return
    const editors = changes ? new Set([...(memory.editors ?? []), step.via]) : memory.editors
    Object.assign(memory, { marker, scope: to, pinned: true, editors })
  }

  async function forget(step: Step) {
    const memory = pick(step)
    if (!memory) return
    const sent = await send(step, 'DELETE', `/v1/memories/${memory.id}`)
    if (!sent) return
    const may = exists(step, memory) && reaches(sent.grant.writes, memory.scope) && !isClosed(step, memory)
    expect(sent.reply.status).toBe(may ? 200 : exists(step, memory) ? 403 : 404)
    if (may) memories.splice(memories.indexOf(memory), 1)
  }

  async function forgetTwo(step: Step) {
    const two = new Set([pick(step), pick({ ...step, at: step.at + 1 })].flatMap((memory) => memory ?? []))
    if (!two.size) return
    const ids = [...two].map(({ id }) => id)
    const sent = await send(step, 'POST', '/v1/memories/delete', { ids }, ids)
    if (!sent) return
    const mine = [...two].filter((memory) => exists(step, memory))
    const may = mine.every((memory) => reaches(sent.grant.writes, memory.scope) && !isClosed(step, memory))
    expect(sent.reply.status).toBe(may ? 200 : 403)
    if (!may) return
    expect(sent.reply.body.deleted).toEqual(mine.map(({ id }) => id))
    for (const memory of mine) memories.splice(memories.indexOf(memory), 1)
  }

  async function read(step: Step) {
    const memory = pick(step)
    if (!memory) return
    const sent = await send(step, 'GET', `/v1/memories/${memory.id}`)
    if (!sent) return
    const may = readable(step, sent.grant).includes(memory)
    expect(sent.reply.status).toBe(may ? 200 : exists(step, memory) ? 403 : 404)
    if (may) expect(sent.reply.body).toMatchObject({ scope: memory.scope, content: words(memory.marker) })
  }

  async function graph(step: Step) {
    const memory = pick(step)
    const sent = memory && (await send(step, 'GET', `/v1/memories/${memory.id}/graph`))
    if (!sent) return
    const may = readable(step, sent.grant).includes(memory)
    expect(sent.reply.status).toBe(may ? 200 : exists(step, memory) ? 403 : 404)
    if (!may) return
    expect(sent.reply.body.nodes[0].content).toBe(words(memory.marker))
    relations += sent.reply.body.relationships.length
  }

  async function draw(step: Step) {
    if (step.via === 'person') return
    const query = step.at % 2 ? `&query=river+shoes+${pick(step)?.marker}` : ''
    const sent = await send(step, 'GET', `/v1/context?limit=100&intent=${step.intent}${query}`)
    if (!sent) return
    const drawn = readable(step, sent.grant).filter(
      ({ scope }) => step.intent === 'assistant' || reaches(['fitness.*'], scope),
    )
    const ids = sent.reply.body.memories.map(({ id }: Stored) => id)
    expect([...ids].sort()).toEqual(drawn.map(({ id }) => id).sort())
  }

  async function brief(step: Step) {
    if (step.via === 'person') return
    const sent = await send(step, 'GET', '/v1/identity/brief')
    if (sent) expect(sent.reply.body.source_memory_count).toBeLessThanOrEqual(readable(step, sent.grant).length)
  }

  /** All pages of a list or a search; `undefined` if the caller may not request it. */
  async function pages(step: Step, query: Record<string, string>): Promise<Stored[] | undefined> {
    const all: Stored[] = []
    for (let cursor: string | undefined; ; ) {
      const asked = {
        ...query,
        ...(step.filter ? { scope: step.filter } : {}),
        ...(cursor ? { cursor } : {}),
      }
      const sent = await send(
        step,
        'GET',
        `/v1/memories?${new URLSearchParams({ limit: String(step.limit), ...asked })}`,
      )
      if (!sent) return undefined
      if (step.filter && !reaches(sent.grant.reads, step.filter)) {
        expect(sent.reply.status).toBe(403)
        return undefined
      }
      all.push(...sent.reply.body.memories)
      cursor = sent.reply.body.next_cursor ?? undefined
      if (!cursor) return all
    }
  }

  const asked = (step: Step) =>
    readable(step, grantOf(step)!).filter(({ scope }) => !step.filter || reaches([step.filter], scope))

  async function list(step: Step) {
    const listed = await pages(step, {})
    if (listed)
      expect(listed.map(({ id }) => id)).toEqual(
        asked(step)
          .map(({ id }) => id)
          .reverse(),
      )
  }

  async function recall(step: Step) {
    // Searches for the marker alone, or with words that all memories share.
    const marker = pick(step)?.marker ?? 'oui0lou'
    const found = await pages(step, { query: step.at % 2 ? `river shoes ${marker}` : marker })
    if (!found) return
    const ids = found.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(asked(step).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    const wanted = asked(step).find((memory) => memory.marker === marker)
    if (wanted) expect(ids).toContain(wanted.id)
  }

  async function scopes(step: Step) {
    const sent = await send(step, 'GET', '/v1/scopes')
    if (!sent) return
    const counts = new Map<string, number>()
    for (const { scope } of readable(step, sent.grant)) counts.set(scope, (counts.get(scope) ?? 0) + 1)
    const expected = sent.reply.body.scopes.map(({ scope, count }: { scope: string; count: number }) => [scope, count])
    expect(new Map(expected)).toEqual(counts)
  }

  const relationsSeen = () => relations
  const steps = {
    consent,
    narrow,
    revoke,
    mute,
    write,
    edit,
    forget,
    forgetTwo,
    read,
    list,
    recall,
    graph,
    draw,
    brief,
    scopes,
  }
  return { steps, relationsSeen }
}
