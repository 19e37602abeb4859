import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { newId } from '../../foundation/ids.ts'
import { sql } from '../../foundation/sql/sql.ts'

const NAME_CHARS_MAX = 100
const NAME_DEFAULT = 'Assistant'
const TONE_CHARS_MAX = 280

const name = z.string().trim().min(1).max(NAME_CHARS_MAX)
const description = z
  .string()
  .trim()
  .max(TONE_CHARS_MAX, { abort: true })
  .regex(/^[^\r\n]*$/, 'must be one line')
  .meta({ description: 'One line on the tone in which the assistant speaks.', example: 'Warm, brief, never preachy.' })

export const Identity = z
  .object({
    id: z.string(),
    name,
    personality: z.object({ description: description.optional() }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Identity' })
export type Identity = z.output<typeof Identity>

export const IdentityInput = z.object({
  name: name.optional(),
  personality: z.object({ description: description.optional() }).optional(),
})

/** The `personality` column of identity `i`; without a tone note it is an empty object. */
export const personality = sql`
  case when coalesce(i.tone_note, '') = '' then '{}'::jsonb
       else jsonb_object(array['description', i.tone_note]) end`

const identityColumns = sql`i.id, i.name, ${personality} as personality, i.created_at as "createdAt"`

/** Creates the identity of a new user. The assistant is not the user, so it does not get the user's name. Returns its id. */
export async function createIdentity({ db, clock }: Ctx, userId: string): Promise<string> {
  const id = newId('ai')
  await db.count(sql`
    insert into identities (user_id, id, name, created_at)
    values (${userId}, ${id}, ${NAME_DEFAULT}, ${clock().toISOString()})`)
  return id
}

/** The identity of the calling user. */
export function readIdentity({ db, actor }: Ctx<UserActor>): Promise<Identity> {
  return db.one<Identity>(sql`select ${identityColumns} from identities i where i.user_id = ${actor.userId}`)
}

/** Updates the given fields; a user always has exactly one identity. */
export async function setIdentity(ctx: Ctx<UserActor>, input: z.output<typeof IdentityInput>): Promise<Identity> {
  const tone = input.personality?.description
  return ctx.db.one<Identity>(sql`
    update identities i set
      name = coalesce(${input.name ?? null}, i.name),
      tone_note = case when ${tone !== undefined}::boolean then ${tone ?? null} else i.tone_note end
    where i.user_id = ${ctx.actor.userId} returning ${identityColumns}`)
}

/** Always throws `forbidden`: the store and its identity exist as long as the account. */
export function deleteIdentity(): never {
  throw new Failure('forbidden', {
    reason: 'The memory store cannot be deleted; erase the account to erase everything in it.',
  })
}
