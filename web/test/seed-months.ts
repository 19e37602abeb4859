import { sql } from '../../server/src/foundation/sql/sql.ts'
import { documentServer } from '../../server/test/document-server.ts'
import { operatorOk } from '../../server/test/operator.ts'
import { pngOf } from '../../server/test/png.ts'
import type { App, Person, TestService } from '../../server/test/service.ts'

/* What makes pictures of the Hub look lived in: a year of memories, names instead of random addresses, and a verified app. */

const DAY_MS = 24 * 60 * 60_000
// The oldest memory is this old.
const DAYS = 400
const ICON_PX = 96
const [SUN, NIGHT] = [
  [255, 196, 92],
  [38, 57, 110],
] as const
const COACH_SCOPES = [
  ...['memory:read:fitness.*', 'memory:write:fitness.*', 'memory:read:nutrition.*', 'memory:read:sleep'],
  ...['memory:read:health', 'memory:read:learning', 'context:read:coach'],
]

// Oldest first.
const PAST = [
  ['fact', 'work', 'Works as a nurse on the children’s ward in Lisbon.'],
  ['preference', 'preference', 'Prefers trains to planes, if the journey takes less than a day.'],
  ['fact', 'nutrition', 'Drinks no coffee after three in the afternoon.'],
  ['event', 'fitness', 'Bought the first pair of trail shoes.'],
  ['goal', 'learning', 'Wants to read one book a month in another language.'],
  ['event', 'health', 'Had the wisdom teeth taken out.'],
  ['fact', 'fitness.trail', 'Knows every path between Cascais and the lighthouse.'],
  ['preference', 'nutrition', 'Likes soup on cold evenings, above all lentil.'],
  ['event', 'work', 'Moved to the night shift for the winter.'],
  ['fact', 'sleep', 'Sleeps best with the window open.'],
  ['goal', 'finance', 'Puts two hundred euros aside every month for a bicycle.'],
  ['event', 'fitness', 'Swam a whole kilometre without a rest.'],
  ['fact', 'relationship', 'Grandmother Rosa turns ninety in May.'],
  ['preference', 'learning', 'Remembers words better when they are in a song.'],
  ['event', 'nutrition.breakfast', 'Tried overnight oats and kept them.'],
  ['fact', 'health', 'Wears glasses for reading and at the cinema.'],
  ['event', 'work', 'Back on the day shift; evenings are free again.'],
  ['goal', 'fitness', 'Signed up for ten kilometres in Setúbal.'],
  ['event', 'fitness', 'Finished the ten kilometres in Setúbal in 54 minutes.'],
  ['event', 'relationship', 'Rosa’s party; the whole family danced until two.'],
  ['fact', 'finance', 'The bicycle is bought, a green one with a basket.'],
  ['preference', 'fitness', 'Rides to work when it does not rain.'],
  ['event', 'learning', 'Finished a first novel in Portuguese.'],
  ['fact', 'nutrition', 'Keeps basil, mint and coriander on the balcony.'],
  ['event', 'sleep', 'A week of little sleep: the neighbours rebuild their kitchen.'],
  ['goal', 'health', 'Wants to stretch for ten minutes after every shift.'],
  ['event', 'fitness.trail', 'First night run with a head torch, with Tom.'],
  ['preference', 'work', 'Would rather get news of the ward by mail than by phone.'],
] as const

/** Gives a person a year of memories, the two people addresses to show, and returns the path of a verified app's consent. */
export async function seedMonths(
  service: TestService,
  { ada, grace }: { ada: Person; grace: Person },
): Promise<string> {
  const { db } = service.ports
  const memories = PAST.map(([kind, scope, content]) => ({ kind, scope, content }))
  const { memoryIds } = await service.ok('POST', '/v1/memories', { cookie: ada.cookie, body: { memories } })
  for (const [at, id] of memoryIds.entries()) {
    const day = new Date(Date.now() - Math.round(DAYS * (1 - at / memoryIds.length) + 3) * DAY_MS).toISOString()
    await db.count(sql`
      update memories set occurred_at = ${day}::timestamptz, created_at = ${day}::timestamptz,
        updated_at = ${day}::timestamptz
      where user_id = ${ada.id} and id = ${id}`)
  }
  await db.count(sql`update users set email = 'ada@example.com', name = 'Ada Moreira' where id = ${ada.id}`)
  await db.count(sql`update developers set name = 'Northwind Labs' where id = ${grace.id}`)
  return `/connect?client=${(await verifiedApp(service, grace)).slug}&redirect_uri=https://pace.example/callback`
}

/** An app that the operator has verified, with an icon, a description and links. */
async function verifiedApp(service: TestService, developer: Person): Promise<App> {
  const host = await documentServer()
  const isSun = (x: number, y: number) => Math.hypot(x - ICON_PX / 2, y - ICON_PX / 2) < ICON_PX / 4
  const icon = pngOf(ICON_PX, ICON_PX, (x, y) => (isSun(x, y) ? SUN : NIGHT))
  const iconUrl = host.answer('/icon.png', (response) => response.writeHead(200).end(icon))
  const app = await service.newApp(developer, COACH_SCOPES, {
    name: 'Pace',
    description: 'Plans your training week around your shifts, and adapts it when you slept badly.',
    iconUrl,
    homepageUrl: 'https://pace.example',
    privacyUrl: 'https://pace.example/privacy',
    redirect_uris: ['https://pace.example/callback'],
    manifest: { intents: ['coach'] },
  })
  await host.close()
  await operatorOk(service, 'apps', 'verify', app.slug)
  return app
}
