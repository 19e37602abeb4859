import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { describe, expect, test } from 'vitest'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))

describe('the package', () => {
  test('is a valid npm package whose frameworks are optional', async () => {
    expect((await publint({ pkgDir: PACKAGE, strict: true })).messages).toEqual([])
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(`${PACKAGE}/package.json`, 'utf8'),
    )
    expect(Object.keys(dependencies)).toEqual(['@memory-service/sdk'])
    for (const name of Object.keys(peerDependencies)) expect(peerDependenciesMeta[name]).toEqual({ optional: true })
  })

  test.each([
    ['ai-sdk', 'ai'],
    ['anthropic', undefined],
    ['langchain', '@langchain/core'],
    ['langgraph', '@langchain/langgraph-checkpoint'],
    ['mastra', undefined],
    ['openai-agents', '@openai/agents-core'],
  ])('the entry point %s imports only its framework (%s)', (name, framework) => {
    const imports = [...readFileSync(`${PACKAGE}/dist/${name}.js`, 'utf8').matchAll(/ from '([^.'][^']*)'/g)]
    for (const [, from = ''] of imports) expect(from.startsWith(framework ?? '.'), from).toBe(true)
  })
})
