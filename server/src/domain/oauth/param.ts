import { z } from 'zod'

/** A parameter of OAuth of so many characters at most; one without a value counts as left out (RFC 6749, 3.1). */
export function param(charsMax: number) {
  return z
    .string()
    .max(charsMax)
    .optional()
    .transform((text) => text || undefined)
}

export const CLIENT_ID_CHARS_MAX = 2_048
export const URI_CHARS_MAX = 2_048
export const SECRET_CHARS_MAX = 256
export const SCOPE_CHARS_MAX = 8_192
