import { execFile, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readGuide, runGuide } from '../../../server/test/guide.ts'
import { rememberOne, SCOPES, subscribed } from '../../../server/test/hooks.ts'
import { openReceiver, type Received } from '../../../server/test/receiver.ts'
import type { TestService } from '../../../server/test/service.ts'
import { useTrailCoach } from '../../../server/test/trail-coach.ts'
import { newConnectAttempt } from '../../js/src/index.ts'
import { openWorld } from '../../js/test/world.ts'
import { installed } from './installed.ts'
import { PYTHON } from './python.setup.ts'

const TESTS = fileURLToPath(new URL('../tests', import.meta.url))
const RUN = join(TESTS, 'run.py')
const REDIRECT_URI = 'https://trail-coach.example/callback'
const STORY_SCOPES = [...SCOPES, 'identity:read', 'context:read:coach', 'ai:host:chat']
const run = promisify(execFile)

// Importing the tests needs the package; what they test later is the installed one.
const source = fileURLToPath(new URL('../src', import.meta.url))
const stories: string[] = JSON.parse(
  execFileSync(PYTHON, ['-B', RUN, 'list'], { encoding: 'utf8', env: { PYTHONPATH: source } }),
)

let service: TestService
let python: Awaited<ReturnType<typeof installed>>
let env: NodeJS.ProcessEnv
let hook: { delivery: Received; secret: string }
beforeAll(async () => {
  ;[service, python] = await Promise.all([openWorld(), installed()])
  env = { PATH: `${python.bin}:${process.env.PATH}`, PYTHONPATH: python.modules, PYTHONDONTWRITEBYTECODE: '1' }
  hook = await delivered()
})
afterAll(async () => {
  python?.remove()
  await service?.stop()
})

/** A delivery of the service, and the secret it is signed with. */
async function delivered() {
  const receiver = await openReceiver()
  const { token, secret } = await subscribed(service, receiver.url, ['memory.created'])
  await rememberOne(service, token)
  const [delivery] = await receiver.until(1)
  if (!delivery) throw new Error('nothing was delivered')
  await receiver.close()
  return { delivery, secret }
}

/** The token of one app, and a redirect with a code of another. */
async function credentials() {
  const { person, developer, token } = await service.connected(STORY_SCOPES)
  const app = await service.newApp(developer, STORY_SCOPES, { redirect_uris: [REDIRECT_URI] })
  const { codeVerifier, codeChallenge } = await newConnectAttempt()
  const { redirect_to } = await service.ok('POST', '/v1/oauth/authorize', {
    cookie: person.cookie,
    body: {
      slug: app.slug,
      scopes: STORY_SCOPES,
      state: 'a-state',
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    },
  })
  return {
    token,
    spare: { redirect: redirect_to, codeVerifier, clientId: app.client_id, clientSecret: app.client_secret },
  }
}

const webhookOf = ({ delivery, secret }: typeof hook) => ({ body: delivery.raw, headers: delivery.headers, secret })

describe('the installed package', () => {
  const problems = new Map<string, string>()
  beforeAll(async () => {
    const world = {
      baseUrl: service.url,
      blocking: await credentials(),
      asynchronous: await credentials(),
      webhook: webhookOf(hook),
    }
    const { stdout } = await run(PYTHON, ['-W', 'error', RUN], { env: { ...env, WORLD: JSON.stringify(world) } })
    for (const line of stdout.trim().split('\n')) {
      const { id, problem } = JSON.parse(line)
      problems.set(id, problem)
    }
  })

  test.each(stories)('%s', (id) => {
    expect(problems.get(id)).toBe('')
  })

  test('contains its modules, types, license and nothing else', () => {
    const own = (path: string) => /^memory_service\/(?:_?\w+\/)?\w+\.py$|^memory_service\/py\.typed$/.test(path)
    const about = /^memory_service-[\d.]+\.dist-info\/(?:METADATA|RECORD|WHEEL|LICENSE|top_level\.txt)$/
    expect(python.wheel.filter((path) => !own(path) && !about.test(path))).toEqual([])
    expect(python.wheel).toEqual(expect.arrayContaining(['memory_service/__init__.py', 'memory_service/py.typed']))
    expect(python.sdist).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'pyproject.toml']))
    expect(python.metadata).toMatch(/^Requires-Python: >=3\.10$/m)
    expect(python.metadata.match(/^Requires-Dist: .*$/gm)).toEqual([expect.stringMatching(/^Requires-Dist: httpx\b/)])
  })

  test('is the same from the source distribution', () => {
    expect(python.fromSource).toEqual(python.wheel.filter((path) => path.startsWith('memory_service/')))
  })
})

/** Runs a Python file of a document; returns the lines it prints. */
async function printed(document: string, name: string, more: Record<string, string>): Promise<string[]> {
  const { stdout } = await run(PYTHON, [save(document, name)], { env: { ...env, ...more } })
  return stdout.trim().split('\n')
}

function save(document: string, name: string): string {
  const block = readGuide(document).blocks.find((each) => each.name === name)
  if (!block) throw new Error(`${document} has no ${name}`)
  const path = join(python.folder, name)
  writeFileSync(path, block.text)
  return path
}

describe('the documents', () => {
  const README = 'sdk/python/README.md'
  const RUN_HERE: Record<string, string[]> = {
    [README]: ['connect.py', 'first_call.py', 'first_async.py', 'webhook.py', 'errors.py'],
    'docs/context.md': ['bundle.py'],
    'docs/webhooks.md': ['receiver.py'],
  }

  test('have a Python example that recalls a memory, in both clients, and one that names the missing scope', async () => {
    const { token } = await service.connected(SCOPES)
    const more = { MEMORY_URL: service.url, MEMORY_TOKEN: token }
    const [recalled, listed] = await printed(README, 'first_call.py', more)
    expect(recalled).toBe('Runs along the river every Tuesday.')
    expect(listed).toMatch(/^mem_\w+ Runs along the river every Tuesday\.$/)
    expect(await printed(README, 'first_async.py', more)).toEqual(['1', 'Runs along the river every Tuesday.'])
    expect(await printed(README, 'errors.py', more)).toEqual(['ask for memory:read:finance'])
  })

  test('have an example that puts a bundle into a prompt', async () => {
    const { token } = await service.connected([...SCOPES, 'context:read:coach'])
    await rememberOne(service, token)
    const more = { MEMORY_URL: service.url, MEMORY_TOKEN: token }
    const lines = await printed('docs/context.md', 'bundle.py', more)
    expect(lines).toEqual([
      'What you know about the person:',
      expect.stringMatching(/^- Runs on Tuesdays\. \(\d{4}-\d\d-\d\d\)$/),
    ])
  })

  test('have an example that connects a person', async () => {
    const [person, developer] = await Promise.all([service.newPerson(), service.newDeveloper()])
    const app = await service.newApp(developer, SCOPES, { redirect_uris: [REDIRECT_URI] })
    save(README, 'connect.py')
    const more = { MEMORY_URL: service.url, CLIENT_ID: app.client_id, CLIENT_SECRET: app.client_secret }
    const python = async (code: string) => {
      const cwd = { ...env, ...more, PYTHONPATH: `${env.PYTHONPATH}:${join(env.PYTHONPATH!, '..')}` }
      const { stdout } = await run(PYTHON, ['-c', `import json, connect\n${code}`], { env: cwd })
      return JSON.parse(stdout)
    }
    const { url, ...attempt } = await python(`print(json.dumps(connect.begin("${app.slug}", "${REDIRECT_URI}")))`)
    const { client: slug, scope, ...asked } = Object.fromEntries(new URL(url).searchParams)
    const { redirect_to } = await service.ok('POST', '/v1/oauth/authorize', {
      cookie: person.cookie,
      body: { ...asked, slug, scopes: scope?.split(' ') },
    })
    const args = [redirect_to, attempt.state, attempt.code_verifier].map((each) => JSON.stringify(each)).join(', ')
    expect(await python(`print(json.dumps(connect.finish(${args})))`)).toMatchObject({ scopes: scope?.split(' ') })
  })

  test.each([
    [README, 'webhook.py'],
    ['docs/webhooks.md', 'receiver.py'],
  ])('have an example that verifies a webhook: %s, %s', async (document, name) => {
    const { body, headers, secret } = webhookOf(hook)
    const module = save(document, name).split('/').at(-1)?.replace('.py', '')
    const sent = JSON.stringify(JSON.stringify([body, headers]))
    const code = `import json, ${module}
body, headers = json.loads(${sent})
print(${module}.handle(body.encode(), headers), ${module}.handle(body.encode() + b" ", headers))`
    const path = `${env.PYTHONPATH}:${join(env.PYTHONPATH!, '..')}`
    const { stdout } = await run(PYTHON, ['-c', code], { env: { ...env, PYTHONPATH: path, WEBHOOK_SECRET: secret } })
    expect(stdout).toMatch(/204 401$/m)
  })

  test('have a quick start in Python', async () => {
    const allow = async (line: string) => {
      const [url] = /http:\S+/.exec(line) ?? []
      if (!url || !line.startsWith('Open ')) return
      const { headers } = await fetch(url, { redirect: 'manual' })
      const { client: slug, scope = '', ...rest } = Object.fromEntries(new URL(headers.get('location')!).searchParams)
      const { redirect_to } = await service.ok('POST', '/v1/oauth/authorize', {
        cookie: (await service.newPerson()).cookie,
        body: { slug, scopes: scope.split(' '), ...rest },
      })
      await fetch(redirect_to)
    }
    const { PATH = '', PYTHONPATH = '' } = env
    await runGuide(readGuide('docs/quickstart-python.md'), { service, onLine: allow, env: { PATH, PYTHONPATH } })
  })

  test('have no other Python than what is run', () => {
    const found = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8', cwd: join(TESTS, '../../..') })
      .trim()
      .split('\n')
      .filter((path) => path !== 'docs/quickstart-python.md')
      .map((path) => [path, readGuide(path).blocks.flatMap(({ language, name }) => (language === 'py' ? [name] : []))])
      .filter(([, names]) => names?.length)
    expect(Object.fromEntries(found)).toEqual(RUN_HERE)
  })
})

test('Trail Coach with FastAPI connects a person, logs runs and advises', async () => {
  const app = fileURLToPath(new URL('../../../examples/trail-coach/fastapi_app.py', import.meta.url))
  await useTrailCoach(service, PYTHON, [app], env)
})
