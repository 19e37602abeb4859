import type { CSSProperties } from 'react'

/** The topics in an order in which neighbours of a usual store differ in colour. */
const ORDER = [
  ...['fitness', 'preference', 'work', 'goal', 'relationship', 'travel', 'health', 'home', 'note', 'learning'],
  ...['nutrition', 'media', 'general', 'sleep', 'schedule', 'finance', 'shopping', 'world'],
]
const FIRST_HUE = 165
/** Steps of this angle never come back to a hue that was used. */
const GOLDEN_ANGLE = 137.5
/** As many steps have hues that differ clearly. The next ones are darker. */
const CLEAR_STEPS = 8
const LIGHTNESSES = [0.62, 0.46, 0.54]

/** How much lighter the colours are on a dark page. */
const DARK_LIFT = 0.12

/** The colour of a topic, the same in each picture. A topic of an app gets one from its name. */
export const topicColor = (topic: string): string => colorOf(topic, 0)

/** The colour of a topic for the styles of a page: `topic-color.module.css` picks the one of the colour scheme. */
export const topicStyle = (topic: string) =>
  ({ '--topic-light': colorOf(topic, 0), '--topic-dark': colorOf(topic, DARK_LIFT) }) as CSSProperties

function colorOf(topic: string, lift: number): string {
  const known = ORDER.indexOf(topic)
  const at = known >= 0 ? known : [...topic].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), ORDER.length)
  const lightness = LIGHTNESSES[Math.floor(at / CLEAR_STEPS) % LIGHTNESSES.length] ?? 0
  return `oklch(${lightness + lift} 0.14 ${Math.round((FIRST_HUE + at * GOLDEN_ANGLE) % 360)})`
}
