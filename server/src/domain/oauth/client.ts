import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import { type Client, clientById, fitsSecret } from '../apps/clients.ts'

/** How a client may prove itself at the token endpoint. */
export const CLIENT_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const

/** Who a client says it is, and the secret it shows for it, if any. */
export interface Claim {
  client_id: string
  client_secret: string | undefined
}

/**
 * Reads how a client proves itself: by `Authorization: Basic`, by the form, or, being public, by its id alone; in one
 * way at a time (RFC 6749, 2.3). In a web page it is public: what is in a page everybody can read.
 * @throws Failure `validation_failed`, `invalid_client`
 */
export function claimOf(ctx: Ctx, form: { [name in keyof Claim]?: string | undefined }): Claim {
  const claim = claimIn(ctx, form)
  if (ctx.page !== undefined && claim.client_secret !== undefined)
    throw invalid('client_secret', 'is no secret in a web page; call from a server, or register a client without one')
  return claim
}

function claimIn({ authorization }: Ctx, form: { [name in keyof Claim]?: string | undefined }): Claim {
  const basic = authorization === undefined ? undefined : basicOf(authorization)
  if (basic && form.client_secret !== undefined)
    throw invalid(
      'client_secret',
      'was sent together with an Authorization header; a client authenticates in one way only',
    )
  if (basic && form.client_id !== undefined && form.client_id !== basic.client_id)
    throw invalid('client_id', 'does not match the Authorization header')
  if (basic) return basic
  if (form.client_id === undefined) throw new Failure('invalid_client')
  return { client_id: form.client_id, client_secret: form.client_secret }
}

/**
 * The client of a claim. One that has a secret must show it, one that has none must not claim to.
 * @throws Failure `invalid_client`, the same for an unknown client and a wrong secret
 */
export async function provenClient(ctx: Ctx, { client_id, client_secret }: Claim): Promise<Client> {
  const client = await clientById(ctx, client_id)
  const proven = client_secret === undefined ? client?.secretHash === null : fitsSecret(client, client_secret)
  if (!client || !proven) throw new Failure('invalid_client')
  return client
}

// Id and secret are each form-encoded before they are joined and encoded again (RFC 6749, 2.3.1).
function basicOf(header: string): Claim | undefined {
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
