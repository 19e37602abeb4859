import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '../src/foundation/log.ts'
import { downloadedFolder, downloadModel, isDownloaded, isModelName } from '../src/foundation/models/download.ts'
import { openModelHub } from './model-hub.ts'
import { makeStaticModel } from './tiny-models.mjs'

const MODEL = 'somebody/tiny'
const WEIGHTS = 'model.safetensors'
const never = new AbortController().signal
const log = openLog('silent')
let made: string
let root: string
let dataDir: string
let dir: string
let hub: Awaited<ReturnType<typeof openModelHub>>

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'download-'))
  await makeStaticModel(made)
  await writeFile(join(made, 'README.md'), 'not needed')
})
afterAll(() => rm(made, { recursive: true }))
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'download-'))
  await cp(made, join(root, 'hub'), { recursive: true })
  dataDir = join(root, 'data')
  dir = downloadedFolder(dataDir, MODEL)
  hub = await openModelHub(join(root, 'hub'), MODEL)
})
afterEach(async () => {
  hub.close()
  await rm(root, { recursive: true })
})

function download({ signal = never, model = MODEL, silenceMs = 10_000 } = {}) {
  const limits = { silenceMs, pauseMs: 1 }
  return downloadModel({ model, downloadUrl: hub.url, dataDir, log, signal, limits })
}

const failure = (kind: string, message = '') =>
  expect.objectContaining({ name: 'ModelFailure', kind, message: expect.stringContaining(message) })
const requestsFor = (file: string) => hub.asked.filter((path) => path.includes(file))

async function expectWhole() {
  expect(await isDownloaded(dir, log)).toBe(true)
  for (const name of ['tokenizer.json', 'config.json', WEIGHTS])
    expect(await readFile(join(dir, name))).toEqual(await readFile(join(root, 'hub', name)))
  expect((await readdir(dir)).sort()).toEqual(['checksums.json', 'config.json', WEIGHTS, 'tokenizer.json'])
}

test('a model is downloaded with the files that are needed, once', async () => {
  expect(await isDownloaded(dir, log)).toBe(false)
  expect(await download()).toBe(dir)
  await expectWhole()
  expect(requestsFor('README')).toEqual([])
  const asked = hub.asked.length
  expect(await download()).toBe(dir)
  expect(hub.asked).toHaveLength(asked)
})

test('redirects are followed', async () => {
  hub.manners = { redirect: true }
  await download()
  await expectWhole()
})

test('what breaks off goes on where it was', async () => {
  hub.manners = { breakOff: { file: WEIGHTS, after: 20_000, times: 2 } }
  await download()
  await expectWhole()
  const url = `/${MODEL}/resolve/main/${WEIGHTS}`
  expect(requestsFor(WEIGHTS)).toEqual([url, `${url} from 20000`, `${url} from 40000`])
})

test('what a process left behind is gone on with by the next', async () => {
  hub.manners = { breakOff: { file: WEIGHTS, after: 10_000, times: 5 } }
  await expect(download()).rejects.toEqual(failure('unreachable'))
  expect(await isDownloaded(dir, log)).toBe(false)
  hub.asked.length = 0
  hub.manners = {}
  await download()
  await expectWhole()
  expect(requestsFor(WEIGHTS)).toEqual([`/${MODEL}/resolve/main/${WEIGHTS} from 50000`])
  expect(requestsFor('tokenizer')).toEqual([])
})

test('a hub that knows no ranges starts over', async () => {
  hub.manners = { ignoreRange: true, breakOff: { file: WEIGHTS, after: 20_000, times: 1 } }
  await download()
  await expectWhole()
})

test('what does not have its checksum is thrown away', async () => {
  hub.manners = { lie: WEIGHTS }
  await expect(download()).rejects.toEqual(failure('garbled', 'does not have the checksum'))
  expect((await readdir(dir)).filter((name) => name.includes(WEIGHTS))).toEqual([])
  await rm(dir, { recursive: true })
  hub.manners = { lie: 'tokenizer.json' }
  await expect(download()).rejects.toEqual(failure('garbled', 'tokenizer.json'))
  hub.manners = {}
  await download()
  await expectWhole()
})

test('what is longer than it was said to be is cut off', async () => {
  hub.manners = { more: { file: WEIGHTS, bytes: 50_000_000 } }
  await expect(download()).rejects.toEqual(failure('garbled', 'longer than its hub said'))
  expect((await readdir(dir)).filter((name) => name.includes(WEIGHTS))).toEqual([])
})

test('a model beyond 2 GiB is not begun', async () => {
  hub.manners = { claim: 3 * 1024 ** 3 }
  await expect(download()).rejects.toEqual(failure('refused', 'put it into a folder'))
  expect(hub.asked).toHaveLength(1)
})

test('a hub that is absent, silent, busy or broken fails in its own way, with what to do', async () => {
  hub.manners = { silent: true }
  await expect(download({ silenceMs: 50 })).rejects.toEqual(failure('timeout', 'EMBEDDINGS_MODEL_DIR'))
  hub.manners = { status: 429 }
  await expect(download()).rejects.toEqual(failure('rate_limited'))
  hub.manners = { status: 500 }
  await expect(download()).rejects.toEqual(failure('unreachable'))
  hub.manners = {}
  await expect(download({ model: 'somebody/else' })).rejects.toEqual(failure('refused', 'check EMBEDDINGS_MODEL'))
  await rm(join(root, 'hub', WEIGHTS))
  await expect(download()).rejects.toEqual(failure('refused', `has no ${WEIGHTS}`))
  hub.close()
  await expect(download()).rejects.toEqual(failure('unreachable', 'EMBEDDINGS_DOWNLOAD_URL'))
})

test('a download that is given up ends at once, and may go on later', async () => {
  const giveUp = new AbortController()
  hub.manners = { silent: true }
  const downloading = download({ signal: giveUp.signal })
  await expect.poll(() => hub.asked.length).toBe(1)
  giveUp.abort()
  await expect(downloading).rejects.toEqual(failure('timeout', 'given up'))
  hub.manners = {}
  await download()
  await expectWhole()
})

test('several at once take turns: one downloads, all find it done', async () => {
  await Promise.all([download(), download(), download()])
  await expectWhole()
  expect(requestsFor(WEIGHTS)).toHaveLength(1)
})

test('a file that was damaged is noticed and downloaded again, it alone', async () => {
  await download()
  const { size } = await stat(join(dir, WEIGHTS))
  await writeFile(join(dir, WEIGHTS), Buffer.alloc(size))
  expect(await isDownloaded(dir, log)).toBe(false)
  hub.asked.length = 0
  await download()
  await expectWhole()
  expect(hub.asked.map((path) => path.split('/').at(-1))).toEqual(['main?blobs=true', WEIGHTS])
  await appendFile(join(dir, 'config.json'), ' ')
  expect(await isDownloaded(dir, log)).toBe(false)
})

test('names that no hub or file system takes are told apart', () => {
  expect(['gpt2', 'minishlab/potion-base-8M', 'a_b/c.d-e'].filter(isModelName)).toHaveLength(3)
  expect(
    ['', '..', 'a/..', '../a', 'a/b/c', 'a--b/c', '/a', 'a b', 'a/b?c', 'x'.repeat(99)].filter(isModelName),
  ).toEqual([])
})
