import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/foundation/sql.ts'
import { ALWAYS, consented, deed, reaches } from './deeds.ts'
import { readingChat } from './relations-read.ts'
import { type App, type Person, type Reply, type TestService, testService } from './service.ts'

/*
 * Random people, apps, grants and deeds against a model that is nothing but a list. Every content carries a marker
 * of its own, so whatever word of whichever memory comes back where it must not, is seen. A chat model reads each memory
 * behind everybody's back and makes a relation of its marker.
 */

const RUNS = 80
const DEEDS_MAX = 30
const TIME_MAX_MS = 45_000
// Of letters that no id holds.
const MARKER = /oui\d+lou/g
const MEMORY_ID = /mem_[0-9a-z]+/g

let service: TestService
let apps: App[]
let relationsTold = 0
beforeAll(async () => {
  const chat = readingChat((text) => [['user', 'owns', text.match(MARKER)?.[0] ?? '']])
  service = await testService({ relations: true }, { chat })
  const developers = await Promise.all([service.newDeveloper(), service.newDeveloper()])
  const scopes = ['memory:read:*', 'memory:write:*', 'memory:read:fitness-plus', 'memory:read:fitness_.*', ...ALWAYS]
  apps = await Promise.all(developers.map((developer) => service.newApp(developer, scopes)))
  await service.ports.db.count(sql`update developers set plan = 'enterprise'`)
})
afterAll(() => service.stop())

interface Kept {
  id: string
  owner: number
  scope: string
  marker: string
}
interface Grant {
  token: string
  alive: boolean
  reads: string[]
  writes: string[]
}

// biome-ignore lint/suspicious/noExplicitAny: each deed reads the fields it was made with.
type Deed = any

test('no byte outside the grants is in any reply, and all that is inside is there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 8, maxLength: DEEDS_MAX, size: 'max' }), async (deeds) => {
      const world = await newWorld()
      // Both people let both apps in at first, or most deeds would come to nothing.
      for (const [owner, via] of [
        [0, 0],
        [0, 1],
        [1, 0],
      ] as const)
        await world.consent({ owner, via, reads: ['fitness.*'], writes: ['*'] })
      for (const each of deeds as Deed[]) await world[each.do as keyof typeof world](each)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: TIME_MAX_MS },
  )
  expect(relationsTold).toBeGreaterThan(0)
})

async function newWorld() {
  const people: Person[] = await Promise.all([service.newPerson(), service.newPerson()])
  const grants = new Map<string, Grant>()
  const memories: Kept[] = []
  let lastMarker = 0

  const newMarker = () => `oui${++lastMarker}lou`
  const words = (marker: string) => `Runs along the river in shoes ${marker} every week.`
  const grantOf = ({ owner, via }: Deed): Grant | undefined =>
    via === 'person' ? { token: '', alive: true, reads: ['*'], writes: ['*'] } : grants.get(`${owner} ${via}`)
  const pick = ({ at }: Deed) => memories[at % Math.max(1, memories.length)]
  const readable = ({ owner }: Deed, { reads }: Grant) =>
    memories.filter((memory) => memory.owner === owner && reaches(reads, memory.scope))

  /** Sends a deed, unless there never was a connection; what comes back holds nothing but what is allowed. */
  async function send(
    deed: Deed,
    method: string,
    path: string,
    body?: unknown,
    alsoIds: string[] = [],
    also: string[] = [],
  ) {
    const grant = grantOf(deed)
    if (!grant) return undefined
    const credential = deed.via === 'person' ? { cookie: people[deed.owner]!.cookie } : { token: grant.token }
    const reply = await service.call(method, path, { ...credential, ...(body ? { body } : {}) })
    if (!grant.alive) expect(reply.status).toBe(401)
    const allowed = grant.alive && method === 'GET' ? readable(deed, grant) : []
    holdsNothingElse(
      reply,
      [...allowed.map(({ id }) => id), ...alsoIds],
      [...allowed.map(({ marker }) => marker), ...also],
    )
    return grant.alive ? { reply, grant } : undefined
  }

  async function consent({ owner, via, reads, writes }: Deed) {
    if (via === 'person') return
    const token = await service.connect(people[owner]!, apps[via]!, consented(reads, writes))
    grants.set(`${owner} ${via}`, { token, alive: true, reads, writes })
  }

  async function narrow({ owner, via, reads, writes, strictly }: Deed) {
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

  async function revoke({ owner, via }: Deed) {
    const grant = grants.get(`${owner} ${via}`)
    if (!grant?.alive) return
    const { id } = await service.get('/v1/connection', grant.token)
    await service.ok('POST', `/v1/connections/${id}/revoke`, { cookie: people[owner]!.cookie })
    grant.alive = false
  }

  async function write(deed: Deed) {
    const batch = deed.scopes.map((scope: string) => ({ scope, marker: newMarker() }))
    const memoriesSent = batch.map(({ scope, marker }: Kept) => ({ scope, content: words(marker) }))
    const grant = grantOf(deed)
    if (!grant) return
    const credential = deed.via === 'person' ? { cookie: people[deed.owner]!.cookie } : { token: grant.token }
    const reply = await service.call('POST', '/v1/memories', { ...credential, body: { memories: memoriesSent } })
    if (!grant.alive) return expect(reply.status).toBe(401)
    if (!grant.writes.length) return expect(reply.status).toBe(403)
    const kept = batch.filter(({ scope }: Kept) => reaches(grant.writes, scope))
    expect(reply.body.accepted).toBe(kept.length > 0)
    expect(reply.body.memoryIds).toHaveLength(kept.length)
    expect(reply.body.memoryIds.some((id: string) => memories.some((memory) => memory.id === id))).toBe(false)
    kept.forEach((memory: Kept, i: number) => {
      memories.push({ ...memory, owner: deed.owner, id: reply.body.memoryIds[i] })
    })
  }

  async function edit(deed: Deed) {
    const memory = pick(deed)
    const grant = grantOf(deed)
    if (!memory || !grant) return
    const marker = deed.rewrite ? newMarker() : memory.marker
    const to = deed.to ?? memory.scope
    const body = {
      pinned: true,
      ...(deed.rewrite ? { content: words(marker) } : {}),
      ...(deed.to ? { scope: to } : {}),
    }
    const mine = memory.owner === deed.owner
    // Nothing moves from where the app may not read to where it may.
    const comesIntoSight = reaches(grant.reads, to) && !reaches(grant.reads, memory.scope)
    const may = mine && reaches(grant.writes, memory.scope) && reaches(grant.writes, to) && !comesIntoSight
    // Who may not read where it is now is told no more than what they sent.
    const told = may && (deed.rewrite || reaches(grant.reads, to)) ? [marker] : []
    const sent = await send(deed, 'PATCH', `/v1/memories/${memory.id}`, body, may ? [memory.id] : [], told)
    if (!sent) return
    const outside = deed.to !== undefined && !reaches(grant.writes, to)
    expect(sent.reply.status).toBe(may ? 200 : !mine && !outside ? 404 : 403)
    if (may) Object.assign(memory, { marker, scope: to })
  }

  async function forget(deed: Deed) {
    const memory = pick(deed)
    if (!memory) return
    const sent = await send(deed, 'DELETE', `/v1/memories/${memory.id}`)
    if (!sent) return
    const may = memory.owner === deed.owner && reaches(sent.grant.writes, memory.scope)
    expect(sent.reply.status).toBe(may ? 200 : memory.owner === deed.owner ? 403 : 404)
    if (may) memories.splice(memories.indexOf(memory), 1)
  }

  async function forgetTwo(deed: Deed) {
    const two = new Set([pick(deed), pick({ ...deed, at: deed.at + 1 })].flatMap((memory) => memory ?? []))
    if (!two.size) return
    const ids = [...two].map(({ id }) => id)
    const sent = await send(deed, 'POST', '/v1/memories/delete', { ids }, ids)
    if (!sent) return
    const mine = [...two].filter(({ owner }) => owner === deed.owner)
    const may = mine.every(({ scope }) => reaches(sent.grant.writes, scope))
    expect(sent.reply.status).toBe(may ? 200 : 403)
    if (!may) return
    expect(sent.reply.body.deleted).toEqual(mine.map(({ id }) => id))
    for (const memory of mine) memories.splice(memories.indexOf(memory), 1)
  }

  async function read(deed: Deed) {
    const memory = pick(deed)
    if (!memory) return
    const sent = await send(deed, 'GET', `/v1/memories/${memory.id}`)
    if (!sent) return
    const may = readable(deed, sent.grant).includes(memory)
    expect(sent.reply.status).toBe(may ? 200 : memory.owner === deed.owner ? 403 : 404)
    if (may) expect(sent.reply.body).toMatchObject({ scope: memory.scope, content: words(memory.marker) })
  }

  async function graph(deed: Deed) {
    const memory = pick(deed)
    const sent = memory && (await send(deed, 'GET', `/v1/memories/${memory.id}/graph`))
    if (!sent) return
    const may = readable(deed, sent.grant).includes(memory)
    expect(sent.reply.status).toBe(may ? 200 : memory.owner === deed.owner ? 403 : 404)
    if (!may) return
    expect(sent.reply.body.nodes[0].content).toBe(words(memory.marker))
    relationsTold += sent.reply.body.relationships.length
  }

  async function draw(deed: Deed) {
    if (deed.via === 'person') return
    const query = deed.at % 2 ? `&query=river+shoes+${pick(deed)?.marker}` : ''
    const sent = await send(deed, 'GET', `/v1/context?limit=100&intent=${deed.intent}${query}`)
    if (!sent) return
    const drawn = readable(deed, sent.grant).filter(
      ({ scope }) => deed.intent === 'assistant' || reaches(['fitness.*'], scope),
    )
    const ids = sent.reply.body.memories.map(({ id }: Kept) => id)
    expect([...ids].sort()).toEqual(drawn.map(({ id }) => id).sort())
  }

  async function brief(deed: Deed) {
    if (deed.via === 'person') return
    const sent = await send(deed, 'GET', '/v1/identity/brief')
    if (sent) expect(sent.reply.body.source_memory_count).toBeLessThanOrEqual(readable(deed, sent.grant).length)
  }

  /** All pages of a list or a search; `undefined` when the caller may not ask that. */
  async function pages(deed: Deed, query: Record<string, string>): Promise<Kept[] | undefined> {
    const all: Kept[] = []
    for (let cursor: string | undefined; ; ) {
      const asked = { ...query, ...(deed.filter ? { scope: deed.filter } : {}), ...(cursor ? { cursor } : {}) }
      const sent = await send(
        deed,
        'GET',
        `/v1/memories?${new URLSearchParams({ limit: String(deed.limit), ...asked })}`,
      )
      if (!sent) return undefined
      if (deed.filter && !reaches(sent.grant.reads, deed.filter)) {
        expect(sent.reply.status).toBe(403)
        return undefined
      }
      all.push(...sent.reply.body.memories)
      cursor = sent.reply.body.next_cursor ?? undefined
      if (!cursor) return all
    }
  }

  const asked = (deed: Deed) =>
    readable(deed, grantOf(deed)!).filter(({ scope }) => !deed.filter || reaches([deed.filter], scope))

  async function list(deed: Deed) {
    const listed = await pages(deed, {})
    if (listed)
      expect(listed.map(({ id }) => id)).toEqual(
        asked(deed)
          .map(({ id }) => id)
          .reverse(),
      )
  }

  async function recall(deed: Deed) {
    // For a word of one memory, which only that memory holds, and for words they all share.
    const marker = pick(deed)?.marker ?? 'oui0lou'
    const found = await pages(deed, { query: deed.at % 2 ? `river shoes ${marker}` : marker })
    if (!found) return
    const ids = found.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(asked(deed).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    const wanted = asked(deed).find((memory) => memory.marker === marker)
    if (wanted) expect(ids).toContain(wanted.id)
  }

  async function scopes(deed: Deed) {
    const sent = await send(deed, 'GET', '/v1/scopes')
    if (!sent) return
    const counts = new Map<string, number>()
    for (const { scope } of readable(deed, sent.grant)) counts.set(scope, (counts.get(scope) ?? 0) + 1)
    const told = sent.reply.body.scopes.map(({ scope, count }: { scope: string; count: number }) => [scope, count])
    expect(new Map(told)).toEqual(counts)
  }

  return { consent, narrow, revoke, write, edit, forget, forgetTwo, read, list, recall, graph, draw, brief, scopes }
}

function holdsNothingElse({ body, headers }: Reply, ids: string[], markers: string[]) {
  const text = JSON.stringify([body, [...headers]])
  for (const marker of text.match(MARKER) ?? []) expect(markers).toContain(marker)
  for (const id of text.match(MEMORY_ID) ?? []) expect(ids).toContain(id)
}
