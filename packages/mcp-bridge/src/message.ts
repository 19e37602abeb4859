/** The id of a JSON-RPC request. */
export type Id = string | number

/** A JSON-RPC message: a request has `method` and `id`, a notification has no `id`, a response has no `method`. */
export interface Message {
  jsonrpc: '2.0'
  id?: Id
  method?: string
  params?: Record<string, unknown>
  [more: string]: unknown
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const NAME_PARAMS: ReadonlyMap<string, string> = new Map(
  Object.entries({ 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }),
)

/** Parses one message; `undefined` if the line is not one, or is a batch. */
export function parseMessage(line: string): Message | undefined {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined
  const { id, method, params } = message as Record<string, unknown>
  const hasValidId = id === undefined || typeof id === 'string' || typeof id === 'number'
  const hasValidMethod = method === undefined ? id !== undefined : typeof method === 'string'
  const hasValidParams = params === undefined || (typeof params === 'object' && params !== null)
  return hasValidId && hasValidMethod && hasValidParams ? (message as Message) : undefined
}

/** The protocol revision in a message's `_meta`. Revisions before 2026 state it only in the handshake. */
export function revisionOf({ params }: Message): string | undefined {
  const version = (params?._meta as Record<string, unknown> | undefined)?.[VERSION]
  return typeof version === 'string' ? version : undefined
}

/**
 * The HTTP headers that repeat parts of a message, as its protocol revision requires.
 * @param agreed the revision agreed on in a handshake, if there was one
 */
export function headersOf(message: Message, agreed?: string): Record<string, string> {
  const { method = '', params = {} } = message
  const revision = revisionOf(message)
  if (revision === undefined)
    return agreed === undefined || method === 'initialize' ? {} : { 'mcp-protocol-version': agreed }
  const name = params[NAME_PARAMS.get(method) ?? '']
  return {
    ...(isPlain(revision) ? { 'mcp-protocol-version': revision } : {}),
    ...(isPlain(method) ? { 'mcp-method': method } : {}),
    ...(typeof name === 'string' ? { 'mcp-name': encoded(name) } : {}),
  }
}

// Base64 for what a header cannot carry, and for what already looks encoded.
function encoded(name: string): string {
  if (isPlain(name) && !/^=\?base64\?.*\?=$/.test(name)) return name
  return `=?base64?${Buffer.from(name).toString('base64')}?=`
}

const isPlain = (text: string) => /^[!-~]([\t -~]*[!-~])?$/.test(text)

/** An error response to a request. */
export function errorResponse(id: Id | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
