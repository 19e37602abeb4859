// The service in this process, so that a recall can be called as a function beside the same recall over HTTP.

import { findMemories } from '../../server/dist/domain/memories/find.js'
import { readConfig } from '../../server/dist/foundation/config.js'
import { newId } from '../../server/dist/foundation/ids.js'
import { startService } from '../../server/dist/service.js'

const service = await startService(readConfig(process.env))

/** Recalls one question after the other for so long; the time each took, in ms. */
async function recall({ token, questions, limit, ms }) {
  const times = []
  const until = performance.now() + ms
  for (let at = 0; performance.now() < until; at++) {
    // The look-up of the token is the edge's work; it is cached there for less than a second.
    const actor = await service.ports.tokens.actorOf(token)
    const ctx = { ...service.ports, actor, requestId: newId('req'), address: '127.0.0.1' }
    const from = performance.now()
    await findMemories(ctx, { query: questions[at % questions.length], limit })
    times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
}

const work = {
  port: async () => service.ports && Number(new URL(service.url).port),
  recall,
}

process.on('message', ({ kind, ...input }) =>
  work[kind](input).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.stack }),
  ),
)
process.on('SIGTERM', () => service.stop().then(() => process.exit()))
