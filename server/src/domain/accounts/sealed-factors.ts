import { sealedColumn } from '../../foundation/auth/sealed.ts'
import { sql } from '../../foundation/sql/sql.ts'
import { authenticatorContext } from './factors/authenticators.ts'
import type { Holder } from './sessions.ts'
import { type StepName, stepContext } from './steps.ts'

/** The secrets of authenticator apps, as a sealed column. */
export const sealedAuthenticators = sealedColumn({
  name: 'authenticators.secret',
  table: sql`authenticators`,
  column: sql`secret`,
  key: sql`holder_id`,
  contextOf: authenticatorContext,
})

/** What the steps of a sign-in remember, as a sealed column. */
export const sealedSteps = sealedColumn<{ step: StepName; holder: Holder }>({
  name: 'sign_in_steps.data',
  table: sql`sign_in_steps`,
  column: sql`data`,
  key: sql`token_hash`,
  keyIsHash: true,
  also: sql`, step, holder`,
  contextOf: (_, { step, holder }) => stepContext(step, holder),
})
