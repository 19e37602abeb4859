import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { Failure, invalid } from '../../foundation/errors.ts'
import type { ChatModel } from '../../foundation/models/chat.ts'
import type { Json, Upstreams, UpstreamTarget } from '../../foundation/models/upstream.ts'
import { refuseUrl } from '../../foundation/net/address.ts'
import { checkInnerAddresses } from './inner-addresses.ts'

/* Which API a request of an OpenAI client is passed on to: the app's own, or the one that is configured. */

const URL_CHARS_MAX = 2_048
const HEADER_CHARS_MAX = 4_096
const PRINTABLE = /^[\x21-\x7e]*$/
/** Stands for the configured model. */
export const ANY_MODEL = 'any'

const Header = z
  .string()
  .min(1)
  .max(HEADER_CHARS_MAX, { abort: true })
  .regex(PRINTABLE, 'must be printable ASCII without spaces')
  .optional()

export const UpstreamHeaders = z.object({
  'x-upstream-url': z
    .string()
    .max(URL_CHARS_MAX)
    .optional()
    .meta({
      description:
        'The base URL of an OpenAI-compatible API of the app, such as `https://api.openai.com/v1`, to pass this request ' +
        'on to. It must be https with a public address. Neither stored nor logged.',
    }),
  'x-upstream-key': Header.refine((key) => !key?.startsWith('mst_'), 'must not be a connection token').meta({
    description: 'The key for that API, sent to it as the bearer token. Neither stored nor logged.',
  }),
  'openai-organization': Header.meta({ description: 'Passed on to the API of the app.' }),
  'openai-project': Header.meta({ description: 'Passed on to the API of the app.' }),
  'openai-beta': Header.meta({ description: 'Passed on to the API of the app.' }),
})
export type UpstreamHeaders = z.output<typeof UpstreamHeaders>

export interface UpstreamPorts {
  upstreams: Upstreams
}

/** An API that requests are passed on to. */
export interface Upstream extends UpstreamTarget {
  /** Whether the app named it, and pays for it. */
  isOwn: boolean
  /** The model that is meant by {@link ANY_MODEL}, or by none. */
  model: string | undefined
}

/** What a request is for: the configured API may differ. */
type Purpose = 'chat' | 'embeddings'

/**
 * The upstream of a request.
 * @throws Failure `validation_failed` for a URL or key that is not accepted; `model_unavailable` if the app named none and
 * none is configured.
 */
export function upstreamOf(
  { config }: Pick<Ctx<AppActor>, 'config'>,
  headers: UpstreamHeaders,
  purpose: Purpose,
): Upstream {
  const { 'x-upstream-url': url, 'x-upstream-key': key, ...more } = headers
  if (url === undefined) {
    if (key !== undefined) throw invalid('x-upstream-key', 'needs x-upstream-url')
    return configuredUpstream(config, purpose)
  }
  if (config.appUpstreams === 'off')
    throw invalid('x-upstream-url', 'is not accepted by this service; its operator can set APP_UPSTREAMS')
  const refused = refuseUrl(url, config.appUpstreams === 'any')
  if (refused) throw invalid('x-upstream-url', refused)
  const passed = Object.entries(more).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { isOwn: true, url, key, headers: Object.fromEntries(passed), model: undefined }
}

function configuredUpstream({ model, embeddings }: Ctx['config'], purpose: Purpose): Upstream {
  if (purpose === 'embeddings' && embeddings.url && ['auto', 'http'].includes(embeddings.kind))
    return { isOwn: false, url: embeddings.url, key: embeddings.apiKey, model: embeddings.model }
  if (!model) throw new Failure('model_unavailable', { reason: 'not_configured' })
  return { isOwn: false, url: model.url, key: model.apiKey, model: purpose === 'chat' ? model.name : undefined }
}

/**
 * The body for an upstream, with the name of a model: {@link ANY_MODEL} and no name stand for the configured one. That
 * one may run in the operator's network, so what it would call must have a public address.
 * @throws Failure `validation_failed` for a name that the operator does not allow, and for an address that cannot be public
 */
export function bodyFor<B extends Json>({ config }: Pick<Ctx, 'config'>, upstream: Upstream, body: B): B {
  const { model } = body
  if (upstream.isOwn) return body
  checkInnerAddresses(body)
  if ((model === undefined || model === ANY_MODEL) && upstream.model) return { ...body, model: upstream.model }
  if (isAllowed({ config }, upstream, String(model))) return body
  throw invalid('model', `must be one of ${namesOf({ config }, upstream).join(', ')}`)
}

/** Whether an app may use a model by this name. */
export function isAllowed(ports: Pick<Ctx, 'config'>, upstream: Upstream, name: string): boolean {
  return upstream.isOwn || !ports.config.modelNames || namesOf(ports, upstream).includes(name)
}

function namesOf({ config }: Pick<Ctx, 'config'>, { model }: Upstream): string[] {
  return [...new Set([...(model ? [model] : []), ...(config.modelNames ?? [])])]
}

/** The model that reads what is worth remembering from a turn: of the same API that was given the turn. */
export function extractorOf(
  { chat, upstreams }: UpstreamPorts & { chat: ChatModel | undefined },
  upstream: Upstream,
  model: unknown,
): ChatModel | undefined {
  return upstream.isOwn ? upstreams.chatModel(upstream, String(model ?? '')) : chat
}
