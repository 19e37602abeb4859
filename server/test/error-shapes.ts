import { z } from 'zod'
import { FAILURES, type FailureCode } from '../src/foundation/failures.ts'

/* The errors of each error format. */

const OWN_ERROR = z.strictObject({
  code: z.enum(Object.keys(FAILURES) as [FailureCode]),
  message: z.string().min(1),
  details: z.unknown().optional(),
})
const OPENAI_ERROR = OWN_ERROR.extend({ type: z.string().min(1), param: z.string().min(1).nullable() })
/** An error of the API that a request was passed on to. */
const UPSTREAM_ERROR = OPENAI_ERROR.extend({
  code: z.string().min(1),
  details: z.looseObject({ upstream_status: z.int() }),
})
export const OAUTH_ERROR = z.strictObject({ error: z.string(), error_description: z.string().min(1) })
/** The responses around the errors. Built once: zod compiles a schema at its first use. */
export const ERRORS = {
  own: z.strictObject({ error: OWN_ERROR }),
  openai: z.strictObject({ error: OPENAI_ERROR }),
  upstream: z.strictObject({ error: UPSTREAM_ERROR }),
}
