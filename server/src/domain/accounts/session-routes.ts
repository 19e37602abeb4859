import { z } from 'zod'
import type { DeveloperActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { type Route, routesWith } from '../../foundation/route.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { type Account, Done, idOf } from './accounts.ts'
import type { AccountSurface } from './address-routes.ts'
import { inSession } from './in-session.ts'
import { HOLDERS, NOTICES, type Notice, noticesOf, optionalNotices } from './notices.ts'
import type { PasswordPorts } from './passwords.ts'
import type { AppAccess } from './recovery.ts'
import { endListedSession, endOtherSessions, ListedSession, listSessions } from './session-list.ts'
import { checkConfirmed, type Holder, RECENT } from './sessions.ts'

const NoticeSettings = z
  .object({
    items: z.array(
      z
        .object({
          id: z.string(),
          about: z.string().meta({ description: 'What the mail reports.' }),
          enabled: z.boolean(),
          required: z.boolean().meta({ description: 'Whether it cannot be turned off.' }),
        })
        .meta({ id: 'NoticeSetting' }),
    ),
  })
  .meta({ id: 'NoticeSettings' })

const ENDING = `${RECENT} Signing out of this session does not.`

const sessionExample = {
  id: 'ses_5f0c3ad2e94a6f8c7d1e2090',
  device: 'Firefox on Linux',
  network: '203.0.113.*',
  createdAt: '2026-05-03T07:30:00.000Z',
  lastUsedAt: '2026-05-03T07:31:00.000Z',
  current: true,
}

/** The routes for the sessions and notices of one kind of account. */
export function sessionRoutes<A extends Account, P>(
  surface: AccountSurface<A>,
  access?: AppAccess<P & PasswordPorts>,
): Route<P & PasswordPorts>[] {
  const { route } = routesWith<P & PasswordPorts>()
  const { holder, base, tag, named, verbs } = surface
  const record = (ctx: Ctx<UserActor | DeveloperActor, PasswordPorts>) =>
    verbs.kind.record?.(ctx, idOf(ctx), 'account.session_end')
  const optional = optionalNotices(holder)
  const NoticePatch = z.object(
    Object.fromEntries(
      optional.map((notice) => [notice, z.boolean().optional().meta({ description: NOTICES[notice].about })]),
    ),
  )
  const off = noticesOf(holder).map((id) => noticeItem(id, []))
  return [
    route({
      name: named('listSessions'),
      method: 'GET',
      path: `${base}/sessions`,
      for: [holder],
      tag,
      summary: 'The sessions of the account, the current one first.',
      output: z.object({ items: z.array(ListedSession) }).meta({ id: 'AccountSessionList' }),
      example: { output: { items: [sessionExample] } },
      run: async (ctx) => ({ items: await listSessions(ctx, holder, idOf(ctx)) }),
    }),
    route({
      name: named('endSession'),
      method: 'DELETE',
      path: `${base}/sessions/:id`,
      for: [holder],
      tag,
      summary: 'End a session, on this or another device.',
      params: z.object({ id: z.string().meta({ example: sessionExample.id }) }),
      output: Done,
      description: ENDING,
      failures: ['not_found', 'reauthentication_required'],
      example: { params: { id: sessionExample.id }, output: { ok: true } },
      run: (ctx, { params }) =>
        inSession(ctx, async (ctx) => {
          await endListedSession(ctx, idOf(ctx), params.id)
          await access?.expireCodes(ctx, idOf(ctx))
          await record(ctx)
          return { ok: true as const }
        }),
    }),
    route({
      name: named('endOtherSessions'),
      method: 'POST',
      path: `${base}/sessions/end-others`,
      for: [holder],
      tag,
      summary: 'End every session but this one.',
      description: ENDING,
      output: z.object({ ended: z.int() }).meta({ id: 'EndedSessions' }),
      failures: ['reauthentication_required'],
      example: { output: { ended: 2 } },
      run: (ctx) =>
        inSession(ctx, async (ctx) => {
          const ended = await endOtherSessions(ctx, idOf(ctx))
          await access?.expireCodes(ctx, idOf(ctx))
          if (ended) await record(ctx)
          return { ended }
        }),
    }),
    route({
      name: named('getNotices'),
      method: 'GET',
      path: `${base}/notices`,
      for: [holder],
      tag,
      summary: 'The mails about the account, and which of them are sent.',
      output: NoticeSettings,
      example: { output: { items: off } },
      run: (ctx) => readNotices(ctx, holder),
    }),
    route({
      name: named('setNotices'),
      method: 'PATCH',
      path: `${base}/notices`,
      for: [holder],
      tag,
      summary: 'Turn mails about the account on or off; those about its safety are always sent.',
      description: `Turning one off: ${RECENT}`,
      body: NoticePatch,
      output: NoticeSettings,
      failures: ['reauthentication_required'],
      example: { body: { [optional[0] as Notice]: false }, output: { items: off } },
      run: (ctx, { body }) => inSession(ctx, (ctx) => setNotices(ctx, holder, body)),
    }),
  ]
}

/** Turns notices on or off. @throws Failure `reauthentication_required` to turn one off without a recent sign-in */
async function setNotices(
  ctx: Ctx<UserActor | DeveloperActor>,
  holder: Holder,
  body: Partial<Record<Notice, boolean | undefined>>,
) {
  const [on, off] = [true, false].map((value) => optionalNotices(holder).filter((notice) => body[notice] === value))
  const { table } = HOLDERS[holder]
  const stored = await ctx.db.one<{ off: string[] }>(
    sql`select notices_off as off from ${table} where id = ${idOf(ctx)}`,
  )
  // They say what a stolen session has connected or exported.
  if (off?.some((notice) => !stored.off.includes(notice))) checkConfirmed(ctx)
  await ctx.db.count(sql`
    update ${table} set notices_off = array(
      select distinct n from unnest(notices_off || ${off ?? []}::text[]) n
      where n <> all(${on ?? []}::text[]) order by n)
    where id = ${idOf(ctx)}`)
  return readNotices(ctx, holder)
}

async function readNotices(ctx: Ctx<UserActor | DeveloperActor>, holder: Holder) {
  const { off } = await ctx.db.one<{ off: string[] }>(
    sql`select notices_off as off from ${HOLDERS[holder].table} where id = ${idOf(ctx)}`,
  )
  return { items: noticesOf(holder).map((id) => noticeItem(id, off)) }
}

function noticeItem(id: Notice, off: readonly string[]) {
  const { about, required } = NOTICES[id]
  return { id, about, required, enabled: required || !off.includes(id) }
}
