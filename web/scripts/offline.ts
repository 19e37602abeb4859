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

// Lucide's `wifi-off`, as on the page for a lost connection.
const FACE = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"><path d="M12 20h.01"/><path d="M8.5 16.429a5 5 0 0 1 7 0"/><path d="M5 12.859a10 10 0 0 1 5.17-2.69"/><path d="M19 12.859a10 10 0 0 0-2.007-1.523"/><path d="M2 8.82a15 15 0 0 1 4.177-2.643"/><path d="M22 8.82a15 15 0 0 0-11.288-3.764"/><path d="m2 2 20 20"/></svg>`

// Colours and sizes as in `src/ui/theme.ts`, `src/ui/column-layout.tsx` and `src/ui/face.module.css`.
const STYLE = `:root{color-scheme:light dark;--body:#fbfaf7;--text:#16201d;--dimmed:#57615d;--accent:#1d6156;--on-accent:#fff;--soft:#eef7f5}
@media (prefers-color-scheme:dark){:root{--body:#101413;--text:#e3e7e5;--dimmed:#a3ada9;--accent:#88c4b8;--on-accent:#0b1614;--soft:#1c2b27}}
body{margin:0;background:var(--body);color:var(--text);font:16px/1.55 system-ui,sans-serif}
header{display:flex;gap:10px;align-items:center;max-width:480px;height:64px;margin:0 auto;padding:0 16px;font-weight:650}
svg{width:28px;height:28px}
main{max-width:480px;margin:0 auto;padding:8px 16px}
@media (min-width:48em){main{padding-top:48px}}
main span{display:grid;place-items:center;width:56px;height:56px;margin-bottom:20px;border-radius:18px;background:var(--soft);color:var(--accent)}
h1{margin:0;font-size:2.25rem;line-height:1.1;letter-spacing:-.02em;text-wrap:balance}
p{margin:10px 0 24px;color:var(--dimmed);font-size:1.1875rem;line-height:1.45}
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
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Memory Service</title><style>${STYLE}</style></head><body><header>${ICON}<span>Memory Service</span></header><main><span aria-hidden="true">${FACE}</span><h1>${title}</h1><p>${lead}</p><a href="">${retry}</a></main><script>${SCRIPT}</script></body></html>`
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
