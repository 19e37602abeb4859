/* The service's description of itself (OpenAPI 3.1), as far as the page shows it. */

/** A JSON Schema, as far as the service uses them. */
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

type Content = Record<string, { schema: Schema; example?: unknown }>

interface Described {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

/** The whole document. */
export interface ApiDocument {
  info: { description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
  components: {
    schemas: Record<string, Schema>
    securitySchemes: Record<string, { description: string }>
  }
}

/** One route: what the document says of it, with its method and path. */
export interface Operation extends Described {
  method: string
  path: string
}

/** Routes under the heading they belong to, in the document's own order. */
export interface Group {
  name: string
  description: string
  operations: Operation[]
}

/** The routes of a document by group. */
export function groupsOf({ paths, tags }: ApiDocument): Group[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, path, method: method.toUpperCase() })),
  )
  return tags
    .map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags.includes(tag.name)) }))
    .filter(({ operations }) => operations.length)
}

/** The groups with only those routes in which every word is found: in path, method, name, summary or description. */
export function search(groups: readonly Group[], text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ method, path, operationId, summary, description = '' }: Operation, group: string) => {
    const all = [method, path, operationId, summary, description, group].join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  }
  return groups
    .map((group) => ({ ...group, operations: group.operations.filter((one) => fits(one, group.name)) }))
    .filter(({ operations }) => operations.length)
}

/** Who may call a route, in the document's own words; nobody in particular when it is open to all. */
export function callersOf({ security }: Operation, { components }: ApiDocument): string[] {
  return security.flatMap((scheme) => Object.keys(scheme).map((name) => components.securitySchemes[name]!.description))
}

/** The schema a reference stands for, with its name. */
export function resolve(schema: Schema, { components }: ApiDocument): { name?: string; schema: Schema } {
  const name = schema.$ref?.split('/').at(-1)
  return name ? { name, schema: { ...components.schemas[name], ...described(schema) } } : { schema }
}

function described({ description }: Schema): Schema {
  return description ? { description } : {}
}
