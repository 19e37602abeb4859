import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { ChatMessage, Usage } from '../../foundation/models/chat.ts'

const CHARS_PER_TOKEN = 4

export const ChatUsage = z
  .object({
    tokensIn: z.int(),
    tokensOut: z.int(),
    model: z.string().meta({ description: 'As the model calls itself.' }),
    estimated: z
      .literal(true)
      .optional()
      .meta({ description: 'Set where the model told no count and it was estimated from characters.' }),
  })
  .meta({ id: 'ChatUsage' })
export type ChatUsage = z.output<typeof ChatUsage>

/** What the model calls of one turn cost together. Each is metered for the app as soon as it is known. */
export class Bill {
  readonly #ctx: Pick<Ctx<MemoryActor>, 'actor' | 'meter'>
  #tokensIn = 0
  #tokensOut = 0
  #model = ''
  #estimated = false

  constructor(ctx: Pick<Ctx<MemoryActor>, 'actor' | 'meter'>) {
    this.#ctx = ctx
  }

  add({ tokensIn, tokensOut, model, estimated }: Usage): void {
    this.#tokensIn += tokensIn
    this.#tokensOut += tokensOut
    this.#model ||= model
    this.#estimated ||= estimated
    const { actor, meter } = this.#ctx
    if (actor.kind !== 'app') return
    meter.count(actor, 'hosted_tokens_in', tokensIn)
    meter.count(actor, 'hosted_tokens_out', tokensOut)
  }

  /** A call that broke off before the model told its count: it has read the prompt and said so much. */
  addBroken(messages: readonly ChatMessage[], said: string): void {
    const read = messages.reduce((sum, { content }) => sum + content.length, 0)
    const tokens = (chars: number) => Math.ceil(chars / CHARS_PER_TOKEN)
    this.add({ tokensIn: tokens(read), tokensOut: tokens(said.length), model: '', estimated: true })
  }

  total(): ChatUsage {
    const sum = { tokensIn: this.#tokensIn, tokensOut: this.#tokensOut, model: this.#model }
    return this.#estimated ? { ...sum, estimated: true } : sum
  }
}
