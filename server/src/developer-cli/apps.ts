import { call, type Json } from './api.ts'
import type { Session } from './command.ts'
import { CommandError, EXIT } from './errors.ts'

const PAGE = 100

/** The session cookie of the developer. @throws CommandError if no developer is logged in */
export function cookieOf({ url, store }: Pick<Session, 'url' | 'store'>): string {
  const { cookie } = store.login(url)
  if (!cookie)
    throw new CommandError(`You are not logged in to ${url}. Run: memory-service login --url ${url}`, EXIT.signIn)
  return cookie
}

/** The developer's app with this slug or id; without one, the only app. */
export async function appOf(session: Session, name: string | undefined): Promise<Json> {
  const cookie = cookieOf(session)
  const { body } = await call(session.url, 'GET', `/v1/dev/apps?limit=${PAGE}`, { cookie })
  const apps: Json[] = body.items
  const found = name
    ? apps.find(({ id, slug }) => id === name || slug === name)
    : apps.length === 1
      ? apps[0]
      : undefined
  if (found) return found
  const slugs = apps.map(({ slug }) => slug).join(', ')
  if (!apps.length) throw new CommandError('You have no app yet. Register one in the portal: /developers')
  throw new CommandError(
    name ? `You have no app “${name}”. Your apps: ${slugs}` : `Choose an app with --app. Your apps: ${slugs}`,
    EXIT.usage,
  )
}

/** The token to remember and recall with: the given one, or that of a test person of the app, made at the first use. */
export async function tokenOf(session: Session, given: string | undefined, name: string | undefined): Promise<string> {
  const { url, store, env, note } = session
  const fixed = given ?? env.MEMORY_SERVICE_TOKEN
  if (fixed) return fixed
  const app = await appOf(session, name)
  const login = store.login(url)
  const known = login.tokens?.[app.id]
  if (known) return known
  const cookie = cookieOf(session)
  const { body } = await call(url, 'POST', `/v1/dev/apps/${app.id}/test-people`, {
    cookie,
    body: { name: 'Command line' },
  })
  store.save(url, { ...login, tokens: { ...login.tokens, [app.id]: body.connection_token } })
  note(`Made a test person of ${app.slug}: “Command line”.`)
  return body.connection_token
}

/** Deletes a stored token that is no longer valid. */
export function forgetToken({ url, store }: Session, token: string): void {
  const login = store.login(url)
  const tokens = Object.entries(login.tokens ?? {}).filter(([, each]) => each !== token)
  store.save(url, { ...login, tokens: Object.fromEntries(tokens) })
}
