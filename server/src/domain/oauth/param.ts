import { z } from 'zod'
import { parseConsentScope } from '../vocabulary/scopes.ts'

/** A parameter of OAuth of so many characters at most; one without a value counts as left out (RFC 6749, 3.1). */
export function param(charsMax: number) {
  return z
    .string()
    .max(charsMax)
    .optional()
    .transform((text) => text || undefined)
}

/** The consent scopes in a `scope`, each once. Words of other services (`openid`, `offline_access`) mean nothing here. */
export function scopesIn(scope: string | undefined): string[] {
  return [...new Set(scope?.split(' '))].filter((word) => parseConsentScope(word))
}

export const CLIENT_ID_CHARS_MAX = 2_048
export const URI_CHARS_MAX = 2_048
export const SECRET_CHARS_MAX = 256
export const SCOPE_CHARS_MAX = 8_192
