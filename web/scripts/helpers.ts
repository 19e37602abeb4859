import type { Plugin } from 'vite'

const IMPORT = /import\{([^}]*)\}from"\.\/rolldown-runtime-[\w-]+\.js";/
const EXPORT = /export\{([^}]*)\};?\s*$/
const PRELOAD = /\s*<link rel="modulepreload"[^>]*rolldown-runtime[^>]*>/

/** The names of a list of imports or exports, which are `name as other` or `name`. */
const pairsIn = (list: string) =>
  list.split(',').map((each) => {
    const [name = '', other = name] = each.split(' as ')
    return [name, other] as const
  })

/**
 * Moves the helpers of the bundler into the chunk of libraries, which every page loads. The bundler keeps them in a chunk of
 * less than a kilobyte, which would be one more request of each page. Names of files have the digest of what they were
 * before, and browsers keep them for a year: another change here has to rename the chunk.
 */
export const helpers: Plugin = {
  name: 'helpers',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
      const libraries = chunks.find(({ name }) => name === 'libraries')
      const [whole = '', exported = ''] = EXPORT.exec(runtime?.code ?? '') ?? []
      if (!runtime || !libraries || !whole) return this.error('the helpers of the bundler are not where they were')
      const names = pairsIn(exported)
      const values = names.map(([local, name]) => `${name}:${local}`)
      const own = names.map(([, name]) => `${name}:helper_${name}`)
      const [statement = '', used = ''] = IMPORT.exec(libraries.code) ?? []
      const constants = used && pairsIn(used).map(([name, local]) => `${local}=helper_${name}`)
      libraries.code = [
        `const{${own}}=(()=>{${runtime.code.replace(whole, '')}return{${values}}})();`,
        constants && `const ${constants};`,
        libraries.code.replace(statement, ''),
        `export{${names.map(([, name]) => `helper_${name}`)}};\n`,
      ].join('')
      const librariesFile = libraries.fileName.replace('assets/', '')
      for (const chunk of chunks)
        chunk.code = chunk.code
          .replace(
            IMPORT,
            (_, list: string) =>
              `import{${pairsIn(list).map(([name, local]) => `helper_${name} as ${local}`)}}from"./${librariesFile}";`,
          )
          .replaceAll(runtime.fileName, libraries.fileName)
      delete bundle[runtime.fileName]
    },
  },
  transformIndexHtml: { order: 'post', handler: (html) => html.replace(PRELOAD, '') },
}
