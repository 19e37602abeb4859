import { z } from 'zod'
import { URI_CHARS_MAX } from './param.ts'

/* Client metadata shared by dynamic registration and metadata documents. */

const NAME_CHARS_MAX = 100
const NAME_SENT_CHARS_MAX = 1_000
const REDIRECT_URIS_MAX = 10

// Clients exist that send addresses of all kinds; one that cannot be shown does not keep them out.
export const ClaimedAddress = z.string().optional().catch(undefined)

/** The metadata fields both ways have in common; unknown fields are ignored. */
export const Common = z.object({
  client_name: z
    .string()
    .max(NAME_SENT_CHARS_MAX)
    .optional()
    .meta({ description: 'Shown to users, truncated to 100 characters.' }),
  redirect_uris: z.array(z.string().max(URI_CHARS_MAX)).min(1).max(REDIRECT_URIS_MAX).meta({
    description: 'Each https, http on loopback, or a private-use scheme with a dot; without a fragment.',
  }),
  client_uri: ClaimedAddress.meta({
    description: 'Its home page. Consent links to it, if it is an https URL with the origin of a redirect URI.',
  }),
  policy_uri: ClaimedAddress.meta({
    description:
      'Where it says what it does with the data of people. Consent links to it, if it is an https URL with the origin ' +
      'of a redirect URI.',
  }),
  dpop_bound_access_tokens: z.boolean().default(false).meta({
    description: 'Whether tokens are issued only with a proof that binds them to a key (RFC 9449, 5.2).',
  }),
})

/**
 * Makes a client name safe to display: removes control and formatting characters (such as bidirectional overrides),
 * collapses white space and truncates to 100 characters. `undefined` when nothing remains.
 */
export function plainName(text: string | undefined): string | undefined {
  const plain = text?.normalize('NFC').replace(/\s+/gu, ' ').replace(/\p{C}/gu, '').replace(/ +/g, ' ').trim()
  return plain ? [...plain].slice(0, NAME_CHARS_MAX).join('').trim() : undefined
}
