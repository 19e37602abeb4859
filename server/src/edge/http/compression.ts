import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/*
 * Compression of responses, by Brotli or gzip. Files of the pages are compressed by the build; documents and JSON here.
 * Event streams are never compressed, because a frame must be sent at once.
 */

/** Shorter texts are not compressed: they fit into one packet. */
const COMPRESS_FROM_BYTES = 1024
// Higher qualities save few bytes and cost much more time.
const BROTLI_QUALITY = 5

/** In order of preference. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

const ENCODERS: Readonly<Record<Encoding, (text: string) => Promise<Buffer>>> = {
  br: (text) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  gzip: (text) => promisify(gzip)(text),
}

/** A text that is sent many times and compressed once per encoding. */
export class CompressedOnce {
  readonly text: string
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string) {
    this.text = text
  }

  in(encoding: Encoding): Promise<Buffer> {
    const encoded = this.#encoded.get(encoding) ?? ENCODERS[encoding](this.text)
    this.#encoded.set(encoding, encoded)
    return encoded
  }
}

/** Sends a text, compressed if it is long enough and the client accepts that. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string | CompressedOnce,
): Promise<FastifyReply> {
  const document = typeof text === 'string' ? new CompressedOnce(text) : text
  reply.header('vary', 'accept-encoding')
  const encoding = encodingFor(request, document.text)
  return encoding
    ? reply.header('content-encoding', encoding).send(await document.in(encoding))
    : reply.send(document.text)
}

/**
 * Compresses successful JSON responses of endpoints whose config sets `compress`. Errors are short, and responses that
 * are already compressed are not texts.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { compress } = request.routeOptions.config as { compress?: boolean }
    if (!compress || typeof payload !== 'string' || payload.length < COMPRESS_FROM_BYTES || !isJson(reply))
      return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request, payload)
    if (!encoding) return done(null, payload)
    ENCODERS[encoding](payload).then((encoded) => {
      reply.header('content-encoding', encoding)
      done(null, encoded)
    }, done)
  })
}

function isJson(reply: FastifyReply): boolean {
  return reply.statusCode < 300 && String(reply.getHeader('content-type')).startsWith('application/json')
}

function encodingFor({ headers }: FastifyRequest, text: string): Encoding | undefined {
  if (text.length < COMPRESS_FROM_BYTES) return undefined
  return ENCODINGS.find((each) => accepts(headers['accept-encoding'], each))
}

/** Whether an `Accept-Encoding` header names an encoding with a weight above 0 (RFC 9110, 12.5.3). */
function accepts(header: string | string[] | undefined, encoding: Encoding): boolean {
  return String(header ?? '')
    .split(',')
    .map((item) => item.split(';').map((part) => part.trim().toLowerCase()))
    .some(([name, weight]) => name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ''))
}
