import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../src/app.ts'
import { isCompressible, isStreamed } from '../src/foundation/route.ts'

// A property that holds a secret by its name, or a value in an example: a secret's prefix, an address with one in it, or a
// recovery code.
const NAMED = /(^|_)(secret|token|code)$|[a-z](Secret|Token|Code)$/
const SHOWN = /"(sec|mst|clm|mrt|mcl|cod|whsec)_|[?&](connect|code|token)=|"(?=[a-z]*\d)[0-9a-z]{5}-[0-9a-z]{5}"/

function propertiesOf(node: unknown): string[] {
  if (node === null || typeof node !== 'object') return []
  const { properties = {} } = node as { properties?: Record<string, { type?: string }> }
  const texts = Object.entries(properties).filter(([, { type }]) => type === 'string')
  return [...texts.map(([name]) => name), ...Object.values(node).flatMap(propertiesOf)]
}

test('a route is marked as secret exactly if its response contains a secret', () => {
  const marked = routes.filter(({ secret }) => secret).map(({ name }) => name)
  // The error frames of streams have a `code`; streams are never compressed.
  const found = routes.filter((route) => {
    const { output, example } = route
    if (isStreamed(route, {})) return false
    const schema = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })
    return propertiesOf(schema).some((name) => NAMED.test(name)) || SHOWN.test(JSON.stringify(example.output))
  })
  expect(marked.sort()).toEqual(found.map(({ name }) => name).sort())
  expect(marked).toContain('exchangeCode')
})

test('responses with secrets, responses that start a session and streams are not compressible', () => {
  const named = (name: string) => routes.find((route) => route.name === name)!
  for (const name of ['exchangeCode', 'issueTokens', 'registerApp', 'subscribe', 'listConnectors', 'logIn'])
    expect(isCompressible(named(name)), name).toBe(false)
  for (const route of routes.filter((route) => isStreamed(route, {}))) expect(isCompressible(route)).toBe(false)
  for (const name of ['findMemories', 'getOpenApi', 'chat']) expect(isCompressible(named(name)), name).toBe(true)
})

test('no tool or resource of the Model Context Protocol returns a secret, since its responses are compressed', () => {
  const offered = routes.filter(({ tool, resource }) => tool || resource)
  expect(offered.length).toBeGreaterThan(5)
  expect(offered.filter((route) => !isCompressible(route)).map(({ name }) => name)).toEqual([])
})
