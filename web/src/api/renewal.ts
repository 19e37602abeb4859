/*
 * A session may end while somebody is in the middle of something. The request that finds out waits here until the
 * person has signed in again, and is then sent once more, so that nothing they wrote is lost.
 */

export type Holder = 'user' | 'developer'

/** Where each kind of account asks for its session. */
const SESSION_PATH = { user: '/v1/auth/session', developer: '/v1/dev/auth/me' } as const

type Listener = () => void
interface Waiting {
  /** Found ended by merely looking, with no request waiting yet. */
  ended: boolean
  /** The page can ask to sign in again; without one a refusal goes straight to whoever asked. */
  keepers: number
  settle: ((renewed: boolean) => void)[]
}

const waiting: Record<Holder, Waiting> = {
  user: { ended: false, keepers: 0, settle: [] },
  developer: { ended: false, keepers: 0, settle: [] },
}
const listeners = new Set<Listener>()

/** Calls back when a session is found ended or is renewed; returns how to stop. */
export function onExpired(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this kind of account has to sign in again. */
export function isExpired(holder: Holder): boolean {
  return waiting[holder].ended || waiting[holder].settle.length > 0
}

/** Tells that a session was found ended. */
export function expire(holder: Holder): void {
  waiting[holder].ended = true
  tell()
}

/** Says that a page now stands ready to ask for the password; returns how to leave. */
export function keepWatch(holder: Holder): () => void {
  waiting[holder].keepers++
  return () => {
    waiting[holder].keepers--
    if (!waiting[holder].keepers) settle(holder, false)
  }
}

/** Ends the waiting: requests are sent again, or given their refusal. */
export function settle(holder: Holder, renewed: boolean): void {
  const { settle } = waiting[holder]
  Object.assign(waiting[holder], { ended: false, settle: [] })
  for (const done of settle) done(renewed)
  tell()
}

function renewal(holder: Holder): Promise<boolean> {
  return new Promise((resolve) => {
    waiting[holder].settle.push(resolve)
    tell()
  })
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** `fetch`, but a request refused for want of a session waits for the person to sign in again. */
export async function patientFetch(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const holder = pathname.startsWith('/v1/dev/') ? 'developer' : 'user'
  const isOfSession = /^\/v1\/(dev\/)?auth\/(login|signup|logout|session|me)$/.test(pathname)
  const again = isOfSession ? undefined : request.clone()
  const response = await fetch(request)
  if (response.status !== 401 || !again || !waiting[holder].keepers) return response
  // Somebody may have signed in again meanwhile, in another tab.
  const renewed = (await fetch(SESSION_PATH[holder])).ok || (await renewal(holder))
  return renewed ? fetch(again) : response
}
