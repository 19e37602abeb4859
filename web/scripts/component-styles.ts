import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FILE = 'src/ui/components.css'
/** Styles of the whole document. */
const OF_DOCUMENT = ['baseline', 'default-css-variables', 'global']
const IMPORTED = /@mantine\/core\/styles\/([\w-]+)\.css/g
const USED = /[\\/]@mantine[\\/]core[\\/].*[\\/](\w+)\.module\.(?:css\.)?mjs$/

/** Fails the build unless the list of styles has those of the components in the scripts, and no others. */
export const componentStyles: Plugin = {
  name: 'component styles',
  generateBundle(_options, bundle) {
    const text = readFileSync(new URL(`../${FILE}`, import.meta.url), 'utf8')
    const imported = [...text.matchAll(IMPORTED)].flatMap(([, name = '']) => (OF_DOCUMENT.includes(name) ? [] : name))
    const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? Object.keys(chunk.modules) : []))
    const used = modules.flatMap((id) => USED.exec(id)?.[1] ?? [])
    const missing = used.filter((name) => !imported.includes(name))
    if (missing.length) this.error(`${FILE} must import the styles of ${missing.join(', ')}`)
    const unused = imported.filter((name) => !used.includes(name))
    if (unused.length) this.error(`${FILE} imports styles of components that no page uses: ${unused.join(', ')}`)
  },
}
