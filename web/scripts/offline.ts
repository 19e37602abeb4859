import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { LANGUAGES, type Language } from '../src/i18n/languages.ts'
import { readCatalogues } from './catalogues.ts'

/*
 * The offline page, one document for each language, within the script of the service worker. Its texts are messages of the
 * page for a lost connection (`src/ui/error-page.tsx`).
 */

const SOURCE = new URL('service-worker.js', import.meta.url)
const ICON = readFileSync(new URL('../src/ui/icon.svg', import.meta.url), 'utf8').trim()
const TITLE = 'No connection'
const LEAD = 'This page could not be fetched. Check your connection, then try again.'
const RETRY = 'Try again'

// Colours and sizes as in `src/ui/theme.ts` and `src/ui/column-layout.tsx`.
const STYLE = `:root{color-scheme:light dark;--body:#fbfaf7;--text:#16201d;--dimmed:#57615d;--accent:#1d6156;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--body:#101413;--text:#e3e7e5;--dimmed:#a3ada9;--accent:#88c4b8;--on-accent:#0b1614}}
body{margin:0;background:var(--body);color:var(--text);font:16px/1.55 system-ui,sans-serif}
header{display:flex;gap:10px;align-items:center;max-width:1080px;height:64px;margin:0 auto;padding:0 16px;font-weight:650}
svg{width:28px;height:28px}
main{max-width:440px;margin:0 auto;padding:48px 16px}
h1{margin:0;font-size:1.5rem;line-height:1.2;text-wrap:balance}
p{margin:8px 0 24px;color:var(--dimmed)}
a{display:inline-block;padding:8px 18px;border-radius:8px;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`
const SCRIPT = `addEventListener('online', () => location.reload())`

const sourceOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${sourceOf(STYLE)}`,
    `script-src ${sourceOf(SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

function pageIn(language: Language, direction: string): string {
  const catalogue = readCatalogues().get(language)
  const [title, lead, retry] = [TITLE, LEAD, RETRY].map((text) => catalogue?.[text] ?? text)
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Memory Service</title><style>${STYLE}</style></head><body><header>${ICON}<span>Memory Service</span></header><main><h1>${title}</h1><p>${lead}</p><a href="">${retry}</a></main><script>${SCRIPT}</script></body></html>`
}

/** Writes the script of the service worker. */
export const offline: Plugin = {
  name: 'offline',
  generateBundle() {
    const pages = Object.fromEntries(LANGUAGES.map(({ tag, direction }) => [tag, pageIn(tag, direction)]))
    const source = readFileSync(SOURCE, 'utf8')
      .replace("'{{pages}}'", () => JSON.stringify(pages))
      .replace("'{{headers}}'", () => JSON.stringify(HEADERS))
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
  },
}
