import type { FairConcurrency, Leave } from './fair-concurrency.ts'
import type { RequestCaller } from './request-caller.ts'

interface LimitedRequest {
  readonly caller: RequestCaller | null
  readonly raw: { readonly socket: { readonly destroyed: boolean } }
  leave: Leave | null
}

/**
 * Waits until it is the turn of a request, unless that is now. Its handler or failure ends the turn. Rejects with
 * `rate_limited` if too many wait or for too long, with `unavailable` if the client disconnected.
 */
export function untilTurn(
  concurrency: FairConcurrency,
  request: LimitedRequest,
  isLarge = false,
): Promise<void> | undefined {
  if (request.leave || request.caller === null) return undefined
  const turn = concurrency.enter(request.caller, () => request.raw.socket.destroyed, isLarge)
  if (turn instanceof Promise)
    return turn.then((leave) => {
      request.leave = leave
    })
  request.leave = turn
  return undefined
}
