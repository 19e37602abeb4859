// Many people's apps at once, a process of its own: recalls, writes and context in shares. In a closed loop so many
// clients each wait for their answer before they ask again; at a rate requests come when they are due, answered or not,
// and each is timed from when it was due, so that a service that stalls is charged for all who came meanwhile.

import { Worker } from 'node:worker_threads'
import { open, spread, textOf } from './connection.mjs'
import { memories, questions, randomFrom } from './text.mjs'

const LIMIT = 20
const TEXTS = 20_000
const CONNECTIONS_MAX = 256
// Well before the service would end them.
const IDLE_MS_MAX = 5_000
const INTENTS = ['coach', 'companion', 'assistant', 'planner']

// Of the machine, so that the thread that tells what is due reads the same.
const now = () => Number(process.hrtime.bigint()) / 1e6

const written = [...memories(TEXTS, 11)].map(({ occurredAt, ...memory }) => memory)
const asked = questions(TEXTS, 12)

const requests = {
  recall: (n) => ({
    method: 'GET',
    path: `/v1/memories?${new URLSearchParams({ query: asked[n % TEXTS], limit: LIMIT })}`,
  }),
  write: (n) => ({ method: 'POST', path: '/v1/memories', body: JSON.stringify({ memories: [written[n % TEXTS]] }) }),
  context: (n) => ({
    method: 'GET',
    path: `/v1/context?${new URLSearchParams({ intent: INTENTS[n % INTENTS.length], query: asked[n % TEXTS] })}`,
  }),
}

/** Draws what happens next: whose app asks for what. */
function* drawn({ tokens, shares, ports, seed }) {
  const random = randomFrom(seed)
  for (let n = 0; ; n++) {
    let left = random()
    const kind = Object.keys(shares).find((each) => (left -= shares[each]) < 0) ?? Object.keys(shares)[0]
    const at = Math.floor(random() * tokens.length)
    const head = `host: bench\r\nauthorization: Bearer ${tokens[at]}\r\n`
    // As a balancer by credential does it: a token always meets the same process.
    yield { kind, text: textOf(requests[kind](n), head), port: ports[at % ports.length] }
  }
}

/**
 * Connections that are free, by port; who finds none opens one, up to a bound, and then waits. One that was not used for a
 * while is ended, as any client does it: the service may be about to.
 */
function openConnections() {
  const free = new Map()
  const waiting = new Map()
  const opened = new Map()
  const all = new Set()
  const listOf = (map, port) => map.get(port) ?? map.set(port, []).get(port)
  const drop = (port, connections) => {
    opened.set(port, opened.get(port) - connections.length)
    for (const connection of connections) {
      all.delete(connection)
      connection.close()
    }
  }
  return {
    async take(port) {
      const held = listOf(free, port).pop()
      if (held && held.idleMs < IDLE_MS_MAX) return held
      if (held) drop(port, [held, ...listOf(free, port).splice(0)])
      const count = opened.get(port) ?? 0
      if (count >= CONNECTIONS_MAX) return new Promise((resolve) => listOf(waiting, port).push(resolve))
      opened.set(port, count + 1)
      const connection = open(port)
      all.add(connection)
      await connection.opened
      return connection
    },
    giveBack(port, connection) {
      const next = listOf(waiting, port).shift()
      if (next) next(connection)
      else listOf(free, port).push(connection)
    },
    close() {
      for (const connection of all) connection.close()
    },
  }
}

/** One round: `clients` in a closed loop, or `perSecond` at a rate; for `ms`. */
async function run(job) {
  const { clients, perSecond, ms } = job
  const times = Object.fromEntries(Object.keys(job.shares).map((kind) => [kind, []]))
  const errors = { count: 0, first: undefined }
  const connections = openConnections()
  const source = drawn(job)
  const startAt = now()
  let late = 0

  const ask = async ({ kind, text, port }, due) => {
    late = Math.max(late, now() - due)
    try {
      const connection = await connections.take(port)
      const { status, body } = await connection.send(text)
      connections.giveBack(port, connection)
      if (status !== 200) throw new Error(`${kind}: ${status} ${body()}`)
      times[kind].push(now() - due)
    } catch (error) {
      errors.count++
      errors.first ??= error.message
    }
  }
  const loop = async () => {
    while (now() < startAt + ms) await ask(source.next().value, now())
  }
  const flow = async () => {
    const clock = new Worker(new URL('./clock.mjs', import.meta.url), {
      workerData: { perSecond, ms, startAt, seed: job.seed },
    })
    const underWay = new Set()
    await new Promise((resolve, reject) => {
      clock.once('error', reject)
      clock.on('message', (due) => {
        if (due === null) return resolve()
        const asking = ask(source.next().value, due).finally(() => underWay.delete(asking))
        underWay.add(asking)
      })
    })
    await Promise.all(underWay)
  }
  if (clients) await Promise.all(Array.from({ length: clients }, loop))
  else await flow()
  const seconds = (now() - startAt) / 1_000
  connections.close()
  const all = Object.values(times).flat()
  const kinds = Object.fromEntries(Object.entries(times).map(([kind, list]) => [kind, spread(list)]))
  return { ...kinds, all: spread(all), perSecond: all.length / seconds, errors, lateMs: late }
}

process.on('message', (job) =>
  run(job).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.stack }),
  ),
)
process.on('disconnect', () => process.exit())
