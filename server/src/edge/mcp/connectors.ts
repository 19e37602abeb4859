import type { Route } from '../../foundation/route.ts'
import type { McpTool } from './catalog.ts'

/*
 * The tools `search` and `fetch`, which connectors of ChatGPT and its deep research require under these names and with
 * these shapes. They run the routes of `recall` and of one memory.
 */

const RESULTS_MAX = 10
const TITLE_CHARS_MAX = 80

interface Memory {
  id: string
  type: string
  scope: string
  content: string
  occurredAt: string
  sourceApp: string | null
}

const text = (description: string) => ({ type: 'string', description })
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** The two tools over `recall` and the route of one memory. */
export function connectorTools(tools: ReadonlyMap<string, McpTool>, routes: readonly Route[]): McpTool[] {
  const recall = tools.get('recall')?.route
  const one = routes.find(({ name }) => name === 'getMemory')
  if (!recall || !one) return []
  return [
    {
      route: recall,
      listed: {
        name: 'search',
        title: 'Search memories',
        description:
          'Search what is remembered of the person; returns ids and titles, to be read with fetch. Prefer recall, which ' +
          'returns whole memories and takes filters, unless only search and fetch can be called.',
        inputSchema: {
          type: 'object',
          properties: { query: text('A question or a few words.') },
          required: ['query'],
        },
        outputSchema: {
          type: 'object',
          properties: {
            results: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  id: text('For fetch.'),
                  title: text('How it begins.'),
                  url: text('Its page in the Hub.'),
                },
                required: ['id', 'title', 'url'],
              },
            },
          },
          required: ['results'],
        },
        annotations: { title: 'Search memories', ...READS },
      },
      inputOf: ({ query }) => ({ params: {}, query: { query, limit: RESULTS_MAX }, body: {} }),
      present: (body, site) => ({
        results: (body as { memories: Memory[] }).memories.map((memory) => ({
          id: memory.id,
          title: titleOf(memory),
          url: addressOf(memory, site),
        })),
      }),
    },
    {
      route: one,
      listed: {
        name: 'fetch',
        title: 'Fetch a memory',
        description: 'Return the text of one memory, by the `id` that search or another tool gave.',
        inputSchema: { type: 'object', properties: { id: text('The id of the memory.') }, required: ['id'] },
        outputSchema: {
          type: 'object',
          properties: {
            id: text('The id of the memory.'),
            title: text('How it begins.'),
            text: text('The whole memory.'),
            url: text('Its page in the Hub.'),
            metadata: {
              type: 'object',
              properties: { scope: text('Its scope.'), type: text('Its kind.'), occurredAt: text('When it happened.') },
              required: ['scope', 'type', 'occurredAt'],
            },
          },
          required: ['id', 'title', 'text', 'url', 'metadata'],
        },
        annotations: { title: 'Fetch a memory', ...READS },
      },
      inputOf: ({ id }) => ({ params: { id }, query: {}, body: {} }),
      present(body, site) {
        const memory = body as Memory
        const { id, content, scope, type, occurredAt, sourceApp } = memory
        const metadata = { scope, type, occurredAt, ...(sourceApp ? { sourceApp } : {}) }
        return { id, title: titleOf(memory), text: content, url: addressOf(memory, site), metadata }
      },
    },
  ]
}

const addressOf = ({ id }: Memory, site: string) => `${site}/memories#${id}`

function titleOf({ content }: Memory): string {
  const line = content.replace(/\s+/g, ' ')
  return line.length > TITLE_CHARS_MAX ? `${line.slice(0, TITLE_CHARS_MAX - 1).trimEnd()}…` : line
}
