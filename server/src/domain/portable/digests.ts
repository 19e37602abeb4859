import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { IMPORT_PURPOSE } from './parse-line.ts'

/** What makes a candidate the same when it is found again, keyed and for this person. */
export function candidateDigest(ctx: Pick<Ctx<UserActor>, 'vault' | 'actor'>, source: string, content: string): Buffer {
  return digestOf(ctx, 'candidate', source, content)
}

/** What makes a changed entry the same when it is imported again. */
export function entryDigest(ctx: Pick<Ctx<UserActor>, 'vault' | 'actor'>, memoryId: string, content: string): Buffer {
  return digestOf(ctx, 'entry', memoryId, content)
}

function digestOf(
  { vault, actor }: Pick<Ctx<UserActor>, 'vault' | 'actor'>,
  kind: 'candidate' | 'entry',
  about: string,
  content: string,
): Buffer {
  return vault.lastingMac(IMPORT_PURPOSE, JSON.stringify([kind, actor.userId, about, content]))
}
