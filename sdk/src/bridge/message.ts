/** What tells requests apart. */
export type Id = string | number

/** A message of JSON-RPC: a request with `method` and `id`, a notification without `id`, a response without `method`. */
export interface Message {
  jsonrpc: '2.0'
  id?: Id
  method?: string
  params?: Record<string, unknown>
  [more: string]: unknown
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const NAMED: Record<string, string> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }

/** The message a line holds, or `undefined` when it holds none, or several. */
export function messageOf(line: string): Message | undefined {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined
  const { id, method, params } = message as Record<string, unknown>
  const isNamed = id === undefined || typeof id === 'string' || typeof id === 'number'
  const isAsked = method === undefined ? id !== undefined : typeof method === 'string'
  const isTold = params === undefined || (typeof params === 'object' && params !== null)
  return isNamed && isAsked && isTold ? (message as Message) : undefined
}

/** Which revision a message says it follows; those before 2026 say so once, in their handshake. */
export function revisionOf({ params }: Message): string | undefined {
  const version = (params?._meta as Record<string, unknown> | undefined)?.[VERSION]
  return typeof version === 'string' ? version : undefined
}

/**
 * What a message says, said again in headers, as its revision wants it.
 * @param agreed the revision that was agreed on by handshake, if there was one
 */
export function headersOf(message: Message, agreed?: string): Record<string, string> {
  const { method = '', params = {} } = message
  const revision = revisionOf(message)
  if (revision === undefined)
    return agreed === undefined || method === 'initialize' ? {} : { 'mcp-protocol-version': agreed }
  const name = params[NAMED[method] ?? '']
  return {
    ...(isPlain(revision) ? { 'mcp-protocol-version': revision } : {}),
    ...(isPlain(method) ? { 'mcp-method': method } : {}),
    ...(typeof name === 'string' ? { 'mcp-name': encoded(name) } : {}),
  }
}

// What a header cannot hold as it is, or what looks encoded already, is carried as base64.
function encoded(name: string): string {
  if (isPlain(name) && !/^=\?base64\?.*\?=$/.test(name)) return name
  return `=?base64?${Buffer.from(name).toString('base64')}?=`
}

const isPlain = (text: string) => /^[!-~]([\t -~]*[!-~])?$/.test(text)

/** The answer to a request that came to nothing. */
export function failed(id: Id | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
