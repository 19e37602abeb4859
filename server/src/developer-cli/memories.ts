import { call, type Json, ServiceError } from './api.ts'
import { forgetToken, tokenOf } from './apps.ts'
import type { Session } from './command.ts'
import { CommandError, usageError } from './errors.ts'

export interface MemoryOptions {
  app?: string | undefined
  token?: string | undefined
  scope?: string | undefined
  kind?: string | undefined
  limit?: string | undefined
  json?: boolean | undefined
}

/** Stores one memory with a connection token, or as a test person of an app. */
export async function remember(session: Session, content: string, options: MemoryOptions): Promise<void> {
  if (!content)
    throw usageError('Write what to remember, such as: memory-service remember "Runs on Tuesdays." --scope fitness')
  const { scope = 'general', kind } = options
  const memory = { content, scope, ...(kind ? { kind } : {}) }
  const answer = await withToken(session, options, (token) =>
    call(session.url, 'POST', '/v1/memories', { token, body: { memories: [memory] } }),
  )
  const [result] = answer.results
  if (options.json) return session.printJson(answer)
  if (result.status === 'dropped') throw new CommandError(`Not stored: the token lacks ${result.missing_scope}.`)
  session.print(`${result.id}  ${result.status} in ${scope}`)
}

/** Searches memories with a connection token, or as a test person of an app. */
export async function recall(session: Session, text: string, options: MemoryOptions): Promise<void> {
  const { scope, limit } = options
  const query = new URLSearchParams({
    ...(text ? { query: text } : {}),
    ...(scope ? { scope } : {}),
    ...(limit ? { limit } : {}),
  })
  const answer = await withToken(session, options, (token) =>
    call(session.url, 'GET', `/v1/memories?${query}`, { token }),
  )
  if (options.json) return session.printJson(answer)
  for (const { score, scope, content } of answer.memories as Json[])
    session.print(`${score === undefined ? '' : `${score.toFixed(2)}  `}${scope}  ${content}`)
  if (!answer.memories.length) session.note('Nothing was found.')
}

async function withToken(
  session: Session,
  { token: given, app }: MemoryOptions,
  send: (token: string) => Promise<{ body: Json }>,
): Promise<Json> {
  const token = await tokenOf(session, given, app)
  try {
    return (await send(token)).body
  } catch (error) {
    const isStale = error instanceof ServiceError && ['unauthorized', 'connection_revoked'].includes(error.code)
    if (!isStale || given || session.env.MEMORY_SERVICE_TOKEN) throw error
    // The test person was erased in the portal: another one is made.
    forgetToken(session, token)
    return (await send(await tokenOf(session, given, app))).body
  }
}
