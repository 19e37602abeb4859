import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/* The web app manifest, with which people install the pages on a phone or a desk. */

const HASH_CHARS = 8
const SIZES = [192, 512] as const

const ICONS = SIZES.map((size) => {
  const source = readFileSync(new URL(`../icons/icon-${size}.png`, import.meta.url))
  const hash = createHash('sha256').update(source).digest('hex').slice(0, HASH_CHARS)
  return { size, source, fileName: `assets/icon-${size}-${hash}.png` }
})

const MANIFEST = {
  id: '/memories',
  name: 'Memory Service',
  short_name: 'Memory',
  description: 'One memory, yours, for all your apps.',
  start_url: '/memories',
  scope: '/',
  display: 'standalone',
  theme_color: '#1d6156',
  background_color: '#fbfaf7',
  icons: [
    { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    ...ICONS.map(({ size, fileName }) => ({
      src: `/${fileName}`,
      type: 'image/png',
      sizes: `${size}x${size}`,
      purpose: 'any maskable',
    })),
  ],
  shortcuts: [
    { name: 'Connected apps', url: '/connections' },
    { name: 'Activity', url: '/activity' },
  ],
}

/** What the build emits: the manifest and its icons. */
export const MANIFEST_ASSETS: readonly { fileName: string; source: string | Uint8Array }[] = [
  { fileName: 'manifest.webmanifest', source: JSON.stringify(MANIFEST) },
  ...ICONS.map(({ fileName, source }) => ({ fileName, source })),
]

/** The elements for the head of a document. */
export const MANIFEST_ELEMENTS = `<link rel="manifest" href="/manifest.webmanifest">
    <link rel="apple-touch-icon" href="/${ICONS[0]?.fileName}">`
