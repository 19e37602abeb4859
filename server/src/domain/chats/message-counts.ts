import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'

const USERS_MAX = 1_000

/**
 * How many messages users have. Counting a hundred thousand takes longer than storing a batch of an import, so they are
 * counted only if a transaction other than the last batch has changed the store since.
 */
export class MessageCounts {
  private readonly counts = new Map<string, { used: number; stamp: string | undefined }>()

  /** The number of messages of the user. The store is locked, has this stamp, and this transaction has not changed it. */
  async read({ db, actor: { userId } }: Ctx<UserActor>, stamp: string | undefined): Promise<number> {
    const known = this.counts.get(userId)
    if (known && stamp !== undefined && known.stamp === stamp) return known.used
    const { used } = await db.one<{ used: number }>(sql`
      select count(*) as used from chat_messages where user_id = ${userId}`)
    return used
  }

  /**
   * Notes the number of messages of the user once this transaction, which has changed the store, is committed. The store
   * then has this stamp.
   */
  note({ db, actor: { userId } }: Ctx<UserActor>, used: number, stamp: string | undefined): void {
    db.afterCommit(() => this.keep(userId, used, stamp))
  }

  private keep(userId: string, used: number, stamp: string | undefined): void {
    this.counts.delete(userId)
    this.counts.set(userId, { used, stamp })
    for (const oldest of this.counts.keys()) {
      if (this.counts.size <= USERS_MAX) break
      this.counts.delete(oldest)
    }
  }
}

export interface MessageCountPorts {
  messageCounts: MessageCounts
}
