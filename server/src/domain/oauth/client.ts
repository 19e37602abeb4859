import { z } from 'zod'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { type Client, clientById, clientOfSecret, identifyClient, secretMatches } from '../apps/clients.ts'
import { CLIENT_ID_CHARS_MAX, SECRET_CHARS_MAX } from './param.ts'

/** The client authentication methods of the token endpoint. */
export const CLIENT_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const

const Credentials = z.object({
  client_id: z.string().max(CLIENT_ID_CHARS_MAX).optional(),
  client_secret: z.string().max(SECRET_CHARS_MAX).optional(),
})

/** The client id and, if sent, the client secret of a request. */
export interface ClientCredentials {
  client_id: string
  client_secret: string | undefined
}

/**
 * Reads the client credentials of a request: `Authorization: Basic`, form fields, or the id alone for a public client;
 * one method at a time (RFC 6749, 2.3). A request from a web page may not carry a secret, since pages cannot keep one.
 * @throws Failure `validation_failed`, `invalid_client`
 */
export function credentialsOf(
  ctx: Ctx,
  form: { [name in keyof ClientCredentials]?: string | undefined },
): ClientCredentials {
  const credentials = readCredentials(ctx, form)
  if (ctx.pageOrigin !== undefined && credentials.client_secret !== undefined)
    throw invalid(
      'client_secret',
      'must not be sent from a web page; call from a server, or register a client without a secret',
    )
  return credentials
}

function readCredentials(
  { authorization }: Ctx,
  form: { [name in keyof ClientCredentials]?: string | undefined },
): ClientCredentials {
  const basic = authorization === undefined ? undefined : basicOf(authorization)
  if (basic && form.client_secret !== undefined)
    throw invalid(
      'client_secret',
      'must not be sent together with an Authorization header; use one authentication method',
    )
  if (basic && form.client_id !== undefined && form.client_id !== basic.client_id)
    throw invalid('client_id', 'must match the Authorization header')
  if (basic) return basic
  if (form.client_id === undefined) throw new Failure('invalid_client')
  return { client_id: form.client_id, client_secret: form.client_secret }
}

/**
 * Authenticates a client. A client with a secret must send it; one without must not send any.
 * @throws Failure `invalid_client`, the same for an unknown client and a wrong secret
 */
export async function authenticateClient(ctx: Ctx, { client_id, client_secret }: ClientCredentials): Promise<Client> {
  const client = await clientById(ctx, client_id)
  const isAuthentic = client_secret === undefined ? client?.secretHash === null : secretMatches(client, client_secret)
  if (!client || !isAuthentic) throw new Failure('invalid_client')
  identifyClient(ctx, client)
  return client
}

/** The app whose secret is in a request to a token endpoint; see `clientOf` of a route. */
export async function clientOfForm(ctx: Ctx, body: unknown): Promise<string | null | undefined> {
  const form = Credentials.safeParse(body)
  if (!form.success) return undefined
  let sent: ClientCredentials
  try {
    sent = readCredentials(ctx, form.data)
  } catch {
    // The verb says what is wrong.
    return undefined
  }
  if (sent.client_secret === undefined) return undefined
  return clientOfSecret(ctx, sent.client_id, sent.client_secret)
}

// Id and secret are form-encoded before they are joined and base64-encoded (RFC 6749, 2.3.1).
function basicOf(header: string): ClientCredentials | undefined {
  const encoded = /^Basic +(\S*)$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  try {
    if (colon > 0)
      return { client_id: formDecoded(text.slice(0, colon)), client_secret: formDecoded(text.slice(colon + 1)) }
  } catch {}
  throw new Failure('invalid_client')
}

const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
