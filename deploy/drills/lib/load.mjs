// Writers and readers that continue through every fault, and the failures they observe.

import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const PASSWORD = 'a long walk home'
const SCOPES = ['memory:read:*', 'memory:write:*']
const AGAIN_MS = 50
const REQUEST_MAX_MS = 120_000
const DELIVERED_WITHIN_MS = 90_000
const PAGE = 100

async function ask(url, method, path, { token, cookie, key, body } = {}) {
  const headers = {
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(cookie ? { cookie } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  }
  const signal = AbortSignal.timeout(REQUEST_MAX_MS)
  const response = await fetch(url + path, { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

async function call(...request) {
  const { status, headers, body } = await ask(...request)
  if (status >= 300) throw new Error(`${request[1]} ${request[2]}: ${status} ${JSON.stringify(body)}`)
  return { ...body, session: headers.getSetCookie()[0]?.split(';')[0] }
}

/** An endpoint that takes webhooks: delivery ids by memory. */
async function openReceiver(folder) {
  const received = new Map()
  const server = createServer((request, response) => {
    const parts = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(parts).toString())
      const ids = received.get(data.memory.id) ?? new Set()
      received.set(data.memory.id, ids.add(request.headers['x-service-delivery']))
      response.end('ok')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  folder.onClose(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${server.address().port}`, received }
}

/** Registers an app with a webhook and connects people to it. */
async function connectPeople(url, receiver, number) {
  const account = (name) => ({ body: { email: `${name}@example.com`, password: PASSWORD } })
  const { session: developer } = await call(url, 'POST', '/v1/dev/auth/signup', account('developer'))
  const manifest = { scopes: SCOPES }
  const made = await call(url, 'POST', '/v1/dev/apps', { cookie: developer, body: { name: 'Drill', manifest } })
  const body = { url: receiver.url, events: ['memory.created'] }
  await call(url, 'POST', `/v1/dev/apps/${made.app.id}/subscriptions`, { cookie: developer, body })
  const { client_id, client_secret } = made
  const people = []
  for (let n = 0; n < number; n++) {
    const { session: cookie, user } = await call(url, 'POST', '/v1/auth/signup', account(`person${n}`))
    const consent = { slug: made.app.slug, scopes: SCOPES }
    const { code } = await call(url, 'POST', '/v1/oauth/authorize', { cookie, body: consent })
    const { connection_token } = await call(url, 'POST', '/v1/oauth/token', {
      body: { code, client_id, client_secret },
    })
    people.push({ id: user.id, token: connection_token, cookie, answered: 0 })
  }
  return people
}

/**
 * Starts writers, editors and readers of some people, with a break of `betweenMs` after each request. A writer repeats a memory
 * under its idempotency key until it is acknowledged. An editor changes each memory that it writes and deletes every second one;
 * it must meet no fault. `strike` notes the time of a fault; `phase` prints the longest wait since the
 * phase before; `finish` stops the load, compares what was acknowledged with what is stored and delivered, prints the figures
 * and sets the exit status. `answered` returns how many requests of each person were answered since it was last called.
 */
export async function startLoad(
  folder,
  url,
  { writers = 8, editors = 0, readers = 2, people: number = 1, betweenMs = 0 } = {},
) {
  const receiver = await openReceiver(folder)
  const people = await connectPeople(url, receiver, number)
  const written = new Map()
  // Contents of editors that must be stored, and that must not be.
  const [edited, removed] = [new Set(), new Set()]
  const met = { answered: 0, refused: 0, cut: 0, errors: [], slowestMs: 0, phaseMs: 0, healMs: 0 }
  let struck
  let over = false

  async function once(method, path, request) {
    const begun = performance.now()
    const answer = await ask(url, method, path, request).catch(() => undefined)
    const now = performance.now()
    met.slowestMs = Math.max(met.slowestMs, now - begun)
    met.phaseMs = Math.max(met.phaseMs, now - begun)
    if (answer && answer.status < 300) {
      met.answered++
      if (betweenMs) await sleep(betweenMs)
      return answer
    }
    if (!answer) met.cut++
    else if (answer.status === 503 && answer.body?.error?.code === 'unavailable') met.refused++
    else met.errors.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    if (struck !== undefined) met.healMs = Math.max(met.healMs, now - struck)
    await sleep(AGAIN_MS)
    return undefined
  }
  async function write(writer) {
    const person = people[writer % number]
    const { token } = person
    for (let n = 0; !over; n++) {
      const content = `Writer ${writer} wrote ${n}.`
      const request = { token, key: content, body: { memories: [{ content, scope: 'note' }] } }
      let answer
      while (!answer) answer = await once('POST', '/v1/memories', request)
      person.answered++
      written.set(content, answer.body.memoryIds[0])
    }
  }
  async function edit(editor) {
    const { token } = people[editor % number]
    for (let n = 0; !over; n++) {
      const content = `Draft ${n} of editor ${editor}.`
      const memories = [{ content, scope: 'note' }]
      const made = await once('POST', '/v1/memories', { token, key: content, body: { memories } })
      const path = `/v1/memories/${made?.body.memoryIds[0]}`
      const now = `Text ${n} of editor ${editor}.`
      await once('PATCH', path, { token, body: { content: now } })
      removed.add(content)
      if (n % 2) await once('DELETE', path, { token })
      ;(n % 2 ? removed : edited).add(now)
    }
  }
  async function read(reader) {
    const person = people[reader % number]
    const { token } = person
    while (!over) if (await once('GET', '/v1/memories?limit=20', { token })) person.answered++
  }
  const running = Promise.all([
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
    ...Array.from({ length: editors }, (_, editor) => edit(editor)),
    ...Array.from({ length: readers }, (_, reader) => read(reader)),
  ])
  running.catch(() => {})

  async function stored() {
    const counts = new Map()
    for (const { cookie } of people) await countOf(cookie, counts)
    return counts
  }
  async function countOf(cookie, counts) {
    for (let cursor = ''; cursor !== null; ) {
      const path = `/v1/memories?limit=${PAGE}${cursor && `&cursor=${cursor}`}`
      const page = await call(url, 'GET', path, { cookie })
      for (const { content } of page.memories) counts.set(content, (counts.get(content) ?? 0) + 1)
      cursor = page.next_cursor
    }
  }
  async function undelivered() {
    const missing = () => [...written.values()].filter((id) => !receiver.received.has(id)).length
    for (const end = Date.now() + DELIVERED_WITHIN_MS; missing() && Date.now() < end; ) await sleep(AGAIN_MS)
    return missing()
  }
  return {
    answered() {
      const counts = new Map(people.map(({ id, answered }) => [id, answered]))
      for (const person of people) person.answered = 0
      return counts
    },
    strike: () => (struck = performance.now()),
    phase(name) {
      console.log(`longest wait ${name.padEnd(21)} ${Math.round(met.phaseMs)} ms`)
      met.phaseMs = 0
    },
    /** `mayRefuse`: whether requests may get 503 or lose their connection, to be repeated. */
    async finish({ mayRefuse = true, healMaxMs = 60_000 } = {}) {
      over = true
      await running
      const counts = await stored()
      const lost = [...written.keys(), ...edited].filter((content) => !counts.has(content)).length
      const came = [...removed].filter((content) => counts.has(content)).length
      const doubled = [...counts.values()].filter((count) => count > 1).length + came
      const notDelivered = await undelivered()
      const deliveredTwice = [...receiver.received.values()].filter((ids) => ids.size > 1).length
      const say = (what, value) => console.log(`${what.padEnd(34)} ${value}`)
      say('writes acknowledged', written.size)
      if (editors) say('changed, deleted or earlier states', `${edited.size}, ${removed.size}`)
      say('lost, doubled', `${lost}, ${doubled}`)
      say('webhooks lost, doubled', `${notDelivered}, ${deliveredTwice}`)
      say('errors', met.errors.length)
      say('refused (503), cut off', `${met.refused}, ${met.cut}`)
      say('longest wait', `${Math.round(met.slowestMs)} ms`)
      say('time to heal', `${Math.round(met.healMs)} ms`)
      for (const error of met.errors.slice(0, 5)) console.log(error)
      const isWhole = !lost && !doubled && !notDelivered && !deliveredTwice && !met.errors.length
      const passed =
        isWhole && written.size > 0 && met.healMs <= healMaxMs && (mayRefuse || met.refused + met.cut === 0)
      console.log(passed ? 'passed' : 'FAILED')
      process.exitCode = passed ? 0 : 1
    },
  }
}
