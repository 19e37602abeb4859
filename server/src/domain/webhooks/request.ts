/* The request of a delivery, as it is sent. */

/** What the body of a delivery is made of. */
export interface Event {
  event_id: string
  event_type: string
  created_at: string
  data: unknown
}

/** The body of a delivery, which is identical in every attempt. */
export function bodyOf({ event_id, event_type, created_at, data }: Event): string {
  return JSON.stringify({ id: event_id, type: event_type, created_at, data })
}

/** The headers of a delivery, with those of its signature. */
export function headersOf(eventType: string, signature: Record<string, string>): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'memory-service-webhooks/1',
    'x-service-event': eventType,
    ...signature,
  }
}
