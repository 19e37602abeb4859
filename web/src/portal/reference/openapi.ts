/* The parts of the OpenAPI 3.1 document that the API reference shows. */

/** The JSON Schema keywords that the service uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
  example?: unknown
}

type Content = Record<string, { schema: Schema; example?: unknown; examples?: Record<string, { $ref: string }> }>

interface OperationObject {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}

interface Response {
  description: string
  content?: Content
}

export interface ApiDocument {
  info: { description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components: {
    schemas: Record<string, Schema>
    examples: Record<string, { summary: string }>
    securitySchemes: Record<string, { description: string }>
  }
}

/** Types the response of `/v1/openapi.json`, which its own description leaves open. */
export const asApiDocument = (response: unknown) => response as ApiDocument

/** An operation with its method and path. */
export interface Operation extends OperationObject {
  method: string
  path: string
}

/** The operations of a tag by path, so that a collection comes before what is in it. */
export interface Group {
  name: string
  description: string
  operations: Operation[]
}

/** The operations of a document by tag. */
export function groupsOf({ paths, tags }: ApiDocument): Group[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )
  operations.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
  return tags
    .map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags.includes(tag.name)) }))
    .filter(({ operations }) => operations.length)
}

/** Keeps the operations that contain every word in their path, method, name, summary, description or group. */
export function search(groups: readonly Group[], text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ method, path, operationId, summary, description = '' }: Operation, group: string) => {
    const haystack = [method, path, operationId, summary, description, group].join(' ').toLowerCase()
    return words.every((word) => haystack.includes(word))
  }
  return groups
    .map((group) => ({ ...group, operations: group.operations.filter((one) => matches(one, group.name)) }))
    .filter(({ operations }) => operations.length)
}

/** Descriptions of the accepted credentials; empty for public operations. */
export function callersOf({ security }: Operation, { components }: ApiDocument): string[] {
  return security.flatMap((scheme) => Object.keys(scheme).map((name) => components.securitySchemes[name]!.description))
}

/** The error codes of a response, each with what it means. */
export function errorsOf({ content = {} }: Response, { components }: ApiDocument): { code: string; message: string }[] {
  return Object.values(content).flatMap(({ examples = {} }) =>
    Object.entries(examples).map(([code, { $ref }]) => {
      const name = $ref.split('/').at(-1) ?? ''
      return { code, message: components.examples[name]?.summary ?? '' }
    }),
  )
}

/** Resolves a reference to its schema and name. A description beside the reference takes precedence. */
export function resolve(schema: Schema, { components }: ApiDocument): { name?: string; schema: Schema } {
  const name = schema.$ref?.split('/').at(-1)
  return name ? { name, schema: { ...components.schemas[name], ...descriptionOf(schema) } } : { schema }
}

function descriptionOf({ description }: Schema): Schema {
  return description ? { description } : {}
}
