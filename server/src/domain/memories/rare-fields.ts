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
}

/** The fields that most memories lack, as JSON; null if the row has none of them. */
export function rareOf({ validFrom, validUntil, expiresAt, supersedes, externalId, metadata, source }: RareFields) {
  const rare = JSON.stringify({
    ...{ validFrom, validUntil, expiresAt, externalId, metadata, source: source ?? undefined },
    supersedes: supersedes?.length ? supersedes : undefined,
  })
  return rare === '{}' ? null : rare
}
