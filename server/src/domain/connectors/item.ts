import { z } from 'zod'

/** The most items one request may carry. */
export const ITEMS_MAX = 100
const PROVIDER_ID_CHARS_MAX = 200

// A daily measurement matters less than a workout.
export const WORKOUT_IMPORTANCE = 50
export const MEASUREMENT_IMPORTANCE = 30

/** One item of a provider, as it will be stored. */
export interface Item {
  /** The provider's id of the item; an item sent twice is stored once. */
  providerId: string
  scope: string
  content: string
  occurredAt: string
  importance: number
}

/** A provider's id: an integer or a string. */
export const ProviderId = z
  .union([z.int().nonnegative(), z.string().trim().min(1).max(PROVIDER_ID_CHARS_MAX)], {
    error: 'must be an integer or a string',
  })
  .transform(String)
