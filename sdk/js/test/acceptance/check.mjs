// A short acceptance check for runtimes without a common test runner. Returns `fine`, or throws.
import { exchangeCode, MemoryService, newConnectAttempt, revoke, verifyWebhook } from '@memory-service/sdk'

/** `world` is the input of `acceptance.test.mjs` plus a signed delivery: { …, webhook: { body, headers, secret } }. */
export async function check({ baseUrl, token, spare, webhook }) {
  const memory = new MemoryService({ baseUrl, token })
  const content = 'Runs along the river every Tuesday.'
  const { memoryIds } = await memory.remember([
    { scope: 'fitness', content },
    { scope: 'fitness', content: 'Likes rye.' },
  ])
  const { memories } = await memory.recall('when does she run along the river')
  same(memories[0].content, content)
  const listed = []
  for await (const { id } of memory.list({ limit: 1 })) listed.push(id)
  same(listed.sort(), [...memoryIds].sort())
  same(await memory.forget(memoryIds), { deleted: memoryIds, missing: [] })

  const turn = { intent: 'coach', userMessage: 'How do I begin?' }
  const types = []
  for await (const { type } of memory.chatStream(turn)) types.push(type)
  same([types[0], types.at(-1)], ['delta', 'done'])
  for await (const _frame of memory.chatStream(turn)) break

  const error = await memory.get('mem_1').then(undefined, (error) => error)
  same([error.code, error.status, error.is('not_found')], ['not_found', 404, true])
  const away = new MemoryService({ baseUrl: 'http://127.0.0.1:1', token, retry: { initialDelayMs: 1 } })
  const lost = await away.brief().then(undefined, (error) => error)
  same([lost.code, lost.attempts], ['unreachable', 3])
  const late = await memory.brief({ signal: AbortSignal.abort('enough') }).then(undefined, (reason) => reason)
  same(late, 'enough')

  same((await newConnectAttempt()).codeChallenge.length, 43)
  const { code, ...credentials } = spare
  const { connection_token } = await exchangeCode({ baseUrl, ...credentials, code })
  same(await revoke({ baseUrl, ...credentials, token: connection_token }), { ok: true })

  same((await verifyWebhook(webhook.body, webhook.headers, webhook.secret)).type, 'webhook.test')
  const refused = await verifyWebhook(`${webhook.body} `, webhook.headers, webhook.secret).catch((error) => error)
  same(refused.details.reason, 'mismatch')
  return 'fine'
}

function same(actual, expected) {
  const [a, b] = [actual, expected].map((value) => JSON.stringify(value))
  if (a !== b) throw new Error(`got ${a}, expected ${b}`)
}
