import { expect, test } from 'vitest'
import { curlOf, exampleCallOf, javaScriptOf, pythonOf } from './example-call.ts'
import type { ApiDocument, Operation } from './openapi.ts'

const DOCUMENT = { servers: [{ url: 'https://memory.example' }] } as ApiDocument
const base = { operationId: 'edit', summary: '', tags: [], responses: {} }
const operation: Operation = {
  ...base,
  method: 'PATCH',
  path: '/v1/memories/{id}',
  security: [{ connectionToken: [] }],
  parameters: [{ name: 'id', in: 'path', required: true, schema: {}, example: 'mem_1' }],
  requestBody: {
    content: { 'application/json': { schema: {}, example: { content: "it's", pinned: true, metadata: null } } },
  },
}

test('an example is the same call in each language', () => {
  const call = exampleCallOf(operation, DOCUMENT)
  expect(curlOf(call)).toBe(
    [
      `curl -X PATCH 'https://memory.example/v1/memories/mem_1'`,
      `-H 'Authorization: Bearer mst_…'`,
      `-H 'Content-Type: application/json'`,
      `-d '{"content":"it'\\''s","pinned":true,"metadata":null}'`,
    ].join(' \\\n  '),
  )
  expect(javaScriptOf(call)).toBe(`const response = await fetch("https://memory.example/v1/memories/mem_1", {
  method: "PATCH",
  headers: {
    "Authorization": "Bearer mst_…",
    "Content-Type": "application/json"
  },
  body: JSON.stringify({
    "content": "it's",
    "pinned": true,
    "metadata": null
  }),
})
console.log(response.status, await response.json())`)
  expect(pythonOf(call)).toBe(`import httpx

response = httpx.patch(
    "https://memory.example/v1/memories/mem_1",
    headers={
        "Authorization": "Bearer mst_…",
    },
    json={
        "content": "it's",
        "pinned": True,
        "metadata": None,
    },
)
print(response.status_code, response.json())`)
})

test('a call without a body or a credential has neither', () => {
  const { requestBody: _body, parameters: _parameters, ...rest } = operation
  const call = exampleCallOf({ ...rest, method: 'GET', path: '/v1/catalog', security: [] }, DOCUMENT)
  expect(curlOf(call)).toBe(`curl 'https://memory.example/v1/catalog'`)
  expect(javaScriptOf(call)).toContain('fetch("https://memory.example/v1/catalog")')
  expect(pythonOf(call)).toContain('httpx.get(\n    "https://memory.example/v1/catalog",\n)')
})
