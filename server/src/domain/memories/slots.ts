import { slotsOf } from '@memory-service/understanding/replace/slots'
import type { MemoryActor } from '../../foundation/actor.ts'

/** The version of the rules that slots are made with. A store with an older one gets new slots in the background. */
export const SLOTS_RULES = 1

/** The keys under which a statement can replace others of the user or be replaced. */
export function slotsFor({ ownName }: Pick<MemoryActor, 'ownName'>, content: string): string[] {
  return slotsOf(content, ownName ?? undefined)
}
