import { allows } from '../domain/vocabulary/scopes.ts'
import type { Actor, AppActor } from '../foundation/actor.ts'
import type { Ctx } from '../foundation/ctx.ts'
import { Failure, type Issue } from '../foundation/errors.ts'
import { parse } from '../foundation/parse.ts'
import { Answer, changes, isStreamed, type Route } from '../foundation/route.ts'

/** What came in, before anything has been read out of it. */
export interface RawInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

/**
 * Counts a call of an app and sees whether it may go on: rate limit first, then the month's quota for calls
 * that change something. Returns the state of the rate window for the headers.
 */
export function admit(ctx: Ctx<AppActor>) {
  const window = ctx.meter.admit(ctx.actor)
  ctx.meter.count(ctx.actor, 'api_calls')
  return window
}

/** Parses the input of a route, checks the consent scope it needs and runs its verb. */
export async function perform(route: Route, ctx: Ctx, raw: RawInput): Promise<Answer<unknown>> {
  if (ctx.actor.kind === 'app' && changes(route)) await ctx.meter.checkQuota(ctx.actor)
  const input = {
    params: route.params && parse(route.params, raw.params),
    query: route.query && parse(route.query, raw.query),
    body: route.body && bodyOf(route, given(route, raw.body)),
  }
  checkNeeds(route, ctx.actor, input)
  const run = route.streams && isStreamed(route, raw.body) ? route.streams.run : route.run
  const result = await run(ctx as never, input)
  return result instanceof Answer ? result : new Answer(result)
}

/** Nothing at all is an empty object to a POST, as it is to most servers: where all is optional, all is left out. */
function given({ method, consumes }: Route, body: unknown): unknown {
  return body === undefined && method === 'POST' && !consumes ? {} : body
}

function bodyOf({ body, misshapen }: Route, raw: unknown): unknown {
  try {
    return parse(body, raw)
  } catch (error) {
    if (!misshapen || !(error instanceof Failure && error.code === 'validation_failed')) throw error
    throw new Failure(misshapen, error.details as Issue[])
  }
}

function checkNeeds(route: Route, actor: Actor, input: Parameters<NonNullable<Route['needs']>>[0]): void {
  if (actor.kind !== 'app' || !route.needs) return
  const needed = [route.needs(input)].flat()
  if (needed.some((scope) => allows(actor.scopes, scope))) return
  throw new Failure('scope_denied', { missing_scope: needed[0] as string })
}
