import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { FAILURES, OPERATIONS } from '../src/generated/api.ts'
import { GUIDES } from '../src/portal/guides/list.ts'
import { HUB, OPEN_PAGES, PAGES, PORTAL } from '../src/urls.ts'
import { FONT_ASSETS, FONT_ELEMENTS } from './font.ts'
import { MANIFEST_ASSETS, MANIFEST_ELEMENTS } from './manifest.ts'

/** What the server needs to know about a page (`server/src/edge/http/pages.ts`). */
interface Page {
  /** The path; parameters are written `:id`. */
  address: string
  /** The shell that is painted before the scripts run. */
  layout: 'home' | 'consent' | 'column' | 'signed-in'
  surface: 'hub' | 'portal'
  /** Whether search engines may list it. */
  listed: boolean
  /** The chunks to preload, in addition to those that the document names itself. */
  preload: string[]
  /** What the page reads first from the API if there is a session. */
  data: readonly string[]
  /** The values of its parameter for which it exists; any if omitted. */
  values: readonly string[] | undefined
  /** What it also reads if its address has no parameters, such as filters. */
  unfiltered: readonly string[]
}

const ICON = readFileSync(new URL('../src/ui/icon.svg', import.meta.url), 'utf8')
const LINK_PAGES: readonly string[] = [
  ...[HUB.resetPassword, HUB.confirmAddress, HUB.restoreAddress, HUB.farewell],
  ...[PORTAL.resetPassword, PORTAL.confirmAddress, PORTAL.restoreAddress],
]
const COLUMN_PAGES: readonly string[] = [
  ...LINK_PAGES,
  ...[HUB.home, HUB.signIn, HUB.signUp, HUB.forgotPassword, HUB.connect],
  ...[PORTAL.home, PORTAL.signIn, PORTAL.signUp, PORTAL.forgotPassword],
]

// The pages of the documents, which the build knows. Guides: `errors` leads to the list of codes; operations: ids
// without their group, as those of version 0.2 were, lead to the current ones.
const VALUES: Record<string, readonly string[]> = {
  [PORTAL.guide]: [...GUIDES.flatMap(({ guides }) => guides.map(({ slug }) => slug)), 'errors'],
  [PORTAL.error]: FAILURES.map(({ code }) => code),
  [PORTAL.operation]: OPERATIONS.flatMap(({ id, name }) => [id, name]),
}

const SESSION = { hub: '/v1/auth/session', portal: '/v1/dev/auth/me' }
// The browser tests check that the pages read exactly these.
const DATA: Record<string, readonly string[]> = {
  [HUB.connect]: [SESSION.hub, '/v1/scopes'],
  [HUB.memories]: [SESSION.hub, '/v1/connections', '/v1/scopes'],
  [HUB.connections]: [SESSION.hub, '/v1/connections'],
  [PORTAL.apps]: [SESSION.portal, '/v1/dev/apps?limit=50'],
}
const UNFILTERED: Record<string, readonly string[]> = { [HUB.memories]: ['/v1/memories?limit=30'] }

/** Writes `pages.json`, and lets the document paint before its stylesheet and scripts are loaded. */
export const documents: Plugin = {
  name: 'documents',
  generateBundle(_options, bundle) {
    const fileOf = new Map(Object.values(bundle).map(({ name, fileName }) => [name, `/${fileName}`]))
    const pages = PAGES.map(
      (address): Page => ({
        address: address.replace(/\$(\w+)/g, ':$1'),
        layout: layoutOf(address),
        surface: surfaceOf(address),
        listed: OPEN_PAGES.includes(address),
        data: DATA[address] ?? (COLUMN_PAGES.includes(address) ? [] : [SESSION[surfaceOf(address)]]),
        values: VALUES[address],
        unfiltered: UNFILTERED[address] ?? [],
        preload: chunksOf(address).map((chunk) => fileOf.get(chunk) ?? this.error(`there is no chunk named ${chunk}`)),
      }),
    )
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) })
    this.emitFile({ type: 'asset', fileName: 'icon.svg', source: ICON })
    for (const { fileName, source } of [...FONT_ASSETS, ...MANIFEST_ASSETS])
      this.emitFile({ type: 'asset', fileName, source })
  },
  transformIndexHtml: {
    order: 'post',
    // A stylesheet in the head blocks the first paint; in the body it blocks only what follows it, and the scripts.
    // It precedes the root, because the style elements that React renders there override it.
    handler: (html) => {
      const [stylesheet = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? []
      return html
        .replace(stylesheet, '')
        .replace('<!-- stylesheet -->', stylesheet)
        .replace('<!-- icon -->', inline(ICON))
        .replace('<!-- font -->', FONT_ELEMENTS)
        .replace('<!-- manifest -->', MANIFEST_ELEMENTS)
        .replace('{{icon}}', `data:image/svg+xml,${encodeURIComponent(ICON.trim())}`)
    },
  },
}

/** An SVG file as an element of the document, which needs no namespace. */
const inline = (svg: string) => svg.replace(/ xmlns="[^"]*"/, '').trim()

function layoutOf(address: string): Page['layout'] {
  if (address === HUB.home || address === PORTAL.home) return 'home'
  if (address === HUB.connect) return 'consent'
  return COLUMN_PAGES.includes(address) ? 'column' : 'signed-in'
}

function surfaceOf(address: string): Page['surface'] {
  return (Object.values(PORTAL) as string[]).includes(address) ? 'portal' : 'hub'
}

/** The chunks of single pages. */
const OWN_CHUNKS: Record<string, readonly string[]> = {
  [HUB.overview]: ['overview'],
  [HUB.bring]: ['bring'],
  [HUB.trash]: ['details'],
  [HUB.tidyUp]: ['details'],
  [HUB.review]: ['details'],
  [HUB.chats]: ['chat', 'details'],
  [HUB.chat]: ['chat', 'details'],
  [HUB.settings]: ['settings'],
  [HUB.signInSettings]: ['sign-in-settings'],
  [PORTAL.signInSettings]: ['sign-in-settings'],
  [PORTAL.newApp]: ['app-pages'],
  [PORTAL.app]: ['app-pages'],
  [PORTAL.requests]: ['app-pages'],
  [PORTAL.webhooks]: ['app-pages'],
  [PORTAL.audit]: ['app-pages'],
  [PORTAL.reference]: ['reference'],
  [PORTAL.operation]: ['reference'],
  [PORTAL.guides]: ['guides'],
  [PORTAL.guide]: ['guides'],
  [PORTAL.error]: ['guides'],
  [PORTAL.usage]: ['app-pages', 'charts'],
}

/** The chunks that a page needs on top of the entry (`chunks.ts`). */
function chunksOf(address: string): string[] {
  if (address === HUB.connect) return ['basics', 'consent']
  if (address === PORTAL.home) return ['developers']
  if (LINK_PAGES.includes(address)) return ['links']
  if (COLUMN_PAGES.includes(address)) return []
  if (address === HUB.memories) return ['basics', 'first']
  return ['basics', 'first', 'controls', surfaceOf(address), ...(OWN_CHUNKS[address] ?? [])]
}
