import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../src/foundation/config.ts'
import { chooseEmbedder, type Embeddings } from '../src/foundation/models/choose.ts'
import type { Embedder } from '../src/foundation/models/embedder.ts'
import { openModelHub } from './model-hub.ts'
import { makeStaticModel } from './tiny-models.mjs'

/** The threads are the compiled ones: `npm run build` comes before the tests. */
const MODEL = 'somebody/tiny'
const never = new AbortController().signal
let made: string
let root: string
let said: { level: number; msg: string }[]
let chosen: Embeddings | undefined
let hub: Awaited<ReturnType<typeof openModelHub>>

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'choice-'))
  await makeStaticModel(join(made, 'tiny'))
  hub = await openModelHub(join(made, 'tiny'), MODEL)
})
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'choice-'))
  said = []
  hub.manners = {}
  hub.asked.length = 0
})
afterEach(async () => {
  await chosen?.close()
  chosen = undefined
  await rm(root, { recursive: true })
})
afterAll(async () => {
  hub.close()
  await rm(made, { recursive: true })
})

async function choose(env: Record<string, string>) {
  const lines = new Writable({
    write(line, _, done) {
      said.push(JSON.parse(String(line)))
      done()
    },
  })
  const config = readConfig({
    ...{ DATA_DIR: root, EMBEDDINGS_DOWNLOAD_URL: hub.url, EMBEDDINGS_MODEL: MODEL },
    ...env,
  })
  chosen = await chooseEmbedder(config, pino({ level: 'debug' }, lines), { againMs: 20, limits: { pauseMs: 5 } })
  return chosen
}

const ready = (embeddings: Embeddings) => new Promise<Embedder>((resolve) => embeddings.onReady(resolve))
const lines = (level: 'info' | 'warn') =>
  said.filter((line) => line.level === { info: 30, warn: 40 }[level]).map(({ msg }) => msg)

test('off is off, and asks nobody', async () => {
  expect((await choose({ EMBEDDINGS: 'off' })).current()).toBeUndefined()
  expect(lines('info')).toEqual(['recall is by keyword only: EMBEDDINGS=off'])
  expect(hub.asked).toEqual([])
})

test.each(['http', 'auto'])('with an address, %s takes it', async (kind) => {
  const embeddings = await choose({
    ...{ EMBEDDINGS: kind, EMBEDDINGS_URL: 'http://127.0.0.1:9/v1', EMBEDDINGS_MODEL: 'minilm' },
    EMBEDDINGS_MODEL_DIR: join(made, 'tiny'),
  })
  expect(embeddings.current()?.name).toBe('http:minilm')
  expect(lines('info')).toEqual([expect.stringContaining('vectors come from http://127.0.0.1:9/v1 (EMBEDDINGS_URL)')])
})

test.each(['local', 'auto'])('with a folder, %s takes its model and asks nobody', async (kind) => {
  const embeddings = await choose({ EMBEDDINGS: kind, EMBEDDINGS_MODEL_DIR: join(made, 'tiny') })
  const embedder = await ready(embeddings)
  expect(embedder.name).toMatch(/^static:tiny:/)
  expect(await embedder.embed(['kiln'], never)).toHaveLength(1)
  expect(embeddings.current()).toBe(embedder)
  expect(hub.asked).toEqual([])
})

test('a folder without a usable model stops the start where local was asked for', async () => {
  const nowhere = join(root, 'nowhere')
  await expect(choose({ EMBEDDINGS: 'local', EMBEDDINGS_MODEL_DIR: nowhere })).rejects.toMatchObject({
    name: 'ConfigError',
    problems: [
      `EMBEDDINGS_MODEL_DIR: ${nowhere} holds no model that can be used: it does not exist. EMBEDDINGS=auto starts without it.`,
    ],
  })
  await cp(join(made, 'tiny'), join(root, 'damaged'), { recursive: true })
  await writeFile(join(root, 'damaged/tokenizer.json'), '{}')
  await expect(choose({ EMBEDDINGS: 'local', EMBEDDINGS_MODEL_DIR: join(root, 'damaged') })).rejects.toThrow(
    'it is no tokenizer this service can read',
  )
  await expect(choose({ EMBEDDINGS: 'local', EMBEDDINGS_MODEL: '../x' })).rejects.toThrow('is called owner/model')
})

test('with auto the service goes on by keyword and says so', async () => {
  const embeddings = await choose({ EMBEDDINGS_MODEL_DIR: join(root, 'nowhere') })
  await expect.poll(() => lines('warn')).toHaveLength(1)
  expect(lines('warn')[0]).toMatch(
    /^recall is by keyword only: .*does not exist.*; set EMBEDDINGS_URL or EMBEDDINGS_MODEL_DIR$/,
  )
  expect(embeddings.current()).toBeUndefined()
  await embeddings.close()
  await choose({ EMBEDDINGS_MODEL: 'text-embedding-3-small/x/y' })
  expect(lines('warn')[1]).toContain('is called owner/model')
})

test('a model is downloaded in the background, and found at the next start without asking', async () => {
  const first = await choose({})
  expect(first.current()).toBeUndefined()
  const { name } = await ready(first)
  expect(name).toMatch(/^static:tiny:/)
  expect(lines('info')[0]).toMatch(/^downloading somebody\/tiny: 3 files, 0\.1 MB, from http/)
  await first.close()
  hub.asked.length = 0
  expect((await ready(await choose({ EMBEDDINGS: 'local' }))).name).toBe(name)
  expect(hub.asked).toEqual([])
  await chosen?.close()

  await writeFile(join(root, 'models/somebody--tiny/config.json'), '{"normalize": maybe}')
  expect((await ready(await choose({}))).name).toBe(name)
  expect(lines('warn')).toEqual([expect.stringContaining('config.json is damaged')])
})

test('without internet it is said once and tried again until there is some', async () => {
  hub.manners = { status: 500 }
  const embeddings = await choose({})
  await expect.poll(() => hub.asked.length).toBeGreaterThan(3)
  expect(lines('info').filter((line) => line.startsWith('recall is by keyword only'))).toHaveLength(1)
  expect(lines('warn')).toEqual([])
  hub.manners = {}
  expect(await (await ready(embeddings)).embed(['kiln'], never)).toHaveLength(1)
})

test('closing ends a download', async () => {
  hub.manners = { silent: true }
  const embeddings = await choose({})
  await expect.poll(() => hub.asked.length).toBe(1)
  await embeddings.close()
  expect(embeddings.current()).toBeUndefined()
})
