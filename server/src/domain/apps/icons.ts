import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Actor, DeveloperActor } from '../../foundation/actor.ts'
import { throttle } from '../../foundation/auth/throttle.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { describeRequestError, type EgressOptions, firstBytes, openEgressClient } from '../../foundation/net/egress.ts'
import { PNG, RouteResponse } from '../../foundation/route.ts'
import { type Sql, sql } from '../../foundation/sql/sql.ts'
import { readIcon } from './png.ts'

/*
 * Icons of apps. The file is fetched once, when the developer or the metadata document of a client names its address, and
 * served from our origin: the host of the app does not learn who sees it, and when.
 */

const TIMEOUT_MS = 5_000
const ICON_BYTES_MAX = 64 * 1_024
const FETCHES_PER_MINUTE_MAX = 10
const MINUTE_SECONDS = 60
const VERSION_CHARS = 12
/** Icons of clients without a connection, of which any person can publish a document: 64 MB. */
const UNCONNECTED_ICONS_MAX = 1_000
const ACCEPTED = 'must be the address of a square PNG of 48 to 512 pixels and at most 64 kB'

/** What verbs use that set icons. */
export interface IconPorts {
  icons: Icons
}

/** Fetches icons of apps. */
export interface Icons {
  /** The icon at an address, or what is wrong with it, as the end of a sentence. */
  fetch(url: string): Promise<Buffer | string>
  close(): Promise<void>
}

/** Opens the client for icons: 5 s, 64 KiB, no redirects, public addresses only unless private ones are allowed. */
export function openIcons(options: Omit<EgressOptions, 'timeoutMs'>): Icons {
  const out = openEgressClient({ ...options, timeoutMs: TIMEOUT_MS })
  return {
    async fetch(url) {
      try {
        const { statusCode, body } = await out.request(url, {
          method: 'GET',
          // Bot protection rejects requests without a user agent.
          headers: { accept: PNG, 'user-agent': 'memory-service-icons/1' },
        })
        const file = await firstBytes(body, ICON_BYTES_MAX + 1, (error) => {
          throw error
        })
        if (statusCode !== 200) return `got the status ${statusCode}`
        return file.length > ICON_BYTES_MAX ? 'got more than 64 kB' : answerOf(readIcon(file))
      } catch (error) {
        return `got no answer: ${describeRequestError(error, TIMEOUT_MS)}`
      }
    },
    close: () => out.close(),
  }
}

const answerOf = (icon: Buffer | string) => (typeof icon === 'string' ? `the file ${icon}` : icon)

/**
 * Fetches the icon at the address that a developer names.
 * @throws Failure `rate_limited` beyond ten a minute for a developer; `validation_failed` if there is no such icon
 */
export async function fetchIcon(
  { db, config, actor, icons }: Ctx<DeveloperActor, IconPorts>,
  url: string,
): Promise<Buffer> {
  if (config.rateLimit !== null)
    await throttle(db, `icons ${actor.developerId}`, FETCHES_PER_MINUTE_MAX, MINUTE_SECONDS)
  const icon = await icons.fetch(url)
  if (typeof icon === 'string') throw invalid('iconUrl', `${ACCEPTED}; ${icon}`)
  return icon
}

/** Stores the icon of an app, or removes it. */
export async function storeIcon({ db }: Ctx, appId: string, icon: { url: string; png: Buffer } | null): Promise<void> {
  if (!icon) return void (await db.count(sql`delete from app_icons where app_id = ${appId}`))
  const digest = createHash('sha256').update(icon.png).digest()
  await db.count(sql`
    insert into app_icons (app_id, url, png, digest) values (${appId}, ${icon.url}, ${icon.png}, ${digest})
    on conflict (app_id) do update set url = excluded.url, png = excluded.png, digest = excluded.digest`)
}

/**
 * Fetches and stores the icon that the metadata document of a client names, unless it is stored already. The client has
 * none if none is named or it cannot be used, or while too many clients without a connection have one.
 */
export async function storeClientIcon(ctx: Ctx<Actor, IconPorts>, appId: string, url: string | null): Promise<void> {
  if (url === null) return storeIcon(ctx, appId, null)
  if (await hasIconOf(ctx, appId, url)) return
  const png = await ctx.icons.fetch(url)
  const isUsed = typeof png !== 'string' && (await hasRoom(ctx, appId))
  await storeIcon(ctx, appId, isUsed ? { url, png } : null)
}

/** Whether the icon of a client may be stored: the client is connected, or few without a connection have an icon. */
async function hasRoom({ db }: Ctx, appId: string): Promise<boolean> {
  const { hasRoom } = await db.one<{ hasRoom: boolean }>(sql`
    select exists (select from apps where id = ${appId} and ever_connected) or (
      select count(*) from app_icons i join apps a on a.id = i.app_id where not a.ever_connected
    ) < ${UNCONNECTED_ICONS_MAX} as "hasRoom"`)
  return hasRoom
}

/** Whether the icon of an app is the one at this address. */
export async function hasIconOf({ db }: Ctx, appId: string, url: string): Promise<boolean> {
  return (await db.maybe(sql`select from app_icons where app_id = ${appId} and url = ${url}`)) !== undefined
}

export const IconPath = z
  .string()
  .nullable()
  .meta({ description: 'The path of its icon on this service; null if it has none.' })

/** The path of the icon of an app here, which changes with the icon; null if there is none. */
export const iconPath = (app: Sql): Sql => sql`(
  select '/v1/apps/' || ${app}.slug || '/icon?v=' || left(encode(icon.digest, 'hex'), ${VERSION_CHARS})
  from app_icons icon where icon.app_id = ${app}.id)`

/** The icon of an app, by its slug. @throws Failure `not_found` */
export async function readStoredIcon({ db }: Ctx, slug: string): Promise<RouteResponse<Buffer>> {
  const icon = await db.maybe<{ png: Buffer }>(sql`
    select i.png from app_icons i join apps a on a.id = i.app_id where a.slug = ${slug} and a.deleted_at is null`)
  if (!icon) throw new Failure('not_found')
  const headers = {
    'content-type': PNG,
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  }
  return new RouteResponse(icon.png, { headers })
}
