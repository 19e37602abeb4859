import type { WebhookEvent } from '../src/domain/webhooks/event.ts'
import type { Route } from '../src/foundation/route.ts'

export function apiDocument(routes: readonly Route[]): string
export function withEvents(document: string, events: readonly WebhookEvent[]): string
export function withErrors(document: string, failures: Record<string, { status: number; remedy: string }>): string
