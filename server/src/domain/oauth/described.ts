import { z } from 'zod'
import { URI_CHARS_MAX } from './param.ts'

/* What clients say of themselves, whether they register it or have it fetched. */

const NAME_CHARS_MAX = 100
const NAME_SENT_CHARS_MAX = 1_000
const REDIRECT_URIS_MAX = 10

/** What both ways of describing a client have in common; everything else that it says is ignored. */
export const Common = z.object({
  client_name: z
    .string()
    .max(NAME_SENT_CHARS_MAX)
    .optional()
    .meta({ description: 'Shown to people, cut at 100 characters.' }),
  redirect_uris: z.array(z.string().max(URI_CHARS_MAX)).min(1).max(REDIRECT_URIS_MAX).meta({
    description: 'Each https, http on loopback, or a private scheme with a dot; without a fragment.',
  }),
})

/**
 * A name that can be shown among others without doing anything to them: no control or formatting characters, such as
 * those that turn the direction of writing, single spaces, 100 characters at most. `undefined` when nothing is left.
 */
export function plainName(text: string | undefined): string | undefined {
  const plain = text?.normalize('NFC').replace(/\s+/gu, ' ').replace(/\p{C}/gu, '').replace(/ +/g, ' ').trim()
  return plain ? [...plain].slice(0, NAME_CHARS_MAX).join('').trim() : undefined
}
