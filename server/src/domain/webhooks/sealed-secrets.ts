import { openOrUndefined, sealedColumn } from '../../foundation/auth/sealed.ts'
import type { Vault } from '../../foundation/auth/secrets.ts'
import type { Ports } from '../../foundation/ctx.ts'
import { sql } from '../../foundation/sql/sql.ts'
import type { Sent } from './send.ts'
import { secretContext } from './subscriptions.ts'

/** An attempt that was not made, because the service cannot decrypt the signing secret. */
export const UNSIGNED: Sent = {
  status_code: null,
  duration_ms: 0,
  error: 'the service cannot decrypt the signing secret; rotate it, or ask the operator',
  response_excerpt: null,
}

/** The secrets that sign a delivery; `undefined` if the current one cannot be decrypted. */
export function openSecrets(
  vault: Vault,
  {
    subscription_id,
    secret,
    previous_secret,
  }: { subscription_id: string; secret: Buffer; previous_secret: Buffer | null },
): string[] | undefined {
  const context = secretContext(subscription_id)
  const current = openOrUndefined(vault, { sealed: secret, context })
  if (current === undefined) return undefined
  const previous = previous_secret ? openOrUndefined(vault, { sealed: previous_secret, context }) : undefined
  return previous === undefined ? [current] : [current, previous]
}

/** Counts and logs a secret that cannot be decrypted. */
export function reportUnreadable(
  { log, measures }: Pick<Ports, 'log' | 'measures'>,
  { subscription_id }: { subscription_id: string },
): void {
  measures.sealedUnreadable('webhook_secret')
  log.error({ subscription: subscription_id }, 'signing secret not decrypted; check SECRET_KEY')
}

const SUBSCRIPTIONS = { table: sql`webhook_subscriptions`, key: sql`id`, contextOf: secretContext }

/** The signing secrets of subscriptions as a sealed column. */
export const sealedSecrets = sealedColumn({
  ...SUBSCRIPTIONS,
  name: 'webhook_subscriptions.secret',
  column: sql`secret`,
})

/** The signing secrets before the last rotation, which sign for a day more, as a sealed column. */
export const sealedPreviousSecrets = sealedColumn({
  ...SUBSCRIPTIONS,
  name: 'webhook_subscriptions.previous_secret',
  column: sql`previous_secret`,
})
