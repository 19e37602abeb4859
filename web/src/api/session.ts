import { QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { answer, api, type Shape } from './client.ts'
import { ApiError } from './errors.ts'
import { expire, type Holder, isExpired, keepWatch, onExpired, settle } from './renewal.ts'

export type Account = Shape<'User'> | Shape<'Developer'>

/** What a sign-in or sign-up form sends. */
export interface Credentials {
  email: string
  password: string
  name?: string
}

const FRESH_MS = 10_000
const TRIES_MAX = 2

/** Everything fetched, kept for a few seconds, looked at anew when the window comes to the front. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // What a browser believes of its connection says little; what fails is said, and can be tried again.
      networkMode: 'always',
      // Only what may pass by itself is tried again.
      retry: (count, error) =>
        count < TRIES_MAX && error instanceof ApiError && (!error.status || error.status === 503),
    },
  },
})

const sessionOf = {
  user: async () => (await answer(api.GET('/v1/auth/session'))).user,
  developer: async () => (await answer(api.GET('/v1/dev/auth/me'))).developer,
}

const session = (holder: Holder) =>
  queryOptions({
    queryKey: ['session', holder],
    staleTime: 0,
    queryFn: async ({ client, queryKey }): Promise<Account | null> => {
      const before = client.getQueryData<Account | null>(queryKey)
      try {
        const account = await sessionOf[holder]()
        if (before && before.id !== account.id) location.reload()
        return account
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error
        // What stands on the screen stays there; the password is asked for above it.
        if (before) expire(holder)
        return before ?? null
      }
    },
  })

/** Who is signed in here: `data` is the account, or null for nobody. */
export function useSession(holder: Holder) {
  return useQuery(session(holder))
}

/** Signs in; what waited for it goes on. */
export async function signIn(holder: Holder, { email, password }: Credentials): Promise<void> {
  const body = { email, password }
  if (holder === 'user') begin(holder, (await answer(api.POST('/v1/auth/login', { body }))).user)
  else begin(holder, (await answer(api.POST('/v1/dev/auth/login', { body }))).developer)
}

/** Opens an account and is signed in to it. */
export async function signUp(holder: Holder, body: Credentials): Promise<void> {
  if (holder === 'user') begin(holder, (await answer(api.POST('/v1/auth/signup', { body }))).user)
  else begin(holder, (await answer(api.POST('/v1/dev/auth/signup', { body }))).developer)
}

/** Signs out, here and in every other tab. A session that has ended already is as good. */
export async function signOut(holder: Holder): Promise<void> {
  const request = holder === 'user' ? api.POST('/v1/auth/logout') : api.POST('/v1/dev/auth/logout')
  await answer<unknown>(request).catch((error) => {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  })
  end(holder)
}

/** Changes the password; every other session of the account ends. */
export async function changePassword(
  holder: Holder,
  body: { current_password: string; new_password: string },
): Promise<void> {
  if (holder === 'user') await answer(api.POST('/v1/auth/change-password', { body }))
  else await answer(api.POST('/v1/dev/auth/change-password', { body }))
}

/** Erases the account and all that is its own. */
export async function eraseAccount(holder: Holder, password: string): Promise<void> {
  const body = { password }
  if (holder === 'user') await answer(api.DELETE('/v1/auth/account', { body }))
  else await answer(api.DELETE('/v1/dev/auth/me', { body }))
  end(holder)
}

function begin(holder: Holder, account: Account): void {
  take(holder, account)
  tabs.postMessage({ holder, account })
}

/** Forgets everything of an account that is no longer signed in, here and in every other tab. */
export function end(holder: Holder): void {
  take(holder, null)
  tabs.postMessage({ holder, account: null })
}

// What one tab learns of a session, the others learn at once.
const tabs = new BroadcastChannel('session')
tabs.onmessage = ({ data }: MessageEvent<{ holder: Holder; account: Account | null }>) =>
  take(data.holder, data.account)

function take(holder: Holder, account: Account | null): void {
  const { queryKey } = session(holder)
  const before = queries.getQueryData<Account | null>(queryKey)
  // Nothing of one person may be shown, or sent, as another's.
  if (before && before.id !== account?.id) {
    settle(holder, false)
    if (account) {
      location.reload()
      return
    }
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }
  queries.setQueryData(queryKey, account)
  if (account) settle(holder, true)
}

/** Stands ready to ask for the password again; true while it has to be asked for. */
export function useExpired(holder: Holder): boolean {
  useEffect(() => keepWatch(holder), [holder])
  return useSyncExternalStore(onExpired, () => isExpired(holder))
}

/** Forgets what was fetched under a key, so that it is fetched anew where it is shown. */
export function useRefresh() {
  const client = useQueryClient()
  return (...keys: string[]) => Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
}
