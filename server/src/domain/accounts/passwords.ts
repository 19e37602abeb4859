import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { z } from 'zod'
import { invalid } from '../../foundation/errors.ts'
import { openLimiter } from '../../foundation/limiter.ts'
import type { MailPorts } from '../mail/mail.ts'
import type { BreachedPasswords } from './breached-passwords.ts'
import { commonPasswords } from './common-passwords.ts'
import { isMadeOfOwnWords, type Owned } from './own-words.ts'

const PASSWORD_CHARS_MIN = 8
const PASSWORD_CHARS_MAX = 256
const ARGON2ID: Algorithm = 2
/** The parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes computed at a time. Each takes a thread of Node's pool, which has four, and file access and DNS need some of
 * them.
 */
const HASHES_CONCURRENT_MAX = 2
/** Hashes that wait, in all about two seconds of work; beyond that sign-in is refused rather than slow for everyone. */
const HASHES_WAITING_MAX = 100

/** What one argon2id hash costs. */
export interface PasswordCost {
  /** Memory in KiB. */
  memoryCost: number
  /** Passes over that memory. */
  timeCost: number
  parallelism: number
}

/** Hashes and verifies passwords. */
export interface Passwords {
  /** The argon2id hash of a password, as a PHC string. */
  hash(password: string): Promise<string>
  /**
   * Whether a password matches a hash. Without a hash (unknown account) it verifies against a dummy hash and returns
   * false, so response times do not reveal which accounts exist.
   */
  matches(stored: string | undefined, password: string): Promise<boolean>
  /**
   * Checks a new password against what its owner is known by, and against the file of breached passwords, if there is
   * one. {@link NewPassword} checks the rest.
   * @throws Failure `validation_failed` with the path `field`
   */
  check(password: string, field: string, owner: Owned): Promise<void>
}

/** What account verbs use beside the base ports. */
export interface PasswordPorts extends MailPorts {
  passwords: Passwords
}

/** A new password: 8 to 256 characters and not one of the most common. */
export const NewPassword = z
  .string()
  .min(PASSWORD_CHARS_MIN)
  .max(PASSWORD_CHARS_MAX, { abort: true })
  .refine((password) => !commonPasswords(PASSWORD_CHARS_MIN).has(password.toLowerCase()), {
    message: 'must not be one of the 10,000 most common passwords; choose one that is hard to guess',
  })
  .meta({ format: 'password', description: '8 to 256 characters; the 10,000 most common passwords are rejected.' })

/** A password given as proof of an existing account. */
export const Password = z.string().max(PASSWORD_CHARS_MAX).meta({ format: 'password' })

const LIMITS = { concurrentMax: HASHES_CONCURRENT_MAX, waitingMax: HASHES_WAITING_MAX }

/**
 * Opens password hashing. Tests pass a lower cost, because they create thousands of accounts. Both methods throw
 * Failure `unavailable` if too many hashes wait.
 */
export function openPasswords(
  cost: PasswordCost = PASSWORD_COST,
  limits = LIMITS,
  breached?: BreachedPasswords,
): Passwords {
  const limit = openLimiter(limits)
  const hashOf = (password: string) => hash(password.normalize('NFKC'), { algorithm: ARGON2ID, ...cost })
  let dummy: Promise<string> | undefined
  return {
    hash: (password) => limit(() => hashOf(password)),
    async matches(stored, password) {
      const hash = stored ?? (await (dummy ??= hashOf('matches no account')))
      const matches = await limit(() => verify(hash, password.normalize('NFKC')))
      return stored !== undefined && matches
    },
    async check(password, field, owner) {
      if (isMadeOfOwnWords(password, owner))
        throw invalid(field, 'must not be made of your name or e-mail address; choose one that is hard to guess')
      if (await breached?.has(password))
        throw invalid(field, 'is known from a data breach elsewhere; choose another one')
    },
  }
}
