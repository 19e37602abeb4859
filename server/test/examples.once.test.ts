import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from './service.ts'

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
