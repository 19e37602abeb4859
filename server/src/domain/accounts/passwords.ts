import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { z } from 'zod'
import { commonPasswords } from './common-passwords.ts'

const PASSWORD_CHARS_MIN = 8
const PASSWORD_CHARS_MAX = 256
// OWASP's and RFC 9106's second choice for machines with little memory to spare; 2 is argon2id.
const ARGON2 = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A password somebody chooses: 8 to 256 characters and not one of the commonest. */
export const NewPassword = z
  .string()
  .min(PASSWORD_CHARS_MIN)
  .max(PASSWORD_CHARS_MAX)
  .refine((password) => !commonPasswords().has(password.toLowerCase()), {
    message: 'This is one of the most common passwords; choose one that is hard to guess',
  })
  .meta({ format: 'password', description: '8 to 256 characters, and none of the commonest.' })

/** A password somebody claims to have. */
export const Password = z.string().max(PASSWORD_CHARS_MAX).meta({ format: 'password' })

/** The argon2id hash of a password, as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), ARGON2)
}

/**
 * Whether a password fits a hash. Without a hash (nobody by that name) it works just as long and says no,
 * so the time of an answer does not tell who has an account.
 */
export async function fitsPassword(kept: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(kept ?? (await nobodysHash()), password.normalize('NFKC'))
  return kept !== undefined && fits
}

let nobodys: Promise<string> | undefined
function nobodysHash(): Promise<string> {
  nobodys ??= hashPassword('the password of nobody')
  return nobodys
}
