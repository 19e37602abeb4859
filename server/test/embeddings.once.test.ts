import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openModelHub } from '../../packages/local-models/test/model-hub.ts'
import { makeStaticModel } from '../../packages/local-models/test/tiny-models.mjs'
import { readConfig } from '../src/foundation/config.ts'
import type { Embedder } from '../src/foundation/models/embedder.ts'
import { type Embeddings, openEmbeddings } from '../src/foundation/models/embeddings.ts'

// The worker is the compiled file, so `npm run build` must run before these tests.
const MODEL = 'owner/tiny'
const noAbort = new AbortController().signal

interface Line {
  level: number
  msg: string
  reason?: string
  from?: string
}

let source: string
let root: string
let log: Line[]
let opened: Embeddings | undefined
let hub: Awaited<ReturnType<typeof openModelHub>>

beforeAll(async () => {
  source = await mkdtemp(join(tmpdir(), 'embeddings-'))
  await makeStaticModel(join(source, 'tiny'))
  hub = await openModelHub(join(source, 'tiny'), MODEL)
})
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'embeddings-'))
  log = []
  hub.faults = {}
  hub.requests.length = 0
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
  await rm(root, { recursive: true })
})
afterAll(async () => {
  hub.close()
  await rm(source, { recursive: true })
})

async function open(env: Record<string, string>) {
  const lines = new Writable({
    write(line, _, done) {
      log.push(JSON.parse(String(line)))
      done()
    },
  })
  const config = readConfig({
    ...{ DATA_DIR: root, EMBEDDINGS_DOWNLOAD_URL: hub.url, EMBEDDINGS_MODEL: MODEL },
    ...env,
  })
  opened = await openEmbeddings(config, pino({ level: 'debug' }, lines), { againMs: 20, retryMs: 5 })
  return opened
}

const ready = (embeddings: Embeddings) => new Promise<Embedder>((resolve) => embeddings.onReady(resolve))
const lines = (level: 'info' | 'warn') => log.filter((line) => line.level === { info: 30, warn: 40 }[level])
const isKeywordOnly = ({ msg }: Line) => msg === 'recall by keyword only'

describe('openEmbeddings', () => {
  test('opens nothing and makes no requests with EMBEDDINGS=off', async () => {
    expect((await open({ EMBEDDINGS: 'off' })).current()).toBeUndefined()
    expect(lines('info')).toMatchObject([{ msg: 'recall by keyword only', reason: 'EMBEDDINGS=off' }])
    expect(hub.requests).toEqual([])
  })

  test.each(['http', 'auto'])('uses EMBEDDINGS_URL with EMBEDDINGS=%s', async (kind) => {
    const embeddings = await open({
      ...{ EMBEDDINGS: kind, EMBEDDINGS_URL: 'http://127.0.0.1:9/v1', EMBEDDINGS_MODEL: 'minilm' },
      EMBEDDINGS_MODEL_DIR: join(source, 'tiny'),
    })
    expect(embeddings.current()?.name).toBe('http:minilm')
    expect(lines('info')).toMatchObject([{ from: 'http://127.0.0.1:9/v1 (EMBEDDINGS_URL)' }])
  })

  test.each(['local', 'auto'])('uses EMBEDDINGS_MODEL_DIR without requests with EMBEDDINGS=%s', async (kind) => {
    const embeddings = await open({ EMBEDDINGS: kind, EMBEDDINGS_MODEL_DIR: join(source, 'tiny') })
    const embedder = await ready(embeddings)
    expect(embedder.name).toMatch(/^static:tiny:/)
    expect(await embedder.embed(['kiln'], noAbort)).toHaveLength(1)
    expect(embeddings.current()).toBe(embedder)
    expect(hub.requests).toEqual([])
  })

  test('throws a ConfigError for a folder without a usable model with EMBEDDINGS=local', async () => {
    const nowhere = join(root, 'nowhere')
    await expect(open({ EMBEDDINGS: 'local', EMBEDDINGS_MODEL_DIR: nowhere })).rejects.toMatchObject({
      name: 'ConfigError',
      problems: [
        `EMBEDDINGS_MODEL_DIR must be a folder with a model: ${nowhere} contains no usable model: it does not exist. ` +
          'With EMBEDDINGS=auto the service starts without a model.',
      ],
    })
    await cp(join(source, 'tiny'), join(root, 'damaged'), { recursive: true })
    await writeFile(join(root, 'damaged/tokenizer.json'), '{}')
    await expect(open({ EMBEDDINGS: 'local', EMBEDDINGS_MODEL_DIR: join(root, 'damaged') })).rejects.toThrow(
      'it is not a supported tokenizer',
    )
  })

  test('throws a ConfigError for an invalid model name with EMBEDDINGS=local', async () => {
    await expect(open({ EMBEDDINGS: 'local', EMBEDDINGS_MODEL: '../x' })).rejects.toThrow(
      'EMBEDDINGS_MODEL must name a model as owner/model; got "../x".',
    )
  })

  test('logs a warning and continues by keyword with EMBEDDINGS=auto', async () => {
    const embeddings = await open({ EMBEDDINGS_MODEL_DIR: join(root, 'nowhere') })
    await expect.poll(() => lines('warn')).toHaveLength(1)
    expect(lines('warn')[0]).toMatchObject({
      msg: 'recall by keyword only',
      reason: expect.stringContaining('does not exist'),
      hint: 'set EMBEDDINGS_URL, EMBEDDINGS_MODEL_DIR or EMBEDDINGS_DOWNLOAD_URL',
    })
    expect(embeddings.current()).toBeUndefined()
    await embeddings.close()
    await open({ EMBEDDINGS_MODEL: 'text-embedding-3-small/x/y' })
    expect(lines('warn')[1]?.reason).toContain('must name a model as owner/model')
  })

  test('downloads a model in the background and reuses it without requests', async () => {
    const first = await open({})
    expect(first.current()).toBeUndefined()
    const { name } = await ready(first)
    expect(name).toMatch(/^static:tiny:/)
    expect(lines('info')[0]).toMatchObject({ msg: 'model download started', model: MODEL, files: 3, size: '0.1 MB' })
    await first.close()
    hub.requests.length = 0
    expect((await ready(await open({ EMBEDDINGS: 'local' }))).name).toBe(name)
    expect(hub.requests).toEqual([])
    await opened?.close()

    const config = join(root, 'models/owner--tiny/config.json')
    await writeFile(config, '{"normalize": maybe}')
    expect((await ready(await open({}))).name).toBe(name)
    expect(lines('warn')).toMatchObject([{ msg: 'model file damaged; it must be downloaded again', file: config }])
  })

  test('retries a failed download and logs each reason once', async () => {
    hub.faults = { status: 500 }
    const embeddings = await open({})
    await expect.poll(() => hub.requests.length).toBeGreaterThan(3)
    expect(lines('info').filter(isKeywordOnly)).toHaveLength(1)
    expect(lines('warn')).toEqual([])
    hub.faults = {}
    expect(await (await ready(embeddings)).embed(['kiln'], noAbort)).toHaveLength(1)
  })

  test('fails as a ModelFailure when a local model rejects a call', async () => {
    const embedder = await ready(await open({ EMBEDDINGS_MODEL_DIR: join(source, 'tiny') }))
    const call = embedder.embed(Array(embedder.batchMax + 1).fill('kiln'), noAbort)
    await expect(call).rejects.toMatchObject({ name: 'ModelFailure', kind: 'refused' })
  })

  test('cancels a download when it is closed', async () => {
    hub.faults = { hang: true }
    const embeddings = await open({})
    await expect.poll(() => hub.requests.length).toBe(1)
    await embeddings.close()
    expect(embeddings.current()).toBeUndefined()
  })
})
