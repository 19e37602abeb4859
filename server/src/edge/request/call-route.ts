import { allows } from '@memory-service/scopes'
import type { z } from 'zod'
import type { MeterPorts } from '../../domain/plans/meter.ts'
import { readProfile } from '../../domain/users/profile.ts'
import type { Actor, AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, type Issue } from '../../foundation/errors.ts'
import { hasDays, withInstants } from '../../foundation/instants.ts'
import { parse } from '../../foundation/parse.ts'
import { withRecords } from '../../foundation/record-parameters.ts'
import { isStreamed, isWrite, type Route, RouteResponse } from '../../foundation/route.ts'
import { checkUnknownFields, checkUnknownNames } from '../../foundation/unknown-fields.ts'

/** The input of a request, before validation. */
export interface RawInput {
  params?: unknown
  query?: unknown
  body?: unknown
  headers?: unknown
}

/**
 * Counts a call of an app. Checks the rate limit, then the monthly quota for writes. Returns the state of the rate
 * limit window for the response headers.
 */
export function countCall(ctx: Ctx<AppActor, MeterPorts>) {
  const window = ctx.meter.admit(ctx.actor)
  ctx.meter.count(ctx.actor, 'api_calls')
  return window
}

/** Validates the input of a route, checks the required consent scope and runs its verb. */
export async function callRoute(
  route: Route,
  ctx: Ctx<Actor, MeterPorts>,
  raw: RawInput,
): Promise<RouteResponse<unknown>> {
  if (ctx.actor.kind === 'app' && isWrite(route)) await ctx.meter.checkQuota(ctx.actor)
  const { query, body } = await atInstants(ctx, route, raw)
  const input = {
    params: route.params && parse(route.params, raw.params),
    query: route.query && parse(route.query, withRecords(route.query, query)),
    body: route.body && bodyOf(route, given(route, body)),
    headers: route.headers && parse(route.headers, raw.headers ?? {}),
  }
  checkNeeds(route, ctx.actor, input)
  const run = route.streams && isStreamed(route, raw.body) ? route.streams.run : route.run
  const result = await run(ctx as never, input)
  return result instanceof RouteResponse ? result : new RouteResponse(result)
}

/** Replaces days by the instants at which they begin for the person, or in UTC if the call is about no person. */
async function atInstants(ctx: Ctx<Actor, MeterPorts>, route: Route, { query, body }: RawInput): Promise<RawInput> {
  if (!hasDays(route.query, query) && !hasDays(route.body, body)) return { query, body }
  const { actor } = ctx
  const isPersonal = actor.kind === 'app' || actor.kind === 'user'
  const { timezone } = isPersonal ? await readProfile({ ...ctx, actor }) : { timezone: 'UTC' }
  return {
    query: route.query && withInstants(route.query, query, timezone),
    body: route.body && withInstants(route.body, body, timezone),
  }
}

/**
 * Rejects fields and query parameters that a route of ours does not know. OAuth endpoints and those of other standards
 * ignore them, as their standards say.
 * @throws Failure `validation_failed`
 */
export function checkUnknownInput(route: Route, raw: RawInput): void {
  const { errorFormat, tag, query, body } = route
  if (errorFormat || tag === 'OAuth') return
  const names = Object.keys(withRecords(query, raw.query ?? {}) as object)
  if (names.length) checkUnknownNames(parametersOf(route), names)
  if (body) checkUnknownFields(body, raw.body)
}

/** The names of a route's query parameters. */
function parametersOf({ query, link }: Route): string[] {
  return [...Object.keys((query as z.ZodObject | undefined)?.shape ?? {}), ...(link ? ['connect'] : [])]
}

/** A POST without a body is treated as an empty object, so that a body with only optional fields may be omitted. */
function given({ method, consumes }: Route, body: unknown): unknown {
  return body === undefined && method === 'POST' && !consumes ? {} : body
}

function bodyOf({ body, invalidBodyCode }: Route, raw: unknown): unknown {
  try {
    return parse(body, raw)
  } catch (error) {
    if (!invalidBodyCode || !(error instanceof Failure && error.code === 'validation_failed')) throw error
    throw new Failure(invalidBodyCode, error.details as Issue[])
  }
}

function checkNeeds(route: Route, actor: Actor, input: Parameters<NonNullable<Route['needs']>>[0]): void {
  if (actor.kind !== 'app' || !route.needs) return
  const needed = [route.needs(input)].flat()
  if (needed.some((scope) => allows(actor.scopes, scope))) return
  throw new Failure('scope_denied', { missing_scope: needed[0] as string })
}
