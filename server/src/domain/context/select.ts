import { textVector } from '@memory-service/recall/text-vectors'
import { intersect } from '@memory-service/scopes'
import { conceptsWith } from '@memory-service/understanding/concepts'
import { KIN_ATTRIBUTES } from '@memory-service/understanding/kin'
import { namesIn } from '@memory-service/understanding/names'
import { type Question, readQuestion } from '@memory-service/understanding/question'
import { type Touch, touchesOf } from '@memory-service/understanding/touched'
import type { AppActor, MemoryActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import type { ConsideredMemory } from '../memories/memory.ts'
import { searchThenFetch } from '../memories/search.ts'
import { searchState } from '../memories/state.ts'
import { qualifiersOfIntent } from '../vocabulary/known.ts'
import { chooseInSlices, type Wanted } from './choose.ts'
import { CLOSE_SAFETY } from './close-people.ts'
import { type Gathered, type GatherOptions, gather, type SelectionPorts, seedsFor } from './gather.ts'
import { asksPortrait, PORTRAIT_ATTRIBUTES } from './portrait.ts'
import { isScopedField } from './scoped.ts'
import { type Understood, understandInSlices } from './understood.ts'

const FOUND_MAX = 60
const ATTRIBUTES_MAX = 40

/** What must not be missed where food, health, medicine, sport or travel is concerned; most needed first. */
const SAFETY =
  'allergy unread_reaction intolerance medicine unread_medicine condition unread_condition pregnancy disability injury diet unread_diet surgery unread_health'.split(
    ' ',
  )
/** The same for what a query is about. */
const SAFETY_OF: Readonly<Record<'food' | 'medicine' | 'sport' | 'travel' | 'mood' | 'anything', readonly string[]>> = {
  food: 'pregnancy allergy unread_reaction intolerance diet unread_diet alcohol condition unread_condition medicine unread_medicine unread_nutrition disability injury'.split(
    ' ',
  ),
  medicine:
    'pregnancy allergy unread_reaction medicine unread_medicine condition unread_condition intolerance injury disability surgery unread_health diet unread_diet'.split(
      ' ',
    ),
  sport:
    'injury unread_condition pregnancy condition disability surgery medicine unread_medicine allergy unread_reaction intolerance diet unread_diet unread_health'.split(
      ' ',
    ),
  travel:
    'pregnancy allergy unread_reaction condition unread_condition medicine unread_medicine disability phobia phobia_of_flying unread_fear intolerance diet unread_diet'.split(
      ' ',
    ),
  anything:
    'pregnancy condition unread_condition disability phobia unread_fear allergy unread_reaction injury intolerance medicine unread_medicine mental_health unread_health'.split(
      ' ',
    ),
  mood: 'mental_health therapist condition unread_condition medicine unread_medicine pregnancy phobia unread_health'.split(
    ' ',
  ),
}
const MOOD_QUERY =
  /\b(?:(?:feels?|feeling|felt) (?:\w+ )?(?:low|down|sad|lonely|blue|awful|terrible|anxious|stressed|depressed|homesick|empty|upset|overwhelmed|hopeless|scared|guilty)|sad|lonely|anxious|depressed|homesick|stressed|overwhelmed|miserable|grieving|cheer (?:\w+ )?up)\b/i
const AIMS_QUERY = /\b(?:goals?|aims?|aiming|targets?|dreams?|ambitions?|resolutions?|plans?)\b/i
/** Asks whether something is suitable, whatever it is. */
const SUITABLE_QUERY =
  /\b(?:(?:good|bad) idea|safe|(?:ok|okay|fine|suitable|right) for|allowed|risky|dangerous|(?:can|could|may|shall|should) (?:i|we|she|he|they) (?!see|have a look|know|tell|say|ask|find|get there))\b/i
/** Asks on behalf of several people. */
const COMPANY_QUERY =
  /\b(?:family|kids?|children|guests?|party|parties|everyone|everybody|all of us|the (?:two|three|four|five|six) of us|together|with (?:my|her|his|their|our)|for (?:my|her|his|their|our|us)|visitors?|friends)\b/i
/** Who the person is. */
const PROFILE =
  'home unread_home job employer business university unread_work partner children pet answer_style goal'.split(' ')
/** What lies ahead. */
const AHEAD = 'appointment meeting deadline event trip reminder plan'.split(' ')
/** Shares of a bundle: for safety, for the safety of people close to the user, and for what lies ahead. */
const SAFETY_SHARE = 0.75
const LOOSE_SHARE = 0.4
const LOOSE_TOPICS: ReadonlySet<string> = new Set(['mood', 'travel', 'anything'])
const UNASKED_SHARE = 0.5
const PLANNER_SAFETY_SHARE = 0.25
const CLOSE_SHARE = 0.25
const COMPANY_SHARE = 0.5
const PLANNER_SHARE = 0.75
/** What each standard intent wants to know, whatever the query. */
const OF_INTENT: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    coach: ['goal', 'sport', 'workout', 'running', ...SAFETY, 'weight', 'sleep_duration'],
    planner: [...AHEAD, 'goal', 'home', 'workdays'],
    tutor: [
      'unread_learning',
      'learning_language',
      'course',
      'unread_style',
      'answer_style',
      'degree',
      'skill',
      'goal',
    ],
    recommend: ['like', 'dislike', 'hobby', 'reads', 'favourite_music', 'favourite_film', ...SAFETY],
    companion: ['partner', 'children', 'pet', 'best_friend', 'hobby', 'sport', 'instrument', 'like', 'home'],
  }),
)
/** For whom a gift may be. */
const RECIPIENTS = [...new Set(['partner', 'children', 'best_friend', ...KIN_ATTRIBUTES.values(), 'friend', 'wish'])]
const FOR_ONESELF = /\b(?:for (?:me|myself)|to myself|i (?:got|received|was given))\b/i
const PAST_QUERY =
  /\b(?:before|previous(?:ly)?|former(?:ly)?|used to|once|earlier|in the past|back then|history|old|was|were|did)\b/i
const AHEAD_QUERY =
  /\b(?:week|weekend|today|tomorrow|tonight|coming up|upcoming|schedule|calendar|agenda|appointments?|plans?|next|month|diary|busy|free)\b/i

const ONLY_AHEAD_QUERY =
  /\b(?:coming up|upcoming|ahead|what(?:'s| is) next|next (?:week|month)|tomorrow|calendar|agenda|schedule)\b/i
/** A person whom the query does not name. */
const SOMEONE: Question['about'] = { who: 'other', relation: undefined, name: undefined }
const NO_QUESTION: Question = { about: undefined, asks: [] }

/** Asks about today or tomorrow, and not about what comes later. */
const SOON_QUERY = /^(?!.*\b(?:week|month|next|coming|upcoming|calendar|agenda)\b).*\b(?:today|tonight|tomorrow)\b/is
const SOON_DAYS = 1

/** The context of a model's turn. */
export interface SelectedContext {
  identity: Gathered['identity']
  /** All memories considered, with what they state. */
  considered: Understood[]
  /** The selected memories, without near copies. */
  selected: ConsideredMemory[]
  wanted: Wanted
  relations: Gathered['relations']
}

/**
 * Narrows the caller's read grants to the scopes that an intent draws on.
 * @param at the path of the intent in the request, for the error.
 * @throws Failure `validation_failed` for an unknown intent.
 */
export async function narrowToIntent<P>(
  ctx: Ctx<AppActor, P>,
  intent: string,
  at = 'intent',
): Promise<Ctx<AppActor, P>> {
  const draws = await qualifiersOfIntent(ctx, intent, at)
  return { ...ctx, actor: { ...ctx.actor, reads: intersect(ctx.actor.reads, draws) } }
}

/** What a query is about, as far as it decides what must not be missed. */
function topicOf(touches: readonly Touch[], intent: string | undefined, isMood: boolean, asksSuitable: boolean) {
  const [likeliest] = touches
  if (likeliest === 'food' || (intent === 'recommend' && !touches.includes('effort'))) return 'food'
  if (likeliest === 'effort') return 'sport'
  if (isMood) return 'mood'
  if (likeliest === 'care') return 'medicine'
  if (intent === 'coach') return 'sport'
  if (likeliest === 'travel') return 'travel'
  return asksSuitable ? 'anything' : undefined
}

/** Whether a query asks for a gift for another person. */
function asksGift(query: string): boolean {
  if (FOR_ONESELF.test(query)) return false
  const words: readonly string[] = query.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.some((word) => conceptsWith(word).some(({ name }) => name === 'gift'))
}

/** The share of a bundle that what must not be missed may take. */
function shareOfSafety(
  topic: ReturnType<typeof topicOf>,
  intent: string | undefined,
  query: string | undefined,
  touches: readonly Touch[],
): number {
  if (intent === 'planner') return touches.includes('travel') ? LOOSE_SHARE : PLANNER_SAFETY_SHARE
  if (topic && LOOSE_TOPICS.has(topic)) return LOOSE_SHARE
  if (query === undefined || (intent === 'coach' && !touches.length)) return UNASKED_SHARE
  return SAFETY_SHARE
}

export interface SelectOptions extends Pick<GatherOptions, 'relations' | 'instants'> {
  /** The intent, if there is one; {@link narrowToIntent} has applied its grants. */
  intent?: string
}

/**
 * Selects memories that the caller may read: what must not be missed, what answers the query, and what the intent wants
 * to know. One round trip; a second one if the search index was behind.
 * @param limit the most memories selected.
 */
export async function selectContext(
  ctx: Ctx<MemoryActor, SelectionPorts>,
  query: string | undefined,
  limit: number,
  { intent, ...options }: SelectOptions = {},
): Promise<SelectedContext> {
  const { asks } = query ? readQuestion(query) : NO_QUESTION
  const isGift = query !== undefined && asksGift(query)
  const asked = isGift
    ? RECIPIENTS
    : asks.flatMap(({ attribute: { name } }) => (name === 'job' ? ['job', 'business'] : [name]))
  const ofIntent = OF_INTENT.get(intent ?? '') ?? []
  const portrait = query !== undefined && asksPortrait(query) ? PORTRAIT_ATTRIBUTES : []
  const touches = query ? touchesOf(query, textVector(query)) : []
  const isMood = query !== undefined && MOOD_QUERY.test(query)
  const asksSuitable = query !== undefined && SUITABLE_QUERY.test(query)
  const touchesSafety =
    touches.length > 0 ||
    isMood ||
    asksSuitable ||
    (!isGift && asks.some(({ attribute }) => attribute.isSafety || attribute.group === 'health'))
  const topic = topicOf(touches, intent, isMood, asksSuitable)
  const safety = topic ? SAFETY_OF[topic] : SAFETY
  const touchesAhead = intent === 'planner' || (query !== undefined && AHEAD_QUERY.test(query))
  const attributes = [
    ...new Set([
      ...asked,
      ...portrait,
      ...(touchesSafety ? [...safety, ...CLOSE_SAFETY] : []),
      ...(touchesAhead ? AHEAD : []),
      ...ofIntent,
      ...SAFETY,
      ...PROFILE,
    ]),
  ]
    .filter((name) => !isScopedField(name))
    .slice(0, ATTRIBUTES_MAX)
  const { instants = {} } = options
  const state = searchState(ctx, { state: 'current', ...instants })
  const search = { query: query ?? '', limit: FOUND_MAX, attributes, seeds: seedsFor(limit), at: state }
  const gathered = await searchThenFetch(ctx, [search], async (...[found]) => {
    const { ids, scores, stating, seeds } = found!
    return {
      ...(await gather(ctx, { ...options, ids: [...ids, ...stating], seeds })),
      relevance: new Map(ids.map((id, at) => [id, scores[at] ?? 0])),
    }
  })
  const { identity, memories, relations, relevance } = gathered
  const { validAt, asOf = ctx.clock().toISOString() } = instants
  const now = Date.parse(validAt ?? asOf)
  const names = namesIn(identity.personName ?? '')
  const considered = await understandInSlices(memories, names, now)
  const about = query ? (readQuestion(query, names).about ?? (isGift ? SOMEONE : undefined)) : undefined
  const isOfOther = about?.who === 'other'
  const wanted: Wanted = {
    relevance,
    hasQuery: Boolean(query),
    asksPast: query !== undefined && PAST_QUERY.test(query),
    safety: touchesSafety || intent === 'coach' || (!query && intent !== 'tutor' && intent !== 'planner') ? safety : [],
    safetyShare: shareOfSafety(topic, intent, query, touches),
    topic: topic === 'food' || topic === 'medicine' ? topic : undefined,
    closeShare: isOfOther || (query !== undefined && COMPANY_QUERY.test(query)) ? COMPANY_SHARE : CLOSE_SHARE,
    ahead: touchesAhead ? AHEAD : [],
    aheadShare:
      intent === 'planner' ? PLANNER_SHARE : touchesSafety || intent === 'coach' ? CLOSE_SHARE : COMPANY_SHARE,
    aheadDays: intent !== 'planner' && query !== undefined && SOON_QUERY.test(query) ? SOON_DAYS : Infinity,
    asksAhead: query !== undefined && ONLY_AHEAD_QUERY.test(query),
    asksAims: query !== undefined && AIMS_QUERY.test(query),
    asked,
    about,
    portrait,
    profile: isGift ? RECIPIENTS : [...ofIntent, ...PROFILE],
  }
  const selected = await chooseInSlices(considered, wanted, limit, now)
  return { identity, considered, selected, wanted, relations }
}
