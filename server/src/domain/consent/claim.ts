import { z } from 'zod'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { ConsentApp } from '../apps/clients.ts'

/* The shapes of a claim of held memories at consent. What it does is injected, because memories are a later module. */

const TICKET_CHARS_MAX = 256
const TOPICS_MAX = 100
const TOPIC_CHARS_MAX = 128

export const ClaimTicket = z.string().max(TICKET_CHARS_MAX)

export const Claim = z
  .object({
    ticket: ClaimTicket.meta({ description: 'The `claim` parameter of the consent page.' }),
    topics: z.array(z.string().max(TOPIC_CHARS_MAX)).max(TOPICS_MAX).meta({
      description: 'Namespaces whose memories the person saves. All others are erased.',
    }),
    version: z.int().min(0).optional().meta({
      description:
        'The `version` of what the person was shown. If the app has changed what it holds since, the claim is refused.',
    }),
    allow_secrets: z.boolean().default(false).meta({
      description: 'Whether the person also saves what looks like a secret; otherwise it is erased, too.',
    }),
  })
  .meta({ id: 'Claim' })
export type Claim = z.output<typeof Claim>

const HeldText = z
  .object({
    content: z.string(),
    scope: z.string(),
    secret: z.boolean().meta({ description: 'Whether it holds what looks like a secret.' }),
  })
  .meta({ id: 'HeldText' })
const HeldTopic = z
  .object({
    topic: z.string(),
    memories: z.int(),
    texts: z.array(HeldText).meta({
      description: 'All of them: what looks like a secret first, then the newest.',
    }),
  })
  .meta({ id: 'HeldTopic' })
export const HeldSummary = z
  .object({
    memories: z.int().meta({ description: 'Of those that the app may write by its manifest; others are not offered.' }),
    topics: z.array(HeldTopic).meta({ description: 'The namespaces of the memories.' }),
    version: z.int().meta({ description: 'Changes with what the app holds; part of the claim.' }),
  })
  .meta({ id: 'HeldSummary' })
export type HeldSummary = z.output<typeof HeldSummary>

/** What the consent page shows of a claim, and what the decision does with it. */
export interface Claims<P> {
  preview: (ctx: Ctx<UserActor, P>, app: ConsentApp, ticket: string) => Promise<HeldSummary | null>
  /** Prepares a claim at the consent to some scopes; what it returns makes the claim, in the transaction of the consent. */
  claim: (
    ctx: Ctx<UserActor, P>,
    app: ConsentApp,
    claim: Claim,
    scopes: readonly string[],
  ) => Promise<(ctx: Ctx<UserActor, P>) => Promise<void>>
}
