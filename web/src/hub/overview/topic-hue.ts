/** The topics in an order in which neighbours of a usual store differ in colour. */
const ORDER = [
  ...['fitness', 'preference', 'work', 'goal', 'relationship', 'travel', 'health', 'home', 'note', 'learning'],
  ...['nutrition', 'media', 'general', 'sleep', 'schedule', 'finance', 'shopping', 'world'],
]
const FIRST_HUE = 165
/** Steps of this angle never come back to a hue that was used. */
const GOLDEN_ANGLE = 137.5

/** The hue of a topic in degrees, the same in each picture. A topic of an app gets one from its name. */
export function topicHue(topic: string): number {
  const known = ORDER.indexOf(topic)
  const at = known >= 0 ? known : [...topic].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), ORDER.length)
  return Math.round((FIRST_HUE + at * GOLDEN_ANGLE) % 360)
}
