import { sql } from '../../foundation/sql/sql.ts'
import { isStopped, setStopped } from '../apps/stops.ts'
import { setVerified } from '../apps/verification.ts'
import { recordAct } from '../audit/operator-acts.ts'
import { monthOf } from '../plans/plans.ts'
import { type Command, type CommandOutput, command, NotFoundError } from './command.ts'
import { findApp } from './find.ts'
import { atomically, LIST_OPTIONS, type OperatorPorts, pageOf } from './ports.ts'
import { fields, listed } from './text.ts'

interface ListedApp {
  id: string
  slug: string
  name: string
  developer: string | null
  verified: boolean
  stopped: boolean
  createdAt: string
}

/** Commands about apps. */
export const appCommands: readonly Command<OperatorPorts>[] = [
  command({
    name: 'apps list',
    summary: 'lists apps, newest first',
    options: {
      ...LIST_OPTIONS,
      clients: { type: 'flag', help: 'also clients that registered themselves' },
      unverified: { type: 'flag', help: 'only those that are not verified' },
      stopped: { type: 'flag', help: 'only stopped ones' },
    },
    async run({ db }: OperatorPorts, { options }) {
      const { limit, rows, below } = pageOf(options)
      const apps = await db.rows<ListedApp>(sql`
        select a.id, a.slug, a.name, d.email as developer, a.verified_at is not null as verified,
          ${isStopped(sql`a`)} as stopped, a.created_at as "createdAt"
        from apps a left join developers d on d.id = a.developer_id
        where a.id < ${below} and a.deleted_at is null
          and (${options.clients}::boolean or a.registration = 'portal')
          and (not ${options.unverified}::boolean or a.verified_at is null)
          and (not ${options.stopped}::boolean or ${isStopped(sql`a`)})
        order by a.id desc limit ${rows}`)
      return listed(apps, limit, ['id', 'slug', 'name', 'developer', 'verified', 'stopped', 'createdAt'])
    },
  }),
  command({
    name: 'apps show',
    summary: 'shows an app: its developer, addresses, people and calls of the month',
    args: ['slug or id'],
    async run({ db, clock }: OperatorPorts, { args: [named = ''] }) {
      const { id } = await findApp(db, named)
      const since = monthOf(clock()).start.slice(0, 10)
      const app = await db.one<object>(sql`
        select a.id, a.slug, a.name, a.registration, d.email as developer, a.homepage_url as "homepageUrl", a.privacy_url as "privacyUrl",
          a.redirect_uris as "redirectUris", a.manifest -> 'scopes' as scopes, a.verified_at as "verifiedAt",
          a.stopped_at as "stoppedAt", ${isStopped(sql`a`)} as stopped, a.created_at as "createdAt",
          (select count(*) from connections c where c.app_id = a.id and c.status = 'active' and not c.is_test) as people,
          (select coalesce(sum(api_calls), 0)::bigint from usage_days u
            where u.app_id = a.id and u.day >= ${since}::date) as "apiCallsThisMonth"
        from apps a left join developers d on d.id = a.developer_id where a.id = ${id}`)
      return { data: app, text: fields(app) }
    },
  }),
  command({
    name: 'apps verify',
    summary: 'marks an app as what its name suggests',
    args: ['slug'],
    run: (ports: OperatorPorts, { args: [slug = ''] }) => verify(ports, slug, true),
  }),
  command({
    name: 'apps unverify',
    summary: 'takes that back',
    args: ['slug'],
    run: (ports: OperatorPorts, { args: [slug = ''] }) => verify(ports, slug, false),
  }),
  command({
    name: 'apps stop',
    summary: 'stops an app',
    detail:
      'Its calls are refused with app_suspended, it gets no webhooks, and nobody can connect it. Nothing is deleted.',
    args: ['slug or id'],
    run: (ports: OperatorPorts, { args: [named = ''] }) => stop(ports, named, true),
  }),
  command({
    name: 'apps start',
    summary: 'lets a stopped app continue, with the access it had',
    args: ['slug or id'],
    run: (ports: OperatorPorts, { args: [named = ''] }) => stop(ports, named, false),
  }),
]

async function verify(ports: OperatorPorts, slug: string, verified: boolean): Promise<CommandOutput> {
  const name = await atomically(ports, async (ports) => {
    const name = await setVerified(ports.db, slug, verified ? ports.clock() : null)
    if (name === undefined) throw new NotFoundError(`No app of the portal has the slug ${slug}.`)
    const { id } = await findApp(ports.db, slug)
    await recordAct(ports, { act: verified ? 'apps.verify' : 'apps.unverify', subjectId: id })
    return name
  })
  return {
    data: { slug, name, verified },
    text: `${slug} (“${name}”) is ${verified ? 'verified' : 'not verified'} now`,
  }
}

async function stop(ports: OperatorPorts, named: string, stopped: boolean): Promise<CommandOutput> {
  const { id, slug } = await findApp(ports.db, named)
  const changed = await atomically(ports, async (ports) => {
    const changed = await setStopped(ports.db, id, stopped ? ports.clock().toISOString() : null)
    if (changed) await recordAct(ports, { act: stopped ? 'apps.stop' : 'apps.start', subjectId: id })
    ports.db.afterCommit(() => ports.tokens.forget({ appId: id }))
    return changed
  })
  const state = stopped ? 'stopped' : 'running'
  return { data: { id, slug, stopped, changed }, text: `${slug} is ${state}${changed ? ' now' : ' already'}` }
}
