import type { Plugin } from 'vite'
import { LANGUAGES } from '../src/i18n/languages.ts'
import { readCatalogues } from './catalogues.ts'

/*
 * What a page without scripts says. The build replaces each English text in the document by a placeholder, for which the
 * server fills in the text in the browser's language (`server/src/edge/http/page-languages.ts`).
 */

const ENGLISH: Readonly<Record<string, string>> = {
  title: 'These pages need JavaScript',
  lead: 'Allow it for this site, then reload the page. Programs can use the API at /v1 without it.',
}

/** The texts by language and name. */
const textsByLanguage = () =>
  Object.fromEntries(
    LANGUAGES.map(({ tag }) => {
      const catalogue = readCatalogues().get(tag)
      const texts = Object.entries(ENGLISH).map(([name, text]) => [name, catalogue?.[`@no-scripts.${name}`] ?? text])
      return [tag, Object.fromEntries(texts)]
    }),
  )

/** Writes `no-scripts.json`, and the placeholders into the document. */
export const noScripts: Plugin = {
  name: 'no-scripts',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'no-scripts.json', source: JSON.stringify(textsByLanguage()) })
  },
  transformIndexHtml: (html) =>
    Object.entries(ENGLISH).reduce(
      (filled, [name, text]) => {
        if (!filled.includes(text)) throw new Error(`index.html does not say: ${text}`)
        return filled.replace(text, `{{no-scripts.${name}}}`)
      },
      html.replace('<html lang="en"', '<html lang="{{language}}"'),
    ),
}
