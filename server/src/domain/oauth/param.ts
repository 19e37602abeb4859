import { parseConsentScope } from '@memory-service/scopes'
import { z } from 'zod'

/** An OAuth parameter of at most `charsMax` characters; an empty value counts as omitted (RFC 6749, 3.1). */
export function param(charsMax: number) {
  return z
    .string()
    .max(charsMax)
    .optional()
    .transform((text) => text || undefined)
}

/** The distinct consent scopes in a `scope` parameter. Scopes of other services (`openid`, `offline_access`) are ignored. */
export function scopesIn(scope: string | undefined): string[] {
  return [...new Set(scope?.split(' '))].filter((word) => parseConsentScope(word))
}

export const CLIENT_ID_CHARS_MAX = 2_048
export const URI_CHARS_MAX = 2_048
export const SECRET_CHARS_MAX = 256
export const SCOPE_CHARS_MAX = 8_192
