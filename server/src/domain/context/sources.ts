import { writerOf } from '../memories/authors.ts'
import type { ConsideredMemory } from '../memories/memory.ts'

const PERSON = 'the person'

/**
 * Says where a memory is from: "from the person", or "from the person, edited by the app “Trail Coach”" if its words are not of its source.
 * @param nameOf names an app by its slug
 */
export function describeSource(
  memory: Pick<ConsideredMemory, 'sourceApp' | 'writers'>,
  nameOf: (app: string) => string,
): string {
  const { sourceApp } = memory
  const name = (app: string | null) => (app === null ? PERSON : nameOf(app))
  const writer = writerOf(memory)
  return `from ${name(sourceApp)}${writer === sourceApp ? '' : `, edited by ${name(writer)}`}`
}
