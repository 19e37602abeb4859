import { z } from 'zod'

/** How many things one call may tell of. */
export const ITEMS_MAX = 100
const PROVIDER_ID_CHARS_MAX = 200

// A day's count of steps is one of many; a workout is something that happened.
export const IMPORTANCE_OF_WORKOUT = 50
export const IMPORTANCE_OF_MEASURE = 30

/** One thing a provider tells of, as it will be remembered. */
export interface Item {
  /** The provider's own name for it: what is told twice is remembered once. */
  providerId: string
  scope: string
  content: string
  occurredAt: string
  importance: number
}

/** An id of a provider, a number or a text. */
export const ProviderId = z
  .union([z.int().nonnegative(), z.string().trim().min(1).max(PROVIDER_ID_CHARS_MAX)], {
    error: 'takes a whole number or a text',
  })
  .transform(String)
