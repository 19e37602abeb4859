import css from './app-color.module.css'

// As many as `app-color.module.css` has hues.
const TONES = 12
const HASH_SEED = 2_166_136_261
const HASH_PRIME = 16_777_619
const FOLDED_BITS = 15

/**
 * The classes that give an element and all below it the colours of an app, as `--app-…` variables. The colour follows
 * from the app's slug, so an app has the same one everywhere and for everybody.
 */
export function appColor(slug: string): string {
  let hash = HASH_SEED
  // FNV-1a
  for (const char of slug) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), HASH_PRIME)
  // The lowest bits alone are too even for short texts.
  hash ^= hash >>> FOLDED_BITS
  return `${css.app} ${css[`tone${(hash >>> 0) % TONES}`]}`
}
