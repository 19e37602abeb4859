import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../../foundation/config-values.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { isWrite, type Route, type RouteResponse } from '../../foundation/route.ts'
import { recordFailure } from '../errors/responses.ts'
import { mountPreflight, pageOriginOf } from '../http/cors.ts'
import { serializeResponse } from '../http/serialize.ts'
import { countAbandoned, type Operations } from '../operations/endpoints.ts'
import type { EdgePorts } from '../ports.ts'
import { admit, authenticateWithinLimit } from '../request/admit.ts'
import { authenticate } from '../request/authenticate.ts'
import { callRoute } from '../request/call-route.ts'
import { withCurrentGrants } from '../request/current-grants.ts'
import { callerOf } from '../request/request-caller.ts'
import { untilTurn } from '../request/until-turn.ts'
import { type McpTool, mcpResources, mcpTools } from './catalog.ts'
import { connectorTools } from './connectors.ts'
import { askOf, mcpPrompts } from './prompts.ts'
import type { Caller, openProtocol } from './server.ts'

/*
 * `/mcp`: the Model Context Protocol over streamable HTTP, for clients of revision 2026-07-28 and earlier ones. It is
 * stateless: no sessions and no server-initiated streams. Each POST holds one message and gets one response, so any
 * number of processes can serve it, and a drain waits only for running calls.
 */

const PATH = '/mcp'
/** Users often add a trailing slash to the URL. */
const PATHS = [PATH, `${PATH}/`]
const METHOD_NOT_FOUND = -32_601
const METHOD_NOT_ALLOWED = -32_000
/**
 * The only method with an endless response stream. It is not supported, because the lists never change while a process
 * runs.
 */
const LISTEN = 'subscriptions/listen'

/** Access rules: an app by its bearer token, never a cookie. Calls of disconnected clients are not started. */
const ENTRANCE = { method: 'POST', for: ['app'], target: 'mcp', costly: true } as const

/** The request headers passed to the protocol library; in particular, not the credential. */
const HEADERS = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

interface Message {
  id?: unknown
  method?: unknown
  params?: { name?: unknown }
}

/** Serves the tools and resources that these routes declare, and prompts over them. */
export function mountMcp(app: FastifyInstance, ports: EdgePorts, routes: readonly Route[], operations: Operations) {
  // Made and loaded at the first call, to keep the start fast.
  let made: ReadonlyMap<string, McpTool> | undefined
  const tools = () => {
    made ??= toolsOf(routes)
    return made
  }
  let protocol: ReturnType<typeof openProtocol> | undefined
  const open = async () => {
    const { openProtocol } = await import('./server.ts')
    // With port 0, the address of the Hub is known once the service listens.
    const offer = { site: ports.config.hubUrl, tools: tools(), resources: mcpResources(routes), prompts: mcpPrompts() }
    return openProtocol(offer, (err) => ports.log.debug({ err }, 'MCP message rejected'))
  }

  for (const url of PATHS) {
    app.route({
      method: 'POST',
      url,
      config: { name: 'mcp', errorFormat: 'mcp', cors: true, compress: true },
      // Runs before the body is read. The handler authenticates again, when the body has arrived.
      onRequest: async (request, reply) => {
        keepNothing(reply)
        if (!operations.open()) throw new Failure('unavailable')
        checkPage(ports, request)
        request.caller = callerOf({}, await authenticateWithinLimit(ports, ENTRANCE, request), request.ip)
      },
      handler: async (request, reply) => {
        const message = request.body as Message | undefined
        const called = message?.method === 'tools/call' ? message.params?.name : undefined
        request.errand = tools().get(called as string)?.listed.name ?? null
        let ctx = await admit(ports, ENTRANCE, request, reply, () => countAbandoned(operations, request, reply))
        // A batch would run many calls at the rate-limit cost of one; the protocol removed batches in June 2025.
        if (Array.isArray(message)) throw invalid('', 'must be one message; batches are not supported')
        if (message?.method === LISTEN) return refuse(reply, 404, METHOD_NOT_FOUND, 'Method not found', message.id)
        const perform: Caller['perform'] = async (route, input) => {
          if (ctx.signal.aborted) throw new Failure('unavailable')
          if (isWrite(route)) await ctx.changes.check()
          const answered = await withCurrentGrants(ctx, (ctx) => callRoute(route, ctx, input))
          const { body } = answered as RouteResponse<Record<string, unknown>>
          return serializeResponse(route, body)
        }
        const caller: Caller = {
          requestId: request.id,
          perform,
          ask: askOf(routes, perform),
          failure: (error) => recordFailure(ports, error, request),
        }
        const headers = HEADERS.flatMap((name) => {
          const value = request.headers[name]
          return value === undefined ? [] : [[name, String(value)] as [string, string]]
        })
        const asked = new Request(ports.config.baseUrl + PATH, { method: 'POST', headers, signal: ctx.signal })
        const authInfo = { token: '', clientId: '', scopes: [], extra: { caller } }
        protocol ??= await open()
        const turn = untilTurn(ports.concurrency, request)
        try {
          if (turn) {
            await turn
            // The token may have been revoked meanwhile.
            ctx = { ...ctx, actor: await authenticate(ports, ENTRANCE, request) }
          }
          return await answer(reply, await protocol.fetch(asked, { authInfo, parsedBody: message }))
        } finally {
          request.leave?.()
        }
      },
    })
    // Sessions and server-initiated streams belong to revisions before 2026; they are optional, so 405 is a valid
    // response.
    app.route({
      method: ['GET', 'DELETE'],
      url,
      config: { name: 'mcp', cors: true },
      // Responds before the body would be read.
      onRequest: (_request, reply) => {
        keepNothing(reply)
        refuse(reply.header('allow', 'POST'), 405, METHOD_NOT_ALLOWED, 'Method not allowed')
      },
      handler: () => {},
    })
    mountPreflight(app, { url, name: 'mcp', methods: 'POST, GET, DELETE', bearer: true })
  }
}

function toolsOf(routes: readonly Route[]): ReadonlyMap<string, McpTool> {
  const declared = mcpTools(routes)
  const connectors = connectorTools(declared, routes)
  return new Map([...declared, ...connectors.map((tool) => [tool.listed.name, tool] as const)])
}

// Also covers errors that are sent before the request is authenticated.
function keepNothing(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store')
}

/**
 * Accepts requests of any web origin, since each needs its own token. Rejects an origin that equals the request's host
 * if that is neither our hostname nor loopback (DNS rebinding), and opaque origins.
 * @throws Failure `forbidden`
 */
function checkPage({ config }: EdgePorts, request: FastifyRequest): void {
  const page = pageOriginOf(request)
  if (page === undefined) return
  const ours = [config.baseUrl, config.hubUrl].some((url) => new URL(url).origin === page)
  const { host, hostname } = URL.canParse(page) ? new URL(page) : { host: request.headers.host, hostname: '' }
  const isRebound = host === request.headers.host && !isLoopback(hostname)
  if (!ours && isRebound) throw new Failure('forbidden', { origin: 'not a name of this service' })
}

// Tools send no progress, so even a response framed as a stream is one message and is sent whole.
async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type')
  const text = await response.text()
  if (type) reply.type(type)
  return reply.code(response.status).send(text)
}

function refuse(reply: FastifyReply, status: number, code: number, message: string, id?: unknown): FastifyReply {
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  const body = { jsonrpc: '2.0', error: { code, message }, id: known }
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}
