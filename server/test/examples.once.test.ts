import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { scriptedModel } from './scripted-model.ts'
import { type TestService, testService } from './service.ts'
import { useTrailCoach } from './trail-coach.ts'

const examples = new URL('../../examples/', import.meta.url)

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service?.stop())

describe('the examples', () => {
  test('load a conversation of several sessions and recall its answers', async () => {
    const { questions } = JSON.parse(readFileSync(new URL('conversation.json', examples), 'utf8'))
    const script = fileURLToPath(new URL('conversation.mjs', examples))
    // Exits with 1 if too few answers are among the first five results.
    const { stdout } = await promisify(execFile)(process.execPath, [script], {
      env: { ...process.env, BASE: service.url },
    })
    for (const { question } of questions) expect(stdout).toContain(question)
    expect(Number(/recall@5 ([\d.]+)/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(0.8)
  })
})

describe('Trail Coach', () => {
  const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*']
  const fileOf = (name: string) => fileURLToPath(new URL(`trail-coach/${name}`, examples))

  test('with Express connects a person, logs runs and advises', async () => {
    await useTrailCoach(service, process.execPath, [fileOf('express.mjs')])
  })

  test('with Next.js and the AI SDK answers with what is known, and sends what was said', async () => {
    const model = await scriptedModel()
    const { token } = await service.connected(SCOPES)
    await service.remember(token, [{ content: 'Runs along the river every Tuesday.', scope: 'fitness' }])
    vi.stubEnv('MEMORY_URL', service.url)
    vi.stubEnv('OPENAI_BASE_URL', model.url)
    vi.stubEnv('OPENAI_API_KEY', 'a-key')
    try {
      const { POST } = await import(/* @vite-ignore */ fileOf('next-route.mjs'))
      const parts = [{ type: 'text', text: 'On which day do I run along the river?' }]
      const ask = (cookie: string) =>
        POST(
          new Request('http://coach.example/api/coach', {
            method: 'POST',
            headers: { cookie },
            body: JSON.stringify({ id: 'chat-1', messages: [{ id: '1', role: 'user', parts }] }),
          }),
        ) as Promise<Response>
      expect((await ask('')).status).toBe(401)
      model.chat('On Tuesday.')
      expect(await (await ask(`coach_token=${token}`)).text()).toContain('Tuesday')
      expect(JSON.stringify(model.requestsOf('chat').at(-1)?.body.messages)).toContain('Runs along the river')
      await expect
        .poll(async () => (await service.get('/v1/turns?conversationId=chat-1', token)).items)
        .toMatchObject([
          { role: 'assistant', content: 'On Tuesday.' },
          { role: 'user', content: parts[0]?.text },
        ])
    } finally {
      vi.unstubAllEnvs()
      await model.close()
    }
  })

  test('with LangGraph knows the earlier runs', async () => {
    const model = await scriptedModel()
    const { token } = await service.connected(SCOPES)
    const env = { PATH: process.env.PATH, MEMORY_URL: service.url, MEMORY_TOKEN: token }
    const upstream = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'a-key' }
    const run = async (what: string) =>
      (await promisify(execFile)(process.execPath, [fileOf('langgraph.mjs'), what], { env: { ...env, ...upstream } }))
        .stdout
    expect(await run('Ran 12 km on the ridge trail.')).toBe('Knew 0 runs.\nHello.\n')
    expect(await run('Ran 5 km on the ridge trail.')).toBe('Knew 1 runs.\nHello.\n')
    await model.close()
  })

  test('over MCP alone logs a run and prints a prompt', async () => {
    const { token } = await service.connected(SCOPES)
    const env = { PATH: process.env.PATH, MEMORY_URL: service.url, MEMORY_TOKEN: token }
    const { stdout } = await promisify(execFile)(process.execPath, [fileOf('mcp.mjs')], { env })
    expect(stdout).toContain('Ran 8 km on the river trail.')
  })
})
