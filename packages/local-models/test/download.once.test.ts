import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadedFolder, downloadModel, isDownloaded, isModelName } from '../src/download.ts'
import { memoryLock, silentLog } from './fakes.ts'
import { openModelHub } from './model-hub.ts'
import { makeStaticModel } from './tiny-models.mjs'

const MODEL = 'owner/tiny'
const WEIGHTS = 'model.safetensors'
const noAbort = new AbortController().signal
const lock = memoryLock()
let source: string
let root: string
let dataDir: string
let dir: string
let hub: Awaited<ReturnType<typeof openModelHub>>

beforeAll(async () => {
  source = await mkdtemp(join(tmpdir(), 'download-'))
  await makeStaticModel(source)
  await writeFile(join(source, 'README.md'), 'not needed')
})
afterAll(() => rm(source, { recursive: true }))
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'download-'))
  await cp(source, join(root, 'hub'), { recursive: true })
  dataDir = join(root, 'data')
  dir = downloadedFolder(dataDir, MODEL)
  hub = await openModelHub(join(root, 'hub'), MODEL)
})
afterEach(async () => {
  hub.close()
  await rm(root, { recursive: true })
})

function download({ signal = noAbort, model = MODEL, silenceMs = 10_000 } = {}) {
  const limits = { silenceMs, retryMs: 1 }
  return downloadModel({ model, hubUrl: hub.url, dataDir, lock, log: silentLog, signal, limits })
}

const failure = (kind: string, message = '') =>
  expect.objectContaining({ name: 'LocalModelError', kind, message: expect.stringContaining(message) })
const requestsFor = (file: string) => hub.requests.filter((path) => path.includes(file))

async function expectComplete() {
  expect(await isDownloaded(dir)).toBe(true)
  for (const name of ['tokenizer.json', 'config.json', WEIGHTS])
    expect(await readFile(join(dir, name))).toEqual(await readFile(join(root, 'hub', name)))
  expect((await readdir(dir)).sort()).toEqual(['checksums.json', 'config.json', WEIGHTS, 'tokenizer.json'])
}

describe('downloadModel', () => {
  test('downloads only the needed files, once', async () => {
    expect(await isDownloaded(dir)).toBe(false)
    expect(await download()).toBe(dir)
    await expectComplete()
    expect(requestsFor('README')).toEqual([])
    const count = hub.requests.length
    expect(await download()).toBe(dir)
    expect(hub.requests).toHaveLength(count)
  })

  test('follows redirects', async () => {
    hub.faults = { redirect: true }
    await download()
    await expectComplete()
  })

  test('resumes after the connection breaks', async () => {
    hub.faults = { breakOff: { file: WEIGHTS, after: 20_000, times: 2 } }
    await download()
    await expectComplete()
    const url = `/${MODEL}/resolve/main/${WEIGHTS}`
    expect(requestsFor(WEIGHTS)).toEqual([url, `${url} from 20000`, `${url} from 40000`])
  })

  test('resumes the partial file of an earlier process', async () => {
    hub.faults = { breakOff: { file: WEIGHTS, after: 10_000, times: 5 } }
    await expect(download()).rejects.toEqual(failure('unreachable'))
    expect(await isDownloaded(dir)).toBe(false)
    hub.requests.length = 0
    hub.faults = {}
    await download()
    await expectComplete()
    expect(requestsFor(WEIGHTS)).toEqual([`/${MODEL}/resolve/main/${WEIGHTS} from 50000`])
    expect(requestsFor('tokenizer')).toEqual([])
  })

  test('starts over with a hub that ignores ranges', async () => {
    hub.faults = { ignoreRange: true, breakOff: { file: WEIGHTS, after: 20_000, times: 1 } }
    await download()
    await expectComplete()
  })

  test('deletes a file with a wrong checksum', async () => {
    hub.faults = { corrupt: WEIGHTS }
    await expect(download()).rejects.toEqual(failure('garbled', 'does not have the checksum'))
    expect((await readdir(dir)).filter((name) => name.includes(WEIGHTS))).toEqual([])
    await rm(dir, { recursive: true })
    hub.faults = { corrupt: 'tokenizer.json' }
    await expect(download()).rejects.toEqual(failure('garbled', 'tokenizer.json'))
    hub.faults = {}
    await download()
    await expectComplete()
  })

  test('deletes a file that is longer than listed', async () => {
    hub.faults = { extra: { file: WEIGHTS, bytes: 50_000_000 } }
    await expect(download()).rejects.toEqual(failure('garbled', 'longer than the size its hub lists'))
    expect((await readdir(dir)).filter((name) => name.includes(WEIGHTS))).toEqual([])
  })

  test('rejects a model larger than 2 GiB before any file is downloaded', async () => {
    hub.faults = { claimedSize: 3 * 1024 ** 3 }
    await expect(download()).rejects.toEqual(failure('refused', 'are downloaded'))
    expect(hub.requests).toHaveLength(1)
  })

  test('reports a hub that hangs, is overloaded, fails, lacks the model or is offline', async () => {
    hub.faults = { hang: true }
    await expect(download({ silenceMs: 50 })).rejects.toEqual(failure('timeout', 'does not respond in time'))
    hub.faults = { status: 429 }
    await expect(download()).rejects.toEqual(failure('rate_limited'))
    hub.faults = { status: 500 }
    await expect(download()).rejects.toEqual(failure('unreachable'))
    hub.faults = {}
    await expect(download({ model: 'owner/other' })).rejects.toEqual(failure('refused', 'does not provide'))
    await rm(join(root, 'hub', WEIGHTS))
    await expect(download()).rejects.toEqual(failure('refused', `has no ${WEIGHTS}`))
    hub.close()
    await expect(download()).rejects.toEqual(failure('unreachable', 'cannot be reached'))
  })

  test('is cancelled at once by its signal and can be repeated', async () => {
    const caller = new AbortController()
    hub.faults = { hang: true }
    const pending = download({ signal: caller.signal })
    await expect.poll(() => hub.requests.length).toBe(1)
    caller.abort()
    await expect(pending).rejects.toEqual(failure('timeout', 'cancelled'))
    hub.faults = {}
    await download()
    await expectComplete()
  })

  test('downloads each file once for concurrent callers', async () => {
    await Promise.all([download(), download(), download()])
    await expectComplete()
    expect(requestsFor(WEIGHTS)).toHaveLength(1)
  })

  test('downloads a damaged file again, and no other', async () => {
    await download()
    const { size } = await stat(join(dir, WEIGHTS))
    await writeFile(join(dir, WEIGHTS), Buffer.alloc(size))
    expect(await isDownloaded(dir)).toBe(false)
    hub.requests.length = 0
    await download()
    await expectComplete()
    expect(hub.requests.map((path) => path.split('/').at(-1))).toEqual(['main?blobs=true', WEIGHTS])
    await appendFile(join(dir, 'config.json'), ' ')
    expect(await isDownloaded(dir)).toBe(false)
  })
})

test('isModelName rejects names that hubs or file systems reject', () => {
  expect(['gpt2', 'minishlab/potion-base-8M', 'a_b/c.d-e'].filter(isModelName)).toHaveLength(3)
  expect(
    ['', '..', 'a/..', '../a', 'a/b/c', 'a--b/c', '/a', 'a b', 'a/b?c', 'x'.repeat(99)].filter(isModelName),
  ).toEqual([])
})
