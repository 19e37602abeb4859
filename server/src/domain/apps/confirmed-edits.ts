import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { checkConfirmed } from '../accounts/sessions.ts'

interface Edit {
  redirect_uris?: string[] | undefined
  dpop_bound_access_tokens?: boolean | undefined
}

/**
 * Locks an app, and checks for a recent sign-in if an edit changes where codes go or stops binding tokens: that would
 * outlast a stolen session.
 * @throws Failure `not_found`, `reauthentication_required`
 */
export async function checkMayEdit(ctx: Ctx<DeveloperActor>, id: string, edit: Edit): Promise<void> {
  const uris = edit.redirect_uris ?? null
  const app = await ctx.db.maybe<{ same: boolean }>(sql`
    select redirect_uris @> coalesce(${uris}::text[], redirect_uris)
      and redirect_uris <@ coalesce(${uris}::text[], redirect_uris)
      and dpop_required <= coalesce(${edit.dpop_bound_access_tokens ?? null}, dpop_required) as same
    from apps where id = ${id} and developer_id = ${ctx.actor.developerId} for update`)
  if (!app) throw new Failure('not_found')
  if (!app.same) checkConfirmed(ctx)
}
