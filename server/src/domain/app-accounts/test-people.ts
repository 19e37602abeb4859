import { allows } from '@memory-service/scopes'
import { z } from 'zod'
import type { DeveloperActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { type Page, type PageQuery, pageById } from '../../foundation/page.ts'
import { nothing, type Sql, sql } from '../../foundation/sql/sql.ts'
import { inSession } from '../accounts/in-session.ts'
import { type App, readApp } from '../apps/apps.ts'
import { connectTestPerson } from '../connections/test-connection.ts'
import type { ConnectionPorts } from '../connections/tokens.ts'
import type { MemoryPorts } from '../memories/ports.ts'
import { limitToAccount } from '../users/own-rows.ts'
import { accountActor } from '../users/users.ts'
import { createAccount, eraseAppAccount } from './accounts.ts'
import { SAMPLE_MEMORIES, storeSamples } from './samples.ts'

/*
 * Test people of an app: stores with a connection, made by the developer without a consent. They count against no plan,
 * no one can sign in to them, and they are erased with the app.
 */

const TEST_PEOPLE_MAX = 100
/** No plan applies to a test person, so this limits what one stores. */
const TEST_MEMORIES_MAX = 1_000
const NAME_CHARS_MAX = 100
const SCOPE_CHARS_MAX = 256
const SCOPES_MAX = 100
const NAME_DEFAULT = 'Test person'

export const TestPersonInput = z.object({
  name: z.string().trim().min(1).max(NAME_CHARS_MAX).default(NAME_DEFAULT).meta({
    description: 'The name of the person, as briefs and prompts tell it.',
  }),
  scopes: z.array(z.string().max(SCOPE_CHARS_MAX)).max(SCOPES_MAX).optional().meta({
    description: 'What the connection grants, within the manifest; the whole manifest when omitted.',
  }),
  sampleMemories: z
    .boolean()
    .default(false)
    .meta({
      description: `Whether to store ${SAMPLE_MEMORIES} sample memories of several namespaces.`,
    }),
})

export const TestPerson = z
  .object({
    id: z.string(),
    name: z.string(),
    test: z.literal(true),
    connectionId: z.string().nullable().meta({ description: 'Null once the connection was revoked.' }),
    scopes: z.array(z.string()),
    memories: z.int().meta({ description: `How many memories are stored, at most ${TEST_MEMORIES_MAX}.` }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'TestPerson' })
type TestPerson = z.output<typeof TestPerson>
/** The user guard reads `memories` as the table, so the number has another name in the statement. */
type TestRow = Omit<TestPerson, 'memories'> & { stored: number }
const asShown = ({ stored, ...person }: TestRow): TestPerson => ({ ...person, memories: stored })

export const CreatedTestPerson = z
  .object({
    person: TestPerson,
    connection_token: z.string().meta({ description: 'Shown only in this response.' }),
    ai_id: z.string(),
  })
  .meta({ id: 'CreatedTestPerson' })

type TestPorts = ConnectionPorts & MemoryPorts

/**
 * Creates a test person of an app, with a connection.
 * @throws Failure `not_found`; `invalid_scope` for scopes outside the manifest; `limit_exceeded`
 */
export async function createTestPerson(
  ctx: Ctx<DeveloperActor, TestPorts>,
  appId: string,
  { name, scopes: requested, sampleMemories }: z.output<typeof TestPersonInput>,
): Promise<z.output<typeof CreatedTestPerson>> {
  return inSession(ctx, async (ctx) => {
    const app = await lockApp(ctx, appId)
    const scopes = [...new Set(requested ?? app.manifest.scopes)]
    const outside = scopes.filter((scope) => !allows(app.manifest.scopes, scope))
    if (outside.length) throw new Failure('invalid_scope', { scopes: outside })
    const limits = { memories: TEST_MEMORIES_MAX }
    const account = await createAccount(ctx, {
      userId: newId('usr'),
      appId,
      kind: 'test',
      externalId: null,
      name,
      limits,
    })
    const { userId, aiId } = account
    const grant = { userId, appId, app: app.slug, scopes, signals: app.manifest.eventTypes }
    const { token } = await connectTestPerson(ctx, grant)
    if (sampleMemories)
      await storeSamples({ ...ctx, db: limitToAccount(ctx.db, userId), actor: accountActor(account, name, limits) })
    return { person: await readTestPerson(ctx, appId, userId), connection_token: token, ai_id: aiId }
  })
}

/** Locks the developer's app, so that the number of its test people is exact, and checks it. */
async function lockApp(ctx: Ctx<DeveloperActor>, appId: string): Promise<App> {
  await ctx.db.rows(sql`
    select id from apps where id = ${appId} and developer_id = ${ctx.actor.developerId} for no key update`)
  const app = await readApp(ctx, appId)
  const { used } = await ctx.db.one<{ used: number }>(sql`
    select count(*) as used from app_accounts where app_id = ${appId} and kind = 'test'`)
  if (used >= TEST_PEOPLE_MAX)
    throw new Failure('limit_exceeded', {
      ...{ limit: 'test_people', used, max: TEST_PEOPLE_MAX, plan: ctx.actor.developerPlan },
    })
  return app
}

/** Test people `o`: all, or the one with this id, whose rows are then in one partition. */
const testPeople = (only?: string) => sql`
  select o.account_id as id, coalesce(u.name, '') as name, true as test, c.id as "connectionId",
    coalesce(c.scopes, '{}') as scopes, s.memory_count as stored, o.created_at as "createdAt"
  from app_accounts o
  join users u on u.id = o.account_id
  join stores s on s.user_id = o.account_id ${isOf(sql`s.user_id`, only)}
  left join connections c on c.user_id = o.account_id and c.app_id = o.app_id and c.status = 'active'
    ${isOf(sql`c.user_id`, only)}`

const isOf = (column: Sql, only: string | undefined) => (only === undefined ? nothing : sql`and ${column} = ${only}`)

/** @throws Failure `not_found` */
async function readTestPerson({ db }: Ctx, appId: string, id: string): Promise<TestPerson> {
  const person = await db.maybe<TestRow>(sql`
    ${testPeople(id)} where o.app_id = ${appId} and o.kind = 'test' and o.account_id = ${id}`)
  if (!person) throw new Failure('not_found')
  return asShown(person)
}

/** The test people of an app, newest first. */
export async function listTestPeople(
  ctx: Ctx<DeveloperActor>,
  appId: string,
  page: z.output<typeof PageQuery>,
): Promise<Page<TestPerson>> {
  await readApp(ctx, appId)
  const { items, ...rest } = await pageById(ctx.vault, ['test people', appId], page, (below, rows) =>
    ctx.db.rows<TestRow>(sql`
      ${testPeople()} where o.app_id = ${appId} and o.kind = 'test' and o.account_id < ${below}
      order by o.account_id desc limit ${rows}`),
  )
  return { items: items.map(asShown), ...rest }
}

/** Erases a test person with everything in the store. @throws Failure `not_found` */
export async function eraseTestPerson(ctx: Ctx<DeveloperActor, TestPorts>, appId: string, id: string): Promise<void> {
  await readApp(ctx, appId)
  await inSession(ctx, async (ctx) => {
    await readTestPerson(ctx, appId, id)
    await eraseAppAccount(ctx, id)
  })
}

/** Erases all test people of an app. Each is erased whole; a call that fails midway can be repeated. */
export async function eraseTestPeople(ctx: Ctx<DeveloperActor, TestPorts>, appId: string): Promise<{ erased: number }> {
  await readApp(ctx, appId)
  const all = await ctx.db.rows<{ id: string }>(sql`
    select account_id as id from app_accounts where app_id = ${appId} and kind = 'test' order by account_id`)
  for (const { id } of all) await inSession(ctx, (ctx) => eraseAppAccount(ctx, id))
  return { erased: all.length }
}
