import { nearestTopics, textVector } from '@memory-service/recall/text-vectors'
import { mentionsAny, namesIn } from '@memory-service/understanding/names'
import { mayEndOthers } from '@memory-service/understanding/replace/may-end'
import { slotsOf } from '@memory-service/understanding/replace/slots'
import type { MemoryActor } from '../../foundation/actor.ts'

/** The version of the rules that slots are made with. A store with an older one gets new slots in the background. */
export const SLOTS_RULES = 46

/**
 * The keys under which a statement can replace others of the user or be replaced. Where it mentions the user's own name, also
 * those by which an app that may not know the name compares it.
 */
export function slotsFor({ userId, ownName }: Owner, content: string): string[] {
  const slots = slotsOf(content, ownName ?? undefined, userId)
  if (ownName && mentionsAny(content, namesIn(ownName)))
    for (const slot of slotsOf(content, undefined, userId)) if (!slots.includes(slot)) slots.push(slot)
  // A question or an instruction states nothing about any topic.
  return slots.length ? [...slots, ...topicSlots(content, TOPICS_STORED)] : slots
}

/** Whose store it is, by what name. */
export type Owner = Pick<MemoryActor, 'userId'> & { ownName?: string | null | undefined }

/** What is read from the text of a new memory. */
export interface ReadText {
  slots: string[]
  /** Whether it may say that what others state is over. */
  mayEnd: boolean
}

/** Reads the text of a new memory: up to some milliseconds of computing. */
export function readText(owner: Owner, content: string): ReadText {
  return { slots: slotsFor(owner, content), mayEnd: mayEndOthers(content) }
}

/** Prefix of slots that are topics, numbered: statements without a word in common can share one. */
export const TOPIC_PREFIX = 'v:'
/** Topics under which a statement is stored, and those whose statements a later one is compared with. */
const TOPICS_STORED = 2
const TOPICS_COMPARED = 4
/** Prefix of slots that are words: a later statement may say that what has them is over. */
const WORD_PREFIX = 'w:'
/** A statement that is older than this when it is written may be over by now. */
const BACKDATED_MS = 60_000

interface Slotted {
  content: string
  slots?: readonly string[] | undefined
  /** Computed if omitted. */
  mayEnd?: boolean | undefined
  /** When it was stated; now if omitted. */
  statedAt: string
  now: string
}

/**
 * The slots by which a new statement is compared with others. Most statements end no others and are not over when they
 * are written, so those with a word in common need not be read, nor those of the same topic.
 */
export function slotsToCompare({ content, slots = [], mayEnd, statedAt, now }: Slotted): string[] {
  const isBackdated = Date.parse(now) - Date.parse(statedAt) > BACKDATED_MS
  const areAllCompared = isBackdated || (mayEnd ?? mayEndOthers(content))
  if (!areAllCompared) return slots.filter((slot) => !isWordSlot(slot) && !isTopicSlot(slot))
  if (!slots.length) return []
  return [...slots.filter((slot) => !isTopicSlot(slot)), ...topicSlots(content, TOPICS_COMPARED)]
}

function topicSlots(content: string, count: number): string[] {
  const vector = textVector(content)
  return vector ? nearestTopics(vector, count).map((topic) => `${TOPIC_PREFIX}${topic}`) : []
}

/** Whether a slot is a topic of a statement. */
export function isTopicSlot(slot: string): boolean {
  return slot.startsWith(TOPIC_PREFIX)
}

/** Whether a slot is a word that a statement has in common with others, not an attribute of which it states the value. */
export function isWordSlot(slot: string): boolean {
  return slot.startsWith(WORD_PREFIX)
}
