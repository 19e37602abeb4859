import { z } from 'zod'

/** The final frame of an event stream that failed after it started. */
export const ErrorFrame = z
  .object({
    type: z.literal('error'),
    code: z.string().meta({ description: 'For programs, as in the error envelope.' }),
    message: z.string().meta({ description: 'For people; its wording may change.' }),
  })
  .meta({ id: 'ErrorFrame' })
export type ErrorFrame = z.output<typeof ErrorFrame>
