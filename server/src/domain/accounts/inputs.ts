import { z } from 'zod'
import { PasskeyAssertion } from './factors/passkey-shapes.ts'
import { NewPassword, Password } from './passwords.ts'

/* The bodies of requests about accounts. */

const NAME_CHARS_MAX = 100
const EMAIL_CHARS_MAX = 254
const INVITATION_CHARS_MAX = 200

/** An e-mail address, in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_CHARS_MAX)
  .pipe(z.email())
  .meta({ format: 'email', example: 'ada@example.com' })

export const AccountName = z.string().trim().min(1).max(NAME_CHARS_MAX)
export const SignUp = z.object({
  email: Email,
  password: NewPassword,
  name: AccountName.optional(),
  invitation: z.string().max(INVITATION_CHARS_MAX).optional().meta({
    description: 'The token of an invitation, where sign-up needs one.',
  }),
})
export const LogIn = z.object({ email: z.string().trim().toLowerCase().max(EMAIL_CHARS_MAX), password: Password })
export const ChangePassword = z.object({
  current_password: Password.optional().meta({
    description: 'Required, unless the account has no password or a `passkey` is given instead.',
  }),
  passkey: PasskeyAssertion.optional(),
  new_password: NewPassword,
})
