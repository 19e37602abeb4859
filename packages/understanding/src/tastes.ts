import { topicsOf } from './topics.ts'

const TASTE_WORDS_MAX = 4
const NOTHING: readonly string[] = []
const FOOD_LIKED = ['food_like']
const FOOD_DISLIKED = ['food_dislike']
const DRINK_LIKED = ['drink_like']
/** "Kayaking on the water": what is done, and not what is eaten or drunk. */
const DOING = /^(?!(?:drink|sipp|hav|brew|mak|eat|try|tast|cook|bak|order)ing\b)\w{3,}ing\b/

/** The attributes that a taste states besides, by the first words of what is liked or not: "can't stand coriander" is of food. */
export function narrowerTastes(attribute: string, value: string): readonly string[] {
  if ((attribute !== 'like' && attribute !== 'dislike') || DOING.test(value)) return NOTHING
  const topics = topicsOf(value.split(' ', TASTE_WORDS_MAX).join(' '))
  if (topics.has('food')) return attribute === 'like' ? FOOD_LIKED : FOOD_DISLIKED
  return attribute === 'like' && topics.has('drink') ? DRINK_LIKED : NOTHING
}
