import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** How the hub behaves, by the name of a file; what is not named behaves well. */
export interface Manners {
  /** Ends the connection after so many bytes, the first so many times. */
  breakOff?: { file: string; after: number; times: number }
  /** Sends this beyond the end of the file. */
  more?: { file: string; bytes: number }
  /** Sends other bytes than the checksum is of. */
  lie?: string
  /** Answers nothing at all. */
  silent?: boolean
  ignoreRange?: boolean
  /** Answers every request with this status. */
  status?: number
  /** Sends the browser elsewhere first, as hubs do for large files. */
  redirect?: boolean
  /** Claims this size for the weights. */
  claim?: number
}

/** A place to download a model from, serving a folder, and what it was asked for: `path`, or `path from <byte>`. */
export async function openModelHub(folder: string, model: string) {
  const asked: string[] = []
  const hub = { url: '', asked, manners: {} as Manners, close: () => {} }
  const server = createServer(async ({ url = '', headers }, response) => {
    const { manners } = hub
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    asked.push(from ? `${url} from ${from}` : url)
    if (manners.silent) return
    if (manners.status) return void response.writeHead(manners.status).end()
    if (url === `/api/models/${model}/revision/main?blobs=true`)
      return void response.end(await listing(folder, manners))
    const name = new RegExp(`^/(?:${model}/resolve/main|elsewhere)/(.+)$`).exec(url)?.[1]
    if (!name) return void response.writeHead(404).end()
    if (manners.redirect && !url.startsWith('/elsewhere'))
      return void response.writeHead(302, { location: `/elsewhere/${name}` }).end()
    send(response, await readFile(join(folder, name)), name, manners.ignoreRange ? 0 : from, manners)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  hub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  hub.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return hub
}

function send(response: ServerResponse, whole: Buffer, name: string, from: number, manners: Manners): void {
  const bytes = Buffer.from(whole.subarray(from))
  if (manners.lie === name) bytes[0]! ^= 1
  const more = manners.more?.file === name ? manners.more.bytes : 0
  response.writeHead(from ? 206 : 200, {
    'content-length': bytes.length + more,
    ...(from ? { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` } : {}),
  })
  const { breakOff } = manners
  if (breakOff?.file !== name || breakOff.times-- <= 0)
    return void response.end(Buffer.concat([bytes, Buffer.alloc(more)]))
  response.write(bytes.subarray(0, breakOff.after), () => setImmediate(() => response.destroy()))
}

/** What the hub tells of the folder: the weights' hash of their content, the blob's of the rest. */
async function listing(folder: string, { claim }: Manners): Promise<string> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const siblings = names.map(async ({ name, parentPath }) => {
    const bytes = await readFile(join(parentPath, name))
    const rfilename = join(parentPath, name).slice(folder.length + 1)
    const blobId = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
    if (!/safetensors|onnx$/.test(name)) return { rfilename, size: bytes.length, blobId }
    const size = claim ?? bytes.length
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { rfilename, size, blobId, lfs: { sha256, size, pointerSize: 134 } }
  })
  return JSON.stringify({ id: 'somebody/tiny', siblings: await Promise.all(siblings) })
}
