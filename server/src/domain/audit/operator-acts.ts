import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { newId } from '../../foundation/ids.ts'
import { DELETE_BATCH_ROWS } from '../../foundation/jobs.ts'
import { type Page, type PageQuery, pageById } from '../../foundation/page.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { OPERATOR_ACTIONS } from './account-actions.ts'
import { insertAudit } from './audit.ts'

/* What the operator did to accounts and apps. The operator sees all of it, everybody else what concerns them. */

const RETENTION_DAYS = 3 * 365

/** Which act was done to what. */
export interface OperatorAct {
  act: string
  /** The user, developer, app or invitation; null for the whole service. */
  subjectId: string | null
  /** What was set; no secrets, no content. */
  detail?: string | undefined
}

/** An act as it is stored. */
export interface StoredAct extends OperatorAct {
  id: string
  at: string
}

/** Records an act in the transaction of its effect; that on a user also in the user's audit log. */
export async function recordAct({ db, clock }: Pick<Ctx, 'db' | 'clock'>, entry: OperatorAct): Promise<void> {
  const now = clock()
  const { act, subjectId, detail = null } = entry
  await db.count(sql`
    insert into operator_acts (id, at, act, subject_id, detail)
    values (${newId('act', now.getTime())}, ${now.toISOString()}, ${act}, ${subjectId}, ${detail})`)
  const action = OPERATOR_ACTIONS.find((each) => each === `operator.${act.split('.')[1]}`)
  if (!subjectId?.startsWith('usr_') || !action) return
  await db.count(
    insertAudit({
      ...{ user_id: subjectId, id: newId('aud', now.getTime()), at: now.toISOString(), actor: 'operator', action },
      ...{ app_id: null, app: null, connection_id: null, target: detail, scope: '', count: 0 },
      request_id: newId('req', now.getTime()),
    }),
  )
}

/** Acts below an id, newest first: all, or those on one subject. */
export function listActs({ db }: Pick<Ctx, 'db'>, subjectId: string | null, below: string, rows: number) {
  return db.rows<StoredAct>(sql`
    select id, at, act, subject_id as "subjectId", detail from operator_acts
    where id < ${below} and (${subjectId}::text is null or subject_id = ${subjectId})
    order by id desc limit ${rows}`)
}

export const DeveloperAct = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    act: z.string().meta({ description: 'Such as `developers.plan` or `apps.stop`.' }),
    app: z.string().nullable().meta({ description: 'Slug of the app; null if it concerns the account.' }),
    detail: z.string().nullable().meta({ description: 'What was set, such as the plan.' }),
  })
  .meta({ id: 'OperatorAct' })

/** What the operator did to the caller's account and apps, newest first. */
export function listOwnActs(
  { db, vault, actor: { developerId } }: Ctx<DeveloperActor>,
  query: z.output<typeof PageQuery>,
): Promise<Page<z.output<typeof DeveloperAct>>> {
  return pageById(vault, ['operator acts', developerId], query, (below, rows) =>
    db.rows<z.output<typeof DeveloperAct>>(sql`
      select o.id, o.at, o.act, a.slug as app, o.detail
      from operator_acts o left join apps a on a.id = o.subject_id
      where o.id < ${below} and (o.subject_id = ${developerId}
        or o.subject_id = any(array(select id from apps where developer_id = ${developerId})))
      order by o.id desc limit ${rows}`),
  )
}

/** Deletes a batch of the acts older than three years. Returns `true` if there may be more. */
export async function deleteExpiredActs({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock().getTime() - RETENTION_DAYS * 24 * 60 * 60_000)
  const deleted = await db.count(sql`
    delete from operator_acts where id in (
      select id from operator_acts where at < ${before.toISOString()} order by id limit ${DELETE_BATCH_ROWS})`)
  return deleted === DELETE_BATCH_ROWS
}
