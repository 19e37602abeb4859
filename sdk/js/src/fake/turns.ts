import { allows } from '../scopes.ts'
import type { TurnMessage, TurnPage, TurnsAccepted } from '../types.ts'
import { denied, failure, invalid } from './failure.ts'
import { checkScope, readLimit, readTime } from './inputs.ts'
import { pageOf } from './read.ts'
import { relevanceOf } from './search.ts'
import type { FakeService } from './service.ts'

/* The transcripts of a connection: as in a service without a chat model. */

const TURNS_MAX = 100
const MESSAGE_CHARS_MAX = 32_000
const REQUEST_CHARS_MAX = 100_000
const TRANSCRIPTS_MAX = 200
const DATE_CHARS = 10
const ROLES: readonly unknown[] = ['user', 'assistant']

type Result = TurnsAccepted['results'][number]

/** The conversations that an app sent about one person. */
export class FakeTurns {
  #messages: TurnMessage[] = []
  readonly #service: FakeService
  readonly #scopes: () => readonly string[]

  /** @param scopes the scopes that are granted now. */
  constructor(service: FakeService, scopes: () => readonly string[]) {
    this.#service = service
    this.#scopes = scopes
  }

  // biome-ignore lint/suspicious/noExplicitAny: the client is typed; fields are checked where apps could notice.
  add(body: any): TurnsAccepted {
    const service = this.#service
    const { messages, scope } = body
    if (!messages.length || messages.length > TURNS_MAX) throw invalid('messages', `must be 1 to ${TURNS_MAX} messages`)
    const createdAt = body.occurredAt === undefined ? service.now() : readTime(body.occurredAt, 'occurredAt')
    const conversationId = body.conversationId?.trim() ?? createdAt.slice(0, DATE_CHARS)
    this.#check(scope ?? this.#scopeByDefault())
    const known = this.#messages.find((each) => each.conversationId === conversationId)?.scope
    if (known && scope !== undefined && known !== scope)
      throw failure('conflict', { reason: `The conversation has the scope ${known}.` })
    const fields = { conversationId, scope: known ?? scope ?? this.#scopeByDefault(), createdAt }
    const results: Result[] = []
    const spoken: TurnMessage[] = []
    for (const [index, { role, content }] of messages.entries()) {
      const text = textOf(content).trim()
      if (text.length > MESSAGE_CHARS_MAX)
        throw invalid(`messages.${index}.content`, `must be at most ${MESSAGE_CHARS_MAX} characters`, 'too_big')
      const reason = ROLES.includes(role) ? (text ? undefined : 'no_text') : 'role'
      results.push(reason ? { index, status: 'ignored', reason } : { index, status: 'accepted' })
      if (!reason) spoken.push({ id: service.newId('msg'), role, content: text, ...fields, extraction: null })
    }
    if (spoken.reduce((sum, { content }) => sum + content.length, 0) > REQUEST_CHARS_MAX)
      throw invalid('messages', `must be at most ${REQUEST_CHARS_MAX} characters in all`, 'too_big')
    const conversations = new Set(this.#messages.map((each) => each.conversationId))
    if (spoken.length && !known && conversations.size >= TRANSCRIPTS_MAX)
      throw failure('limit_exceeded', { limit: 'transcripts' })
    this.#messages.push(...spoken)
    return { accepted: spoken.length > 0, conversationId, extraction: 'off', results }
  }

  list(query: URLSearchParams): TurnPage {
    const scope = query.get('scope')
    const scopes = this.#scopes()
    const isReader = scopes.some((each) => each.startsWith('memory:read:'))
    if (!isReader || (scope !== null && !allows(scopes, `memory:read:${scope}`)))
      throw denied(`memory:read:${scope ?? 'general'}`)
    const conversation = query.get('conversationId')
    const readable = this.#messages.filter(
      (each) =>
        allows(scopes, `memory:read:${each.scope}`) &&
        (scope === null || allows([`memory:read:${scope}`], `memory:read:${each.scope}`)) &&
        (conversation === null || each.conversationId === conversation),
    )
    const words = query.get('query')
    const limit = readLimit(query.get('limit'))
    if (words === null) return pageOf(readable.reverse(), limit, query)
    const scored = readable.map((each) => ({ each, score: relevanceOf(each.content, words) })).reverse()
    const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
    return { items: found.slice(0, limit).map(({ each }) => each), next_cursor: null }
  }

  delete(conversationId: string): { deleted: boolean } {
    const found = this.#messages.find((each) => each.conversationId === conversationId)
    if (found) this.#check(found.scope)
    this.#messages = this.#messages.filter((each) => each.conversationId !== conversationId)
    return { deleted: found !== undefined }
  }

  #check(scope: string): void {
    checkScope(scope, '', this.#service.customScopes)
    if (!allows(this.#scopes(), `memory:write:${scope}`)) throw denied(`memory:write:${scope}`)
  }

  #scopeByDefault(): string {
    const writes = this.#scopes().flatMap((scope) => (scope.startsWith('memory:write:') ? [scope.slice(13)] : []))
    const covered = allows(this.#scopes(), 'memory:write:general')
    return covered ? 'general' : (writes[0]?.replace(/\.\*$/, '') ?? 'general')
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap((part) => (typeof part?.text === 'string' ? [part.text] : [])).join('\n')
}
