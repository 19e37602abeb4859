import type { Memory } from './memory.ts'

/** Fields that most memories lack. */
export interface RareFields {
  /** When it became true; `occurredAt` unless set. */
  validFrom?: string | undefined
  validUntil?: string | undefined
  expiresAt?: string | undefined
  /** Ids of the memories that it replaces. */
  supersedes?: readonly string[] | undefined
  externalId?: string | undefined
  metadata?: Readonly<Record<string, string | number | boolean>> | undefined
  source?: Memory['source'] | undefined
  /** What made its first state, if that can be taken back: an import. */
  act?: string | undefined
  /** Imported memories only: their state in the store that they come from. */
  carried?:
    | {
        revision: number
        editor: string | null
        supersededBy: string | null
        maybeSupersededBy: string | null
      }
    | undefined
}

/** The fields that most memories lack, as JSON; null if the row has none of them. */
export function rareOf(fields: RareFields): string | null {
  const { validFrom, validUntil, expiresAt, supersedes, externalId, metadata, source, act, carried } = fields
  const rare = JSON.stringify({
    ...{ validFrom, validUntil, expiresAt, externalId, metadata, source: source ?? undefined, act, carried },
    supersedes: supersedes?.length ? supersedes : undefined,
  })
  return rare === '{}' ? null : rare
}
