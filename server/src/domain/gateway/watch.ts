import type { AppActor, UserActor } from '../../foundation/actor.ts'
import { checkSession } from '../../foundation/auth/session-check.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure } from '../../foundation/errors.ts'
import { checkGrants } from '../connections/access-check.ts'

/** A turn ends within a second of a revocation on another process, and a check takes part of that. */
const CHECK_MS = 500

/**
 * Runs a turn as long as the connection keeps the grants it began with. When it loses one, the model call is cancelled
 * and the turn fails, also while the model is silent.
 * @throws Failure `connection_revoked`, `connection_paused`, `scope_denied`
 */
export function whileGranted<C extends Ctx<AppActor>, T, R>(
  ctx: C,
  run: (ctx: C) => AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  return whilePermitted(ctx, checkGrants, run)
}

/**
 * Runs a turn of the user as long as the session lasts, like {@link whileGranted}.
 * @throws Failure `unauthorized`
 */
export function whileSignedIn<C extends Ctx<UserActor>, T, R>(
  ctx: C,
  run: (ctx: C) => AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  return whilePermitted(ctx, checkSession, run)
}

async function* whilePermitted<C extends Ctx, T, R>(
  ctx: C,
  checkAccess: (ctx: C) => Promise<void>,
  run: (ctx: C) => AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  const lost = new AbortController()
  const failed = new Promise<never>((_, reject) =>
    lost.signal.addEventListener('abort', () => reject(lost.signal.reason)),
  )
  // Handled by the race below, if it is still running.
  failed.catch(() => {})
  const turn = run({ ...ctx, signal: AbortSignal.any([ctx.signal, lost.signal]) })
  let timer: NodeJS.Timeout
  const check = async () => {
    await checkAccess(ctx).catch((error) => lost.abort(error))
    if (!lost.signal.aborted) timer = setTimeout(check, CHECK_MS).unref()
  }
  timer = setTimeout(check, CHECK_MS).unref()
  try {
    for (;;) {
      const step = await Promise.race([turn.next(), failed])
      if (step.done) return step.value
      yield step.value
    }
  } finally {
    clearTimeout(timer)
    if (!lost.signal.aborted) lost.abort(new Failure('unavailable'))
    turn.return(undefined as R).catch(() => {})
  }
}
