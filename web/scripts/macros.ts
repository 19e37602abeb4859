import { type PluginObj, transformAsync, types } from '@babel/core'
import macros from '@lingui/babel-plugin-lingui-macro'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/*
 * Messages are written in English where they are used, in the macros of Lingui: t`…`, <Trans>…</Trans>, plural(…). Here
 * the macros become calls with the id of the message. The English text remains as the default, compiled, so English needs
 * no catalogue and the pages no parser of messages.
 */

const LINGUI = {
  linguiConfig: {
    locales: ['en'],
    macro: { corePackage: ['@lingui/core/macro'], jsxPackage: ['@lingui/react/macro'] },
    runtimeConfigModule: {
      i18n: ['@lingui/core', 'i18n'],
      Trans: ['@lingui/react', 'Trans'],
      useLingui: ['@lingui/react', 'useLingui'],
    },
  },
  stripMessageField: false,
}

/** The value of a string property of an object. */
function textOf(node: types.ObjectExpression, name: string): types.StringLiteral | undefined {
  for (const property of node.properties) {
    if (!types.isObjectProperty(property) || !types.isStringLiteral(property.value)) continue
    if (types.isIdentifier(property.key, { name }) || types.isStringLiteral(property.key, { value: name }))
      return property.value
  }
  return undefined
}

/** Calls back for each message of a module. */
function eachMessage(use: (message: types.StringLiteral, owner: types.ObjectExpression) => void): PluginObj {
  return {
    visitor: {
      Program: {
        exit: (path) =>
          path.traverse({
            ObjectExpression({ node }) {
              const message = textOf(node, 'message')
              if (message && textOf(node, 'id')) use(message, node)
            },
          }),
      },
    },
  }
}

function expand(code: string, file: string, use: Parameters<typeof eachMessage>[0], sourceMaps = false) {
  return transformAsync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    browserslistConfigFile: false,
    sourceMaps,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [[macros, LINGUI], eachMessage(use)],
  })
}

/** The English messages of a module, with their placeholders. */
export async function messagesIn(code: string, file: string): Promise<string[]> {
  const found: string[] = []
  if (code.includes('@lingui/')) await expand(code, file, ({ value }) => found.push(value))
  return found
}

/** Expands the macros of the pages. */
export const messages: Plugin = {
  name: 'messages',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]web[\\/]src[\\/].*\.tsx?$/, code: /@lingui\/\w+\/macro/ },
    async handler(code, id) {
      const compiled = await expand(
        code,
        id,
        (message, owner) => {
          const value = types.valueToNode(compileMessage(message.value))
          for (const property of owner.properties)
            if (types.isObjectProperty(property) && property.value === message) property.value = value
        },
        true,
      )
      return compiled?.code ? { code: compiled.code, map: compiled.map } : undefined
    },
  },
}
