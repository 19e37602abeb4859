import { USER } from '@memory-service/understanding/relation-words'
import { z } from 'zod'

/** A relationship of two people, or of a person and a place or thing, in the words of `relation-words.ts`. */
export const Relationship = z
  .object({
    subject: z.string().meta({ description: `\`${USER}\` is the person whose memories these are.` }),
    relation: z.string().meta({ example: 'sister of' }),
    object: z.string(),
  })
  .meta({ id: 'Relationship' })
export type Relationship = z.output<typeof Relationship>
