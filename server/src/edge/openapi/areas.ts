import type { Audience } from '../../foundation/actor.ts'
import type { Route } from '../../foundation/route.ts'

/* The areas of the API: what each tag is about, the ids of its operations, and which routes apps call. */

/** Prefixes of operation ids, so that a generated client groups its functions. */
const PREFIXES: Record<Route['tag'], string> = {
  Memories: 'memories',
  Discovery: 'discovery',
  Connections: 'connection',
  OAuth: 'oauth',
  'Held memories': 'held',
  Context: 'context',
  Gateway: 'gateway',
  Signals: 'signals',
  Schedule: 'schedule',
  Account: 'account',
  Hub: 'hub',
  Chats: 'chats',
  'Developer account': 'developer',
  'Developer apps': 'apps',
  Webhooks: 'webhooks',
}

/** What the routes of each tag are about. */
export const TAGS: Record<Route['tag'], string> = {
  Memories: 'Store, search, edit and delete memories.',
  Discovery: 'The vocabulary, and the scopes of memories.',
  Connections: 'The connection of a token, and its usage.',
  OAuth: 'Consent, codes and tokens.',
  'Held memories': 'Memories that an app writes under its own user ids, before its users have an account.',
  Context: 'Memories prepared for the prompt of a model.',
  Gateway: 'Chat with the hosted model and the memories of the user.',
  Signals: 'Messages to other apps, never stored.',
  Schedule: 'Webhooks at a chosen time.',
  Account: 'Users sign up, in and out.',
  Hub: 'Users manage their data.',
  Chats: 'Users talk with their own assistant.',
  'Developer account': 'Developers sign up, in and out.',
  'Developer apps': 'Apps, their credentials, usage and logs.',
  Webhooks: 'Subscriptions to events, and their deliveries.',
}

/** The id of a route in the document: the area and the name, `memories_getMemory`. */
export function operationIdOf({ tag, name }: Route): string {
  return `${PREFIXES[tag]}_${name}`
}

/** Whether apps call a route: with a token or client credentials, or without a credential and not about accounts. */
export function isForApps({ for: kinds, cookies, tag }: Route): boolean {
  const audience: readonly Audience[] = kinds
  const isOpen = audience.includes('public') && !cookies && tag !== 'Account' && tag !== 'Developer account'
  return audience.includes('app') || audience.includes('client') || isOpen
}
