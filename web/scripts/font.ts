import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/*
 * The typeface of the pages: Figtree, a variable font under the SIL Open Font License (`web/licences/figtree.txt`). It is
 * served from our own origin. Two files: Latin (20 kB), which every document preloads, and extended Latin (10 kB), which
 * a browser loads only for a page with such letters. `npx vite web` serves neither, so it shows the fallback.
 */

const require = createRequire(import.meta.url)
const HASH_CHARS = 8

interface FontFile {
  /** Path below the root of the build. */
  fileName: string
  source: Uint8Array
  /** The code points in the file, as `unicode-range` takes them. */
  range: string
}

const LATIN = fontFile(
  'latin',
  require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
)
const LATIN_EXTENDED = fontFile(
  'latin-ext',
  require.resolve('@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2'),
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
)

/** What the build emits: the font's files and its licence. */
export const FONT_ASSETS: readonly Pick<FontFile, 'fileName' | 'source'>[] = [
  LATIN,
  LATIN_EXTENDED,
  { fileName: 'assets/figtree-licence.txt', source: readFileSync(new URL('../licences/figtree.txt', import.meta.url)) },
]

/** The elements for the head of a document: the preload and the font's faces. */
export const FONT_ELEMENTS = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${LATIN.fileName}">
    <style nonce="{{nonce}}">${[LATIN, LATIN_EXTENDED].map(faceOf).join('')}${fallbackFace()}</style>`

function fontFile(subset: string, path: string, range: string): FontFile {
  const source = readFileSync(path)
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, HASH_CHARS)
  return { fileName: `assets/figtree-${subset}-${hash}.woff2`, source, range }
}

function faceOf({ fileName, range }: FontFile): string {
  return `@font-face{font-family:Figtree;font-weight:300 900;font-display:swap;src:url(/${fileName}) format("woff2");unicode-range:${range}}`
}

/** A system font with the widths and line heights of Figtree, so that the text does not move when Figtree arrives. */
function fallbackFace(): string {
  return '@font-face{font-family:"Figtree fallback";src:local("Arial"),local("Liberation Sans");size-adjust:99.4%;ascent-override:95.6%;descent-override:25.2%;line-gap-override:0%}'
}
