import type { Breaker } from '../../../foundation/models/breaker.ts'
import type { ChatModel } from '../../../foundation/models/chat.ts'
import type { Db } from '../../../foundation/sql/db.ts'
import type { Log } from '../../../foundation/telemetry/log.ts'
import { type SourceRow, selectForRelations } from '../../memories/internal-queries.ts'
import type { Relationship } from '../../vocabulary/relations.ts'
import { openDerivationLoop, type Progress } from '../loop.ts'
import { CALL_MS, openRelationCalls } from './ask.ts'
import { RELATION_WATERMARKS, upsertRelations } from './store.ts'

/* Relations that memories state, read by a chat model, for the graph and the context bundle. */

/** Memories read at the same time, one call each. */
const CALLS_PER_RUN = 4
/** A call, the probe after it, and a margin. */
const LEASE_SECONDS = (2 * CALL_MS) / 1_000 + 20

export interface RelationPorts {
  relations: Relations
}

export type Relations = ReturnType<typeof openRelations>

interface Options {
  db: Db
  log: Log
  /** The model; without one nothing is read, and relations read earlier are not returned. */
  chat: ChatModel | undefined
  /** Whether this process reads memories; if not, it still returns the relations that others have read. */
  works: boolean
}

/** Opens the derivation of relations; `start` begins it. */
export function openRelations({ db, log, chat, works }: Options) {
  const closing = new AbortController()
  const calls = chat && works ? openRelationCalls({ chat, log, signal: closing.signal }) : undefined
  let made = 0

  function openLoop({ wake, relationsIn }: NonNullable<typeof calls>) {
    return openDerivationLoop<Relationship[]>(
      { db, log, works },
      {
        name: 'relations',
        leaseSeconds: LEASE_SECONDS,
        async prepare() {
          await wake()
          return RELATION_WATERMARKS
        },
        rowsPerRun: () => CALLS_PER_RUN,
        read: (positions, rowsPerStore) => db.rows<SourceRow>(selectForRelations(positions, rowsPerStore)),
        async derive(rows) {
          const results = await Promise.allSettled(rows.map(relationsIn))
          const outputs = new Map<SourceRow, Relationship[]>()
          for (const [at, row] of rows.entries()) {
            const result = results[at]!
            if (result.status === 'fulfilled') outputs.set(row, result.value)
          }
          return { outputs, failure: results.find((result) => result.status === 'rejected')?.reason }
        },
        async store(outputs) {
          const stated = [...outputs].flatMap(([row, relations]) => (relations.length ? [{ ...row, relations }] : []))
          if (stated.length) made += await upsertRelations(db, stated)
          return new Map()
        },
      },
    )
  }

  const loop = calls && openLoop(calls)
  return {
    /** Whether relations are read by a model, so that they are returned. */
    inUse: chat !== undefined,
    start: (): void => loop?.start(),
    changed: (userId: string): void => loop?.changed(userId),
    /** For metrics: the model's circuit breaker, the backlog, and for how many memories relations were stored. */
    progress(): Pick<Progress, 'behind'> & { breaker: Breaker['state']; made: number } {
      return { breaker: calls?.breaker() ?? 'closed', behind: loop?.progress().behind ?? 0, made }
    },
    async close(): Promise<void> {
      closing.abort()
      await loop?.stop()
    },
  }
}
