import type { Resource, ResourceTemplateType, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Route } from '../foundation/route.ts'
import type { RawInput } from './perform.ts'

/*
 * What the Model Context Protocol is offered: tools and resources, made from the routes that say so, once, before the
 * first request. A tool takes all inputs of its route side by side, since a model knows no paths and queries.
 */

type Json = Record<string, unknown>
type Schema = Tool['inputSchema']
type Part = 'params' | 'query' | 'body'

/** A tool, and how a call of it becomes a call of its route. */
export interface OfferedTool {
  route: Route
  listed: Tool
  /** Arguments as the route takes them: each where the route looks for it, what nobody looks for left out. */
  inputOf(args: Json): RawInput
}

/** A resource or a family of them. */
export interface OfferedResource {
  route: Route
  listed: Resource[]
  template?: ResourceTemplateType
  /** The input its route takes for an address, or nothing where it is not one of these. */
  inputOf(uri: string): RawInput | undefined
}

const TYPE = 'application/json'

/** The tools among these routes, by name. */
export function toolsOf(routes: readonly Route[]): ReadonlyMap<string, OfferedTool> {
  const tools = routes.filter(({ tool }) => tool).map(toolOf)
  return new Map(tools.map((tool) => [tool.listed.name, tool]))
}

function toolOf(marked: Route): OfferedTool {
  const { name, title, description, hints, query } = marked.tool!
  const route: Route = query ? { ...marked, query } : marked
  const parts = (['params', 'query', 'body'] as const).flatMap((part): { part: Part; schema: Json }[] =>
    route[part] ? [{ part, schema: schemaOf(route[part], 'input') }] : [],
  )
  const properties = parts.flatMap(({ part, schema }) =>
    Object.entries(schema.properties as Json).map(([key, value]) => ({ part, key, value })),
  )
  const twice = properties.find(({ key }, at) => properties.findIndex((other) => other.key === key) !== at)
  if (twice) throw new Error(`the tool ${name} would take ${twice.key} in two places`)
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
      outputSchema: schemaOf(route.output, 'output') as Tool['outputSchema'],
      annotations: {
        title,
        readOnlyHint: hints.readOnly ?? false,
        destructiveHint: hints.destructive ?? false,
        idempotentHint: hints.readOnly ?? hints.idempotent ?? false,
        // A store is one person's, and nothing in it reaches out.
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
  }
}

/** The resources among these routes. */
export function resourcesOf(routes: readonly Route[]): readonly OfferedResource[] {
  return routes.filter(({ resource }) => resource).map(resourceOf)
}

function resourceOf(route: Route): OfferedResource {
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

/** A shape as JSON Schema that stands on its own: clients of models follow references badly, and dialects worse. */
function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, $defs = {}, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return plain(schema, $defs as Record<string, Json>) as Json
}

// Patterns and the widest bounds tell a model nothing; the service checks them all the same.
function plain(node: unknown, shapes: Record<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((each) => plain(each, shapes))
  if (typeof node !== 'object' || node === null) return node
  const { $ref, ...own } = node as Json
  const schema: Json = { ...(typeof $ref === 'string' ? shapes[$ref.replace('#/$defs/', '')] : {}), ...own }
  // In a shape `id` is its name; among properties it is a property, and an object.
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
