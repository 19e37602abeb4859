import { z } from 'zod'
import type { MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { Usage } from '../../foundation/models/chat.ts'
import type { MeterPorts } from '../plans/meter.ts'

const CHARS_PER_TOKEN = 4

export const ChatUsage = z
  .object({
    tokensIn: z.int(),
    tokensOut: z.int(),
    model: z.string().meta({ description: 'The name that the model reports.' }),
    estimated: z
      .literal(true)
      .optional()
      .meta({ description: 'Set if the model reported no count, so it was estimated from the number of characters.' }),
  })
  .meta({ id: 'ChatUsage' })
export type ChatUsage = z.output<typeof ChatUsage>

/** Sums the token usage of the model calls of one turn. Each call is metered for the app as soon as it is known. */
export class TurnUsage {
  readonly #ctx: Pick<Ctx<MemoryActor, MeterPorts>, 'actor' | 'meter'>
  #tokensIn = 0
  #tokensOut = 0
  #model = ''
  #estimated = false
  readonly #isHosted: boolean

  /** @param isHosted whether the operator pays for the calls; others are not metered. */
  constructor(ctx: Pick<Ctx<MemoryActor, MeterPorts>, 'actor' | 'meter'>, isHosted = true) {
    this.#ctx = ctx
    this.#isHosted = isHosted
  }

  add({ tokensIn, tokensOut, model, estimated }: Usage): void {
    this.#tokensIn += tokensIn
    this.#tokensOut += tokensOut
    this.#model ||= model
    this.#estimated ||= estimated
    const { actor, meter } = this.#ctx
    if (actor.kind !== 'app' || !this.#isHosted) return
    meter.count(actor, 'hosted_tokens_in', tokensIn)
    meter.count(actor, 'hosted_tokens_out', tokensOut)
  }

  /** Adds a call whose usage the model has not reported, estimated from the characters of its input and output. */
  addEstimate(charsIn: number, charsOut: number): void {
    const tokens = (chars: number) => Math.ceil(chars / CHARS_PER_TOKEN)
    this.add({ tokensIn: tokens(charsIn), tokensOut: tokens(charsOut), model: '', estimated: true })
  }

  total(): ChatUsage {
    const sum = { tokensIn: this.#tokensIn, tokensOut: this.#tokensOut, model: this.#model }
    return this.#estimated ? { ...sum, estimated: true } : sum
  }
}
