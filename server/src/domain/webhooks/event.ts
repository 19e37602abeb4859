import { z } from 'zod'
import type { EventShape } from '../vocabulary/catalog.ts'

/*
 * An event is a value, as a route is. The module that emits an event defines it, and `events` in `app.ts` lists all of
 * them. The catalog, the OpenAPI document, the input of subscriptions, the portal's form, the SDK types and the table
 * in docs/webhooks.md derive from that list.
 */

/** An event of the webhooks. */
export interface WebhookEvent<Type extends string = string> {
  type: Type
  /** Name of its schema in the OpenAPI document and of its type in the SDK: `MemoryCreated` for `memory.created`. */
  name: string
  /** One sentence, addressed to the developer of the receiving app: what happened. */
  summary: string
  data: z.ZodObject
  /** The whole body of a delivery. */
  body: z.ZodType
  example: { data: object }
  /** Whether apps can subscribe to it. */
  subscribable: boolean
  /** Whether `data` is deleted as soon as its delivery ends. */
  transient: boolean
  /** Whether `data` may hold what a person said or did, which the developer must not see. */
  personal: boolean
  /** Whether it is delivered after its connection has ended. */
  afterConnection: boolean
  /** Whether it is delivered while its connection is paused. */
  whilePaused: boolean
  /** How long its deliveries are held before the first attempt, in milliseconds. */
  heldMs: number
  /** Whether the grants of the connection still permit it, beside the scope it was queued under. */
  permits: ((grants: DeliveryGrants, data: unknown) => boolean) | undefined
}

/** What a connection may receive. */
export interface DeliveryGrants {
  scopes: readonly string[]
  signals: readonly string[]
  /** Sources whose memories the app may not learn of. */
  muted: readonly string[]
}

interface Definition<Type extends string, Data extends z.ZodObject> {
  type: Type
  summary: string
  data: Data
  example: z.output<Data>
  subscribable?: false
  transient?: true
  personal?: true
  afterConnection?: true
  whilePaused?: true
  heldMs?: number
  permits?: (grants: DeliveryGrants, data: z.output<Data>) => boolean
}

/** The fields in `data` of every event about a connection. */
export const About = z.object({
  connection_id: z.string().meta({ description: 'The connection of the receiving app that the event is about.' }),
  ai_id: z.string().meta({ description: 'The identity the event belongs to.' }),
})
export const ABOUT_EXAMPLE = {
  connection_id: 'con_01kb5dd9v2000m4h2n8y7tq3wz',
  ai_id: 'ai_01kb5dd9v2000m4h2n8y7tq3wz',
} satisfies z.output<typeof About>

/** Defines an event by the shape of its `data`. */
export function webhookEvent<const Type extends string, Data extends z.ZodObject>(
  definition: Definition<Type, Data>,
): WebhookEvent<Type> {
  const { type, summary, data, example, subscribable = true } = definition
  const name = type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())
  const body = z
    .object({
      id: z.string().meta({ description: 'The same in every delivery of this event.' }),
      type: z.literal(type),
      created_at: z.iso.datetime(),
      data,
    })
    .meta({ id: name })
  const head = { id: 'evt_01kb5dd9v2000m4h2n8y7tq3wz', type, created_at: '2026-05-03T07:31:12.000Z' }
  const rules = {
    subscribable,
    transient: definition.transient ?? false,
    personal: definition.personal ?? false,
    afterConnection: definition.afterConnection ?? false,
    whilePaused: definition.whilePaused ?? false,
    heldMs: definition.heldMs ?? 0,
    permits: definition.permits as WebhookEvent['permits'],
  }
  return { type, name, summary, data, body, example: { ...head, data: example }, ...rules }
}

/** The types an app can subscribe to. */
export function subscribableTypes(events: readonly WebhookEvent[]): string[] {
  return events.filter(({ subscribable }) => subscribable).map(({ type }) => type)
}

/** How deliveries of some events differ from those of the others. */
export interface DeliveryRules {
  /** Types whose `data` is deleted as soon as the delivery ends. */
  transient: string[]
  /** Types whose `data` may hold what a person said or did. */
  personal: string[]
  /** Types that are delivered after their connection has ended. */
  afterConnection: string[]
  /** Types that are delivered while their connection is paused. */
  whilePaused: string[]
  permits: ReadonlyMap<string, WebhookEvent['permits']>
}

export function deliveryRules(events: readonly WebhookEvent[]): DeliveryRules {
  const typesWith = (rule: 'transient' | 'personal' | 'afterConnection' | 'whilePaused') =>
    events.filter((event) => event[rule]).map(({ type }) => type)
  return {
    transient: typesWith('transient'),
    personal: typesWith('personal'),
    afterConnection: typesWith('afterConnection'),
    whilePaused: typesWith('whilePaused'),
    permits: new Map(events.map(({ type, permits }) => [type, permits])),
  }
}

/** The subscribable events as the catalog lists them: the name, type and description of each field of `data`. */
export function catalogEvents(events: readonly WebhookEvent[]): EventShape[] {
  return events
    .filter(({ subscribable }) => subscribable)
    .map(({ type, data }) => ({ type, payload: Object.entries(data.shape).map(payloadField) }))
}

function payloadField([name, field]: [string, z.core.$ZodType]): EventShape['payload'][number] {
  const { description } = z.globalRegistry.get(field) ?? {}
  const names = field instanceof z.ZodObject ? `${Object.keys(field.shape).join(', ')}.` : undefined
  const { type } = (field instanceof z.ZodNullable ? field.unwrap() : field)._zod.def
  return {
    name,
    type: type === 'enum' ? 'string' : type,
    required: !(field instanceof z.ZodOptional),
    description: [names, description].filter(Boolean).join(' '),
  }
}
