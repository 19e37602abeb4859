import { coversAny, qualifiersFor } from '@memory-service/scopes'
import { mentionsAny, namesIn } from '@memory-service/understanding/names'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { onShardOf, sql } from '../../foundation/sql/sql.ts'
import { isReceiving } from '../webhooks/emit.ts'
import { USER } from './columns.ts'
import type { ConsideredMemory } from './memory.ts'
import type { StoredStatement } from './replacement-pairs.ts'

/*
 * What the apps that wrote a statement may read. The service supersedes a statement only by one that its authors may read:
 * otherwise, an app could write guesses, and tell by which of them are superseded what the store contains elsewhere. For
 * those who may read both, the statement is marked instead.
 */

/** What some apps may read of a user's memories, and which may read the user's name. */
export interface AuthorsReads {
  /** By slug, the scopes that all active connections of the app may read; none without a connection. */
  reads: ReadonlyMap<string, readonly (readonly string[])[]>
  /** Slugs of the apps whose memories other apps may not read. */
  muted: ReadonlySet<string>
  /** Slugs of the apps that may not read the user's name. Other sources, such as those of imports, are no apps. */
  nameless: ReadonlySet<string>
}

export type ReadAuthors = (apps: readonly string[]) => Promise<AuthorsReads>

/** Who wrote or edited a statement, each a slug or {@link USER}. */
export function handsOf({ sourceApp, editors, isEditedByUser }: StoredStatement): string[] {
  return [...new Set([sourceApp ?? USER, ...(editors ?? []), ...(isEditedByUser ? [USER] : [])])]
}

/** Who wrote the present content of a statement, each a slug or {@link USER}. */
export function writersOf({ sourceApp, writers }: Pick<ConsideredMemory, 'sourceApp' | 'writers'>): readonly string[] {
  return writers ?? [sourceApp ?? USER]
}

/** Whose words the present content of a statement is: the slug of the app that wrote it first, or null for the user. */
export function writerOf(statement: Parameters<typeof writersOf>[0]): string | null {
  const [first = statement.sourceApp] = writersOf(statement)
  return first === USER ? null : first
}

/** Whether the user alone wrote the present content of a statement. */
export function isOfUser(statement: Parameters<typeof writersOf>[0]): boolean {
  const writers = writersOf(statement)
  return writers.length > 0 && writers.every((writer) => writer === USER)
}

/** Apps other than the caller that wrote or edited a statement. */
export function otherAuthors({ sourceApp, editors }: StoredStatement, caller: string | undefined): string[] {
  const apps = [...(editors ?? []), ...(sourceApp === null ? [] : [sourceApp])]
  return [...new Set(apps)].filter((app) => app !== caller)
}

/**
 * Whether a statement is of a muted app, hidden from others who can see the earlier one: they would be left with neither.
 * What the app alone has stated is hidden as well.
 */
export function isMutedBeside(earlier: StoredStatement, later: StoredStatement, muted: ReadonlySet<string>): boolean {
  const hidden = [later.sourceApp ?? USER, ...writersOf(later)].filter((author) => muted.has(author))
  return hidden.length > 0 && !handsOf(earlier).every((hand) => hand === hidden[0])
}

/** Whether each of the apps may know of a statement: it may read it, or wrote it and no one has changed it since. */
export function mayKnow(apps: readonly string[], later: StoredStatement, { reads, muted }: AuthorsReads): boolean {
  const { sourceApp, scope, revision } = later
  return apps.every((app) => {
    if (sourceApp === app && revision === 1) return true
    if (sourceApp !== null && sourceApp !== app && muted.has(sourceApp)) return false
    const connections = reads.get(app) ?? []
    return connections.length > 0 && connections.every((qualifiers) => coversAny(qualifiers, scope))
  })
}

/**
 * Which statements may be compared by the user's own name: those that only the user and apps wrote that may read it.
 * Otherwise, an app could tell by which of its guesses are superseded what the user is called.
 * @param caller the slug of the calling app
 */
export async function comparedByName(
  statements: readonly StoredStatement[],
  ownName: string,
  caller: string | undefined,
  readAuthors: ReadAuthors,
): Promise<(statement: StoredStatement) => boolean> {
  const names = namesIn(ownName)
  if (!statements.some(({ content }) => mentionsAny(content, names))) return () => true
  const apps = [...new Set(statements.flatMap((each) => otherAuthors(each, caller)))]
  if (!apps.length) return () => true
  const { nameless } = await readAuthors(apps)
  return (statement) => !otherAuthors(statement, caller).some((app) => nameless.has(app))
}

/** Reads what some apps may read of the user's memories now. */
export async function readAuthors(ctx: Ctx<MemoryActor>, apps: readonly string[]): Promise<AuthorsReads> {
  const { userId } = ctx.actor
  const selected = sql`
    select coalesce((
      select jsonb_agg(jsonb_build_object('app', a.slug, 'scopes', c.scopes))
      from connections c join apps a on a.id = c.app_id
      where c.user_id = ${userId} and ${isReceiving(ctx)} and a.deleted_at is null and a.slug = any(${apps}::text[])
    ), '[]') as connections,
    array(select m.app from muted_sources m where m.user_id = ${userId}) as muted,
    array(select a.slug from apps a where a.slug = any(${apps}::text[])) as registered`
  const { connections, muted, registered } = await ctx.db.one<{
    connections: { app: string; scopes: string[] }[]
    muted: string[]
    registered: string[]
  }>(onShardOf(userId, selected))
  const reads = new Map<string, string[][]>()
  for (const { app, scopes } of connections)
    reads.set(app, [...(reads.get(app) ?? []), qualifiersFor(scopes, 'memory:read')])
  const named = new Set(connections.flatMap(({ app, scopes }) => (scopes.includes('identity:read') ? [app] : [])))
  return { reads, muted: new Set(muted), nameless: new Set(registered.filter((app) => !named.has(app))) }
}
