import { z } from 'zod'

/* What an app stores with a memory for its own use: shown only to that app and to the person. */

const EXTERNAL_ID_CHARS_MAX = 200
const METADATA_BYTES_MAX = 4_096
const METADATA_KEY_CHARS_MAX = 64
const URL_CHARS_MAX = 2_048
const MESSAGE_ID_CHARS_MAX = 200
const QUOTE_CHARS_MAX = 1_000

export const ExternalId = z.string().min(1).max(EXTERNAL_ID_CHARS_MAX)

/** The name of a field of metadata. */
export const MetadataKey = z
  .string()
  .min(1)
  .max(METADATA_KEY_CHARS_MAX, { abort: true })
  .regex(/^[A-Za-z0-9_.-]+$/, 'must consist of letters, digits, _, . and -')

export const Metadata = z
  .record(MetadataKey, z.union([z.string(), z.number(), z.boolean()]))
  .refine((metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= METADATA_BYTES_MAX, {
    message: `must be at most ${METADATA_BYTES_MAX} bytes as JSON`,
  })
  .meta({
    description: 'Fields of your own: strings, numbers and booleans, at most 4,096 bytes.',
    example: { thread: 'trip-to-norway' },
  })
export type Metadata = z.output<typeof Metadata>

/** Where an app learned a memory. */
export const Source = z
  .object({
    url: z
      .string()
      .max(URL_CHARS_MAX, { abort: true })
      .check(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }))
      .optional(),
    messageId: z.string().min(1).max(MESSAGE_ID_CHARS_MAX).optional(),
    quote: z.string().min(1).max(QUOTE_CHARS_MAX).optional(),
  })
  .meta({ description: 'Where it was learned.' })
