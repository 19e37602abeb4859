import { readdirSync, readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import type { Plugin } from 'vite'

/*
 * The catalogues in `src/locales/`: one file for each language but English. A key is the English message as the code has
 * it, or, for texts that the service sends, a name that starts with `@`.
 */

const FOLDER = new URL('../src/locales/', import.meta.url)
const LIST = 'virtual:catalogues'
const MODULE = 'virtual:catalogue/locale-'

export type Catalogue = Readonly<Record<string, string>>

/** The catalogues by language. */
export function readCatalogues(): Map<string, Catalogue> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  return new Map(
    files.map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))]),
  )
}

/** Lets the pages import each catalogue, compiled, as a chunk of its own. */
export const catalogues: Plugin = {
  name: 'catalogues',
  resolveId: (id) => (id === LIST || id.startsWith(MODULE) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${LIST}`) {
      const loaders = [...readCatalogues().keys()].map(
        (language) => `${language}: () => import('${MODULE}${language}').then(({ messages }) => messages)`,
      )
      return `export const catalogues = { ${loaders.join(', ')} }`
    }
    if (!id.startsWith(`\0${MODULE}`)) return undefined
    const catalogue = readCatalogues().get(id.slice(MODULE.length + 1)) ?? {}
    const compiled = Object.entries(catalogue).map(([key, text]) => [
      key.startsWith('@') ? key : generateMessageId(key),
      compileMessage(text),
    ])
    // Browsers parse a JSON text faster than an object of the same size.
    return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))})`
  },
}
