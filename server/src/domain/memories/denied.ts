import type { QualifiedVerb } from '@memory-service/scopes'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { DENIED_ACTION } from '../audit/actions.ts'
import type { AuditPorts } from '../audit/audit.ts'

/**
 * The failure of a request for one memory outside the caller's grants. Since it tells that the id exists, the person
 * sees it in their audit log, even if the request's transaction is rolled back.
 */
export function scopeDenied(
  ctx: Ctx<MemoryActor, AuditPorts>,
  verb: QualifiedVerb,
  { id, scope }: { id: string; scope: string },
): Failure {
  ctx.audit.note(ctx, { action: DENIED_ACTION, target: id, scopes: [scope], count: 1 })
  return new Failure('scope_denied', { missing_scope: `${verb}:${scope}` })
}
