import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Faults of the hub. */
export interface HubFaults {
  /** Breaks the connection after this many bytes, this many times. */
  breakOff?: { file: string; after: number; times: number }
  /** Sends extra bytes after the end of a file. */
  extra?: { file: string; bytes: number }
  /** The name of a file to send with a wrong byte. */
  corrupt?: string
  /** Never responds. */
  hang?: boolean
  ignoreRange?: boolean
  /** The status of every response. */
  status?: number
  /** Redirects downloads, as hubs do for large files. */
  redirect?: boolean
  /** The size to list for the weights. */
  claimedSize?: number
}

/** Starts a hub that serves a folder as a model; `requests` lists `path` or `path from <byte>`. */
export async function openModelHub(folder: string, model: string) {
  const requests: string[] = []
  const hub = { url: '', requests, faults: {} as HubFaults, close: () => {} }
  const server = createServer(async ({ url = '', headers }, response) => {
    const { faults } = hub
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    requests.push(from ? `${url} from ${from}` : url)
    if (faults.hang) return
    if (faults.status) return void response.writeHead(faults.status).end()
    if (url === `/api/models/${model}/revision/main?blobs=true`) return void response.end(await listing(folder, faults))
    const name = new RegExp(`^/(?:${model}/resolve/main|redirected)/(.+)$`).exec(url)?.[1]
    if (!name) return void response.writeHead(404).end()
    if (faults.redirect && !url.startsWith('/redirected'))
      return void response.writeHead(302, { location: `/redirected/${name}` }).end()
    send(response, await readFile(join(folder, name)), name, faults.ignoreRange ? 0 : from, faults)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  hub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  hub.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return hub
}

function send(response: ServerResponse, whole: Buffer, name: string, from: number, faults: HubFaults): void {
  const bytes = Buffer.from(whole.subarray(from))
  if (faults.corrupt === name) bytes[0]! ^= 1
  const extra = faults.extra?.file === name ? faults.extra.bytes : 0
  response.writeHead(from ? 206 : 200, {
    'content-length': bytes.length + extra,
    ...(from ? { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` } : {}),
  })
  const { breakOff } = faults
  if (breakOff?.file !== name || breakOff.times-- <= 0)
    return void response.end(Buffer.concat([bytes, Buffer.alloc(extra)]))
  response.write(bytes.subarray(0, breakOff.after), () => setImmediate(() => response.destroy()))
}

/** The hub's list of files: weights with the hash of their content, other files with that of their git blob. */
async function listing(folder: string, { claimedSize }: HubFaults): Promise<string> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const siblings = names.map(async ({ name, parentPath }) => {
    const bytes = await readFile(join(parentPath, name))
    const rfilename = join(parentPath, name).slice(folder.length + 1)
    const blobId = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
    if (!/safetensors|onnx$/.test(name)) return { rfilename, size: bytes.length, blobId }
    const size = claimedSize ?? bytes.length
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { rfilename, size, blobId, lfs: { sha256, size, pointerSize: 134 } }
  })
  return JSON.stringify({ id: 'owner/tiny', siblings: await Promise.all(siblings) })
}
