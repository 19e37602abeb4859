import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../foundation/config.ts'
import type { Ports } from '../foundation/ctx.ts'
import { Failure, invalid } from '../foundation/errors.ts'
import type { Answer, Route } from '../foundation/route.ts'
import { answerPreflights, pageOf } from './cors.ts'
import { enter } from './enter.ts'
import { resourcesOf, toolsOf } from './mcp-offer.ts'
import { type Caller, mcpServer } from './mcp-server.ts'
import { noteLeft, type Operations } from './operations.ts'
import { perform } from './perform.ts'
import { noted } from './refusals.ts'
import { writeReply } from './write-reply.ts'

/*
 * `/mcp`: the Model Context Protocol (streamable HTTP), for clients of 2026-07-28 and of the years before. It keeps no
 * sessions and opens no streams of its own: each POST comes in like any request of an app, holds one message, and is
 * answered with one. So it runs in any number of processes, and a drain waits for no more than running calls.
 */

const PATH = '/mcp'
/** People type a slash behind it. */
const PATHS = [PATH, `${PATH}/`]
const METHOD_NOT_FOUND = -32_601
const METHOD_NOT_ALLOWED = -32_000
/** The one method that is answered with a stream without an end; nothing here ever changes its lists. */
const LISTEN = 'subscriptions/listen'

/** Whom it lets in: an app by its token, never a cookie. What nobody waits for any more is not begun. */
const ENTRANCE = { method: 'POST', for: ['app'], target: 'mcp', costly: true } as const

/** The headers the protocol reads. It is shown no other, the credential least of all. */
const HEADERS = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

interface Message {
  id?: unknown
  method?: unknown
  params?: { name?: unknown }
}

/** Serves the tools and resources among these routes. */
export function mountMcp(app: FastifyInstance, ports: Ports, routes: readonly Route[], operations: Operations) {
  const offer = { site: ports.config.hubUrl, tools: toolsOf(routes), resources: resourcesOf(routes) }
  const protocol = createMcpHandler(({ authInfo }) => mcpServer(offer, authInfo?.extra?.caller as Caller), {
    onerror: (err) => ports.log.debug({ err }, 'a message of the Model Context Protocol was refused'),
  })

  for (const url of PATHS) {
    app.route({
      method: 'POST',
      url,
      config: { name: 'mcp', dialect: 'mcp', cors: true },
      onRequest: keepNothing,
      handler: async (request, reply) => {
        if (!operations.open()) throw new Failure('unavailable')
        checkPage(ports, request)
        const message = request.body as Message | undefined
        const called = message?.method === 'tools/call' ? message.params?.name : undefined
        request.errand = offer.tools.get(called as string)?.listed.name ?? null
        const ctx = await enter(ports, ENTRANCE, request, reply, () => noteLeft(operations, request, reply))
        // A batch would be many calls at the price of one; the protocol has none since June 2025.
        if (Array.isArray(message)) throw invalid('', 'holds one message; batches are not taken')
        if (message?.method === LISTEN) return refuse(reply, 404, METHOD_NOT_FOUND, 'Method not found', message.id)
        const caller: Caller = {
          requestId: request.id,
          async perform(route, input) {
            if (ctx.signal.aborted) throw new Failure('unavailable')
            const { body } = (await perform(route, ctx, input)) as Answer<Record<string, unknown>>
            return writeReply(route, body)
          },
          failure: (error) => noted(ports, error, request),
        }
        const headers = HEADERS.flatMap((name) => {
          const value = request.headers[name]
          return value === undefined ? [] : [[name, String(value)] as [string, string]]
        })
        const asked = new Request(ports.config.baseUrl + PATH, { method: 'POST', headers, signal: ctx.signal })
        const authInfo = { token: '', clientId: '', scopes: [], extra: { caller } }
        return answer(reply, await protocol.fetch(asked, { authInfo, parsedBody: message }))
      },
    })
    // Sessions and streams of their own are of revisions before 2026; who asks for one is told that there are none.
    app.route({
      method: ['GET', 'DELETE'],
      url,
      config: { name: 'mcp', cors: true },
      onRequest: keepNothing,
      handler: async (_request, reply) =>
        refuse(reply.header('allow', 'POST'), 405, METHOD_NOT_ALLOWED, 'Method not allowed'),
    })
    answerPreflights(app, { url, name: 'mcp', methods: 'POST, GET, DELETE', bearer: true })
  }
}

// Refusals that come before anything is looked at are kept by nobody, either.
function keepNothing(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header('cache-control', 'no-store')
  done()
}

/**
 * A page of any site may call with a token of its own. Not one that takes this address for its own while that is neither
 * our name nor this machine's: its name was made to point at its reader's machine (DNS rebinding). Nor one that hides
 * where it comes from.
 * @throws Failure `forbidden`
 */
function checkPage({ config }: Ports, request: FastifyRequest): void {
  const page = pageOf(request)
  if (page === undefined) return
  const ours = [config.baseUrl, config.hubUrl].some((url) => new URL(url).origin === page)
  const { host, hostname } = URL.canParse(page) ? new URL(page) : { host: request.headers.host, hostname: '' }
  const isRebound = host === request.headers.host && !isLoopback(hostname.replace(/^\[|\]$/g, ''))
  if (!ours && isRebound) throw new Failure('forbidden', { origin: 'not a name of this service' })
}

// No tool tells anything before it is done, so even what is framed as a stream is one message, and is sent whole.
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
