/*
 * A session can expire while a page is in use. A request that gets a 401 waits here until the user has signed in again
 * and is then sent a second time, so that no input is lost.
 */

import { earlyResponse } from './early-responses.ts'

export type AccountKind = 'user' | 'developer'

/** The route that returns the session of each kind of account. */
const SESSION_PATH = { user: '/v1/auth/session', developer: '/v1/dev/auth/me' } as const

type Listener = () => void
interface ExpiryState {
  /** A session check got a 401; no request is waiting yet. */
  expired: boolean
  /** Number of mounted sign-in dialogs. Without one, a 401 is returned to the caller at once. */
  dialogs: number
  waiting: ((renewed: boolean) => void)[]
}

const states: Record<AccountKind, ExpiryState> = {
  user: { expired: false, dialogs: 0, waiting: [] },
  developer: { expired: false, dialogs: 0, waiting: [] },
}
const listeners = new Set<Listener>()

/** Calls the listener whenever a session expires or is renewed; returns the function that unsubscribes. */
export function subscribeToExpiry(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this kind of account has to sign in again. */
export function isExpired(kind: AccountKind): boolean {
  return states[kind].expired || states[kind].waiting.length > 0
}

/** Records that a session check got a 401. */
export function markExpired(kind: AccountKind): void {
  states[kind].expired = true
  notifyListeners()
}

/** Registers a mounted sign-in dialog; returns the function that unregisters it. */
export function registerDialog(kind: AccountKind): () => void {
  states[kind].dialogs++
  return () => {
    states[kind].dialogs--
    if (!states[kind].dialogs) releaseWaiting(kind, false)
  }
}

/** Releases the waiting requests: they are sent again if the session was renewed, else they return their 401. */
export function releaseWaiting(kind: AccountKind, renewed: boolean): void {
  const { waiting } = states[kind]
  Object.assign(states[kind], { expired: false, waiting: [] })
  for (const release of waiting) release(renewed)
  notifyListeners()
}

function waitForRenewal(kind: AccountKind): Promise<boolean> {
  return new Promise((resolve) => {
    states[kind].waiting.push(resolve)
    notifyListeners()
  })
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

/** Whether the service wants the password again, although there is a session. */
async function needsPassword(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  // A proxy's own 403 is no JSON.
  const body = await response
    .clone()
    .json()
    .catch(() => undefined)
  return body?.error?.code === 'reauthentication_required'
}

/** `fetch`, except that a request without a valid session waits until the user has signed in again. */
export async function fetchWithRenewal(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const kind = pathname.startsWith('/v1/dev/') ? 'developer' : 'user'
  const isSessionRoute = /^\/v1\/(dev\/)?auth\/(login|login\/.*|signup|logout|session|me|openid\/link)$/.test(pathname)
  const retry = isSessionRoute ? undefined : request.clone()
  const response = await (earlyResponse(request) ?? fetch(request))
  if (!retry || !states[kind].dialogs) return response
  if (await needsPassword(response)) return (await waitForRenewal(kind)) ? fetch(retry) : response
  if (response.status !== 401) return response
  // The user may have signed in again in another tab.
  const renewed = (await fetch(SESSION_PATH[kind])).ok || (await waitForRenewal(kind))
  return renewed ? fetch(retry) : response
}
