import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { TestService } from './service.ts'

const INFO = { name: 'a client under test', version: '1.0.0' }

// biome-ignore lint/suspicious/noExplicitAny: tests read results of every shape.
type Any = any

/** The operations of clients of both protocol revisions. */
export interface McpClient {
  instructions: string | undefined
  listTools(params?: { cursor: string }): Promise<Any>
  listResources(params?: { cursor: string }): Promise<Any>
  listResourceTemplates(): Promise<Any>
  readResource(params: { uri: string }): Promise<Any>
  listPrompts(params?: { cursor: string }): Promise<Any>
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<Any>
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<Any>
  close(): Promise<void>
}

/** The official client of the 2026 revision, without fallback to older ones. */
export async function modernClient({ url }: Pick<TestService, 'url'>, token: string): Promise<McpClient> {
  const client = new ModernClient(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new ModernTransport(new URL('/mcp', url), { requestInit: bearer(token) }))
  return faceOf(client)
}

/** The official client of the 2025 revision, which starts with a handshake. */
export async function legacyClient({ url }: Pick<TestService, 'url'>, token: string): Promise<McpClient> {
  const client = new LegacyClient(INFO)
  await client.connect(new LegacyTransport(new URL('/mcp', url), { requestInit: bearer(token) }) as Any)
  return faceOf(client)
}

function bearer(token: string) {
  return { headers: { authorization: `Bearer ${token}` } }
}

function faceOf(client: ModernClient | LegacyClient): McpClient {
  const any = client as Any
  return {
    instructions: client.getInstructions(),
    listTools: (params) => any.listTools(params),
    listResources: (params) => any.listResources(params),
    listResourceTemplates: () => any.listResourceTemplates(),
    readResource: (params) => any.readResource(params),
    listPrompts: (params) => any.listPrompts(params),
    getPrompt: (params) => any.getPrompt(params),
    callTool: (params) => any.callTool(params),
    close: () => client.close(),
  }
}

export interface Answer {
  status: number
  headers: Headers
  /** The single message of the response, in either framing. */
  message: Any
}

const ACCEPT = 'application/json, text/event-stream'
let ids = 0

/** Sends one raw message with only the given token and headers. */
export async function post(
  { url }: Pick<TestService, 'url'>,
  body: unknown,
  { token, headers, signal }: { token?: string; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: ACCEPT,
      ...(token ? bearer(token).headers : {}),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: signal ?? null,
  })
  const text = await response.text()
  const framed = /^data: (.*)$/m.exec(text)?.[1]
  return { status: response.status, headers: response.headers, message: text ? JSON.parse(framed ?? text) : undefined }
}

/** A request of a 2026 client: message and headers. */
export function modern(method: string, params: Record<string, unknown> = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': INFO,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const name = params.name ?? params.uri
  return {
    message: { jsonrpc: '2.0', id: ++ids, method, params: { ...params, _meta } },
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': String(name) }),
    },
  }
}

/** Calls a method as a 2026 client does. */
export function ask(
  service: Pick<TestService, 'url'>,
  token: string,
  method: string,
  params?: Record<string, unknown>,
) {
  const { message, headers } = modern(method, params)
  return post(service, message, { token, headers })
}

/** Calls a tool; returns the result or the protocol error. */
export async function callTool(
  service: Pick<TestService, 'url'>,
  token: string,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Any> {
  const { message } = await ask(service, token, 'tools/call', { name, arguments: args })
  return message.result ?? message.error
}
