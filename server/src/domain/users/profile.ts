import { z } from 'zod'
import type { MemoryActor, PublicActor, UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { SignedIn } from '../accounts/accounts.ts'
import { inSession } from '../accounts/in-session.ts'
import { AccountName, SignUp } from '../accounts/inputs.ts'
import type { PasswordPorts } from '../accounts/passwords.ts'
import { readStatementsAgain, type UserAccount, users } from './users.ts'

const TIMEZONE_CHARS_MAX = 64
export const EXAMPLE_TIMEZONE = 'Europe/Berlin'
/** Used where a user has set no time zone. */
const TIMEZONE_DEFAULT = 'UTC'
// Intl accepts UTC offsets too, which do not follow daylight saving time.
const AREA_NAME = /^[A-Za-z]/

export const Timezone = z.string().meta({
  description: `An IANA time zone; null if none is set, which counts as ${TIMEZONE_DEFAULT}.`,
  example: EXAMPLE_TIMEZONE,
})

const TimezoneInput = z
  .string()
  .trim()
  .max(TIMEZONE_CHARS_MAX, { abort: true })
  .refine((name) => canonicalTimezone(name) !== undefined, {
    message: 'must be an IANA time zone such as Europe/Berlin or UTC',
  })
  .transform((name) => canonicalTimezone(name) as string)
  .meta({ description: 'An IANA time zone; null removes it.', example: EXAMPLE_TIMEZONE })

export const ProfilePatch = z.object({
  name: AccountName.nullable().optional().meta({ description: 'What the user is called; null removes it.' }),
  timezone: TimezoneInput.nullable().optional(),
})

export const UserSignUp = SignUp.extend({ timezone: TimezoneInput.optional() })

/** Creates a user account, with a time zone if one is given, and signs in. */
export function signUpUser(
  ctx: Ctx<PublicActor, PasswordPorts>,
  { timezone, ...body }: z.output<typeof UserSignUp>,
): Promise<SignedIn<UserAccount>> {
  return users.signUp(ctx, body, async ({ db }, account) => {
    if (timezone === undefined) return account
    await db.count(sql`update users set timezone = ${timezone} where id = ${account.id}`)
    return { ...account, timezone }
  })
}

/** Updates the given fields of the user's profile. */
export function updateProfile(
  ctx: Ctx<UserActor, PasswordPorts>,
  { name, timezone }: z.output<typeof ProfilePatch>,
): Promise<UserAccount> {
  return inSession(ctx, async (ctx) => {
    const { db, actor } = ctx
    if (name !== undefined) await readStatementsAgain(db, actor.userId, name)
    const updated = await db.count(sql`
      update users set
        name = case when ${name !== undefined}::boolean then ${name ?? null} else name end,
        timezone = case when ${timezone !== undefined}::boolean then ${timezone ?? null} else timezone end
      where id = ${actor.userId}`)
    if (!updated) throw new Failure('unauthorized')
    return users.readAccount(ctx)
  })
}

/** What prompts say about the user. */
export interface Profile {
  /** Null if the user has set none. */
  name: string | null
  timezone: string
}

/** Reads the profile of the caller's user. @throws Failure `unauthorized` if the account was erased. */
export async function readProfile({ db, actor }: Ctx<MemoryActor>): Promise<Profile> {
  const user = await db.maybe<{ name: string | null; timezone: string | null }>(
    sql`select name, timezone from users where id = ${actor.userId}`,
  )
  if (!user) throw new Failure('unauthorized')
  return { name: user.name, timezone: canonicalTimezone(user.timezone ?? '') ?? TIMEZONE_DEFAULT }
}

/** The name of an IANA time zone in its usual case; `undefined` for anything else. */
function canonicalTimezone(name: string): string | undefined {
  if (!AREA_NAME.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // Intl replaces some names by older ones, such as Asia/Kolkata by Asia/Calcutta.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
  } catch {
    return undefined
  }
}
