import type { Resource, ResourceTemplateType, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Route } from '../../foundation/route.ts'
import type { RawInput } from '../request/call-route.ts'
import { compactSchema, compactValue } from './compact.ts'

/*
 * Builds the MCP tools and resources from the routes that declare them, once at the first call. A tool takes path, query and
 * body inputs as one flat object, because models do not distinguish them.
 */

type Json = Record<string, unknown>
type Schema = Tool['inputSchema']
type Part = 'params' | 'query' | 'body'

/** A tool, and how its arguments map to the input of its route. */
export interface McpTool {
  route: Route
  listed: Tool
  /** Splits arguments into path, query and body inputs of the route; drops unknown ones. */
  inputOf(args: Json): RawInput
  /** Converts the response to the result of the tool. `site` is the Hub's address. */
  present(body: unknown, site: string): Json
}

/** A resource, or a resource template. */
export interface McpResource {
  route: Route
  listed: Resource[]
  template?: ResourceTemplateType
  /** Parses a URI into the route's input; `undefined` if it does not match. */
  inputOf(uri: string): RawInput | undefined
}

const TYPE = 'application/json'

/** Returns the tools that these routes declare, by name. */
export function mcpTools(routes: readonly Route[]): ReadonlyMap<string, McpTool> {
  const tools = routes.filter(({ tool }) => tool).map(toolOf)
  return new Map(tools.map((tool) => [tool.listed.name, tool]))
}

function toolOf(marked: Route): McpTool {
  const { name, title, description, hints, query } = marked.tool!
  const route: Route = query ? { ...marked, query } : marked
  const parts = (['params', 'query', 'body'] as const).flatMap((part): { part: Part; schema: Json }[] =>
    route[part] ? [{ part, schema: schemaOf(route[part], 'input') }] : [],
  )
  const properties = parts.flatMap(({ part, schema }) =>
    Object.entries(schema.properties as Json).map(([key, value]) => ({ part, key, value })),
  )
  const twice = properties.find(({ key }, at) => properties.findIndex((other) => other.key === key) !== at)
  if (twice) throw new Error(`the tool ${name} has the argument ${twice.key} twice`)
  return {
    route,
    listed: {
      name,
      title,
      description,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(properties.map(({ key, value }) => [key, value])) as Schema['properties'],
        required: parts.flatMap(({ schema }) => (schema.required as string[] | undefined) ?? []),
      },
      outputSchema: compactSchema(schemaOf(route.output, 'output')) as Tool['outputSchema'],
      annotations: {
        title,
        readOnlyHint: hints.readOnly ?? false,
        destructiveHint: hints.destructive ?? false,
        idempotentHint: hints.readOnly ?? hints.idempotent ?? false,
        // A tool reads and writes only one user's store and calls no external systems.
        openWorldHint: false,
      },
    },
    inputOf(args) {
      const of = (part: Part) =>
        Object.fromEntries(
          properties
            .filter((each) => each.part === part && Object.hasOwn(args, each.key))
            .map(({ key }) => [key, args[key]]),
        )
      return { params: of('params'), query: of('query'), body: of('body') }
    },
    present: (body) => compactValue(body) as Json,
  }
}

/** Returns the resources that these routes declare. */
export function mcpResources(routes: readonly Route[]): readonly McpResource[] {
  return routes.filter(({ resource }) => resource).map(resourceOf)
}

function resourceOf(route: Route): McpResource {
  const { uri, name, title, description, known = [] } = route.resource!
  const common = { title, description, mimeType: TYPE }
  const [before = '', variable, after = ''] = uri.split(/[{}]/)
  if (variable === undefined)
    return { route, listed: [{ uri, name, ...common }], inputOf: (asked) => (asked === uri ? {} : undefined) }
  return {
    route,
    listed: known.map(({ value, description }) => ({
      uri: before + value + after,
      name: `${name}-${value}`,
      title: `${title}: ${value}`,
      description,
      mimeType: TYPE,
    })),
    template: { uriTemplate: uri, name, ...common },
    inputOf(asked) {
      if (!asked.startsWith(before) || !asked.endsWith(after)) return undefined
      const value = asked.slice(before.length, asked.length - after.length)
      const input = { [variable]: value }
      return value && !value.includes('/') ? { params: input, query: input } : undefined
    },
  }
}

/** Converts a schema to self-contained JSON Schema: many MCP clients do not support `$ref` or `$schema`. */
function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, $defs = {}, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return plain(schema, $defs as Record<string, Json>) as Json
}

// Removes patterns and maximal bounds, which do not help a model; the route still validates them.
function plain(node: unknown, shapes: Record<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((each) => plain(each, shapes))
  if (typeof node !== 'object' || node === null) return node
  const { $ref, ...own } = node as Json
  const schema: Json = { ...(typeof $ref === 'string' ? shapes[$ref.replace('#/$defs/', '')] : {}), ...own }
  // In a schema `id` is the component name (a string); under `properties` it is a property schema (an object).
  if (typeof schema.id === 'string') delete schema.id
  if (schema.format !== undefined) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if ('example' in schema && ('type' in schema || 'anyOf' in schema)) {
    schema.examples = [schema.example]
    delete schema.example
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, plain(value, shapes)]))
}
