import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '../foundation/entry-limit.ts'

/*
 * Which worker of a primary process serves a connection: the one at which the person's search index is. The first bytes
 * of a connection contain a credential; whose it is, the workers tell. Nothing depends on it but the time that a recall
 * takes: every worker can serve everybody.
 */

/** Credentials whose person is known. */
const CREDENTIALS_MAX = 100_000
const HASH_BYTES = 12
const AUTHORIZATION = /\r\nauthorization:[ \t]*([^\r\n]+)/i
const SESSION = /\r\ncookie:[^\r\n]*?\b(?:__Host-)?ms_session=([^;\r\n]+)/i

/** A hash of the credential in the head of a request; `undefined` without one. */
export function credentialIn(head: string): string | undefined {
  const credential = (AUTHORIZATION.exec(head) ?? SESSION.exec(head))?.[1]?.trim()
  return credential ? hashOf(credential) : undefined
}

/** The hash of a request's credential, as {@link credentialIn} finds it. */
export function credentialOf({
  authorization,
  cookie,
}: {
  authorization?: string
  cookie?: string
}): string | undefined {
  const lines = [authorization && `authorization: ${authorization}`, cookie && `cookie: ${cookie}`]
  return credentialIn(['', ...lines.filter(Boolean)].join('\r\n'))
}

/** The worker of a person, or of what stands for one, among so many. */
export function slotOf(key: string, slots: number): number {
  return createHash('sha256').update(key).digest().readUInt32BE() % slots
}

/** Remembers which worker connections with a credential go to. */
export class Routes {
  readonly #slots: number
  readonly #homes = new LRUCache<string, number>(entryLimit(CREDENTIALS_MAX))

  constructor(slots: number) {
    this.#slots = slots
  }

  /** Records the worker of the person that a credential belongs to. */
  learn(credential: string, slot: number): void {
    if (Number.isInteger(slot) && slot >= 0 && slot < this.#slots) this.#homes.set(credential, slot)
  }

  /** The worker of a connection that begins with these bytes. */
  slotFor(head: string, address: string): number {
    const credential = credentialIn(head)
    if (credential === undefined) return slotOf(address, this.#slots)
    return this.#homes.get(credential) ?? slotOf(credential, this.#slots)
  }
}

function hashOf(credential: string): string {
  return createHash('sha256').update(credential).digest('base64url').slice(0, HASH_BYTES)
}
