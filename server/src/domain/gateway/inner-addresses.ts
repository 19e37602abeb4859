import { isIP } from 'node:net'
import { invalid } from '../../foundation/errors.ts'
import type { Json } from '../../foundation/models/upstream.ts'
import { refuseUrl } from '../../foundation/net/address.ts'

/* Addresses inside of a request that the configured upstream would call: of images, files, tools and data. */

/** Fields whose value is an address, wherever they are. */
const ADDRESS =
  /^(?:(?:image|video|audio|file|document|media|server|mask|api|base|callback|webhook)_?(?:url|uri|base)|images?|videos?|audios?|endpoint|\$ref)$/i
/** Fields of which the parts, however deep, have their address in `url` or `uri`. */
const HOLDER =
  /^(?:(?:input_)?(?:image|video|audio|file|document|media)(?:_(?:url|uri|data))?|source|servers?|mcp_servers|mcpServers)$/i
/** Types of objects that have their address in `url` or `uri`. Those of a citation or of a page that was opened have none. */
const HOLDER_TYPE = /^(?:(?:input_)?(?:image|video|audio|file|document|media)(?:_(?:url|uri|file))?|mcp|url)$/i
const LOCATION = /^ur[il]$/i
/** Schemas may have properties of any name; only what they refer to is an address. */
const SCHEMA = /^(?:parameters|input_?schema|json_schema|schema)$/i
const REFERENCE = /^\$ref$/
/** Top-level fields whose schemas are described by the app. The `parameters` of other fields are settings. */
const WITH_SCHEMAS: readonly string[] = ['tools', 'functions', 'response_format', 'text']
/** Top-level fields that the upstream only hands back. */
const OPAQUE: readonly string[] = ['metadata']
/** Schemes of addresses that name nothing in a network: contents, and objects in the stores of a cloud. */
const STORED = ['data:', 'gs:', 's3:']

interface Open {
  value: unknown
  path: string
  isAddress: boolean
  /** Whether `url` and `uri` are addresses here. */
  isHolder: boolean
  /** `schema` within a schema, where only references are addresses; `described` where schemas may be. */
  kind: 'plain' | 'described' | 'schema'
}

/**
 * Rejects addresses inside of a request that cannot be public. Fields that no upstream fetches, such as `current_url` of a
 * computer-use history, may hold any. Names are not looked up here: the upstream does that.
 * @throws Failure `validation_failed`
 */
export function checkInnerAddresses(body: Json): void {
  const open: Open[] = [{ value: body, path: '', isAddress: false, isHolder: false, kind: 'plain' }]
  if (isOfMedia(body)) open.push({ value: body.input, path: 'input', isAddress: true, isHolder: true, kind: 'plain' })
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, isAddress } = next
    if (typeof value === 'string') {
      const refused = isAddress && refuseInner(value)
      if (refused) throw invalid(path, refused)
    } else if (typeof value === 'object' && value !== null) open.push(...partsOf(next, value))
  }
}

/** Whether the input to be embedded is pictures or sound: its texts are addresses then. */
function isOfMedia({ modality }: Json): boolean {
  return modality !== undefined && modality !== 'text'
}

function partsOf({ path, isAddress, isHolder, kind }: Open, value: object): Open[] {
  // An element of a list is named like the list.
  if (Array.isArray(value))
    return value.map((inner, at) => ({ value: inner, path: `${path}.${at}`, isAddress, isHolder, kind }))
  const isHolding = isHolder || HOLDER_TYPE.test(String((value as { type?: unknown }).type ?? ''))
  return Object.entries(value).flatMap(([name, inner]): Open[] => {
    if (!path && OPAQUE.includes(name)) return []
    const at = path ? `${path}.${name}` : name
    if (kind === 'schema') return [{ value: inner, path: at, isAddress: REFERENCE.test(name), isHolder: false, kind }]
    if (kind === 'described' && SCHEMA.test(name))
      return [{ value: inner, path: at, isAddress: false, isHolder: false, kind: 'schema' }]
    return [
      {
        value: inner,
        path: at,
        isAddress: ADDRESS.test(name) || (isHolding && LOCATION.test(name)),
        isHolder: isHolder || HOLDER.test(name),
        kind: !path && WITH_SCHEMAS.includes(name) ? 'described' : kind,
      },
    ]
  })
}

/** What only parsers of addresses pass over, each in its own way: of blanks, those before the path. */
const AMBIGUOUS = /[\\\p{Cc}]|^[^/]{0,20}\/\/[^/?#]*\s/u
/** The contents of a file, which begin with two slashes for some formats of sound. */
const CONTENTS = /^\/\/[A-Za-z0-9+/]{200,}={0,2}$/
/** How an address begins. Whatever else is in one of these fields is content or the name of a file. */
const BEGINS_LIKE_ADDRESS = /^\s*(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i

/**
 * What is wrong with an address inside of a request. A text that does not look like one is none. What parsers read in different
 * ways is refused, as the upstream may read another host in it than this one.
 */
function refuseInner(text: string): string | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  if (parsed && STORED.includes(parsed.protocol)) return undefined
  if (CONTENTS.test(text)) return undefined
  if (!parsed && !BEGINS_LIKE_ADDRESS.test(text) && !isHost(text.split(/[/?#]/, 1)[0] ?? '')) return undefined
  if (!parsed) return 'must be an absolute URL'
  if (AMBIGUOUS.test(text.trim()))
    return 'must not contain backslashes or control characters, nor blanks before the path'
  return refuseUrl(parsed.href.replace(/^http:/, 'https:'), false)
}

/** Whether a text without a scheme is an address of a host, with a port or without one. */
function isHost(text: string): boolean {
  return isIP(text.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')) > 0
}
