import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openHttpChat } from '../src/foundation/models/http-chat.ts'
import { clientAt } from './apart.ts'
import { newDataDirectory } from './data-directory.ts'
import { LOADED } from './days.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './process.ts'
import { scriptedModel } from './scripted-model.ts'
import { testService } from './service.ts'
import { connectedTo, QUESTION } from './turns.ts'

/** Extractions from conversations of a process that is killed, and of many at once. */

const LEASE_MS = 15 * 60_000
const FACT = { type: 'fact', scope: 'fitness', content: 'Has a sore left knee.', importance: 60 }

test('an extraction survives the death of the process', { timeout: 600_000 }, async () => {
  const model = await scriptedModel()
  onTestFinished(() => model.close())
  const folder = await newDataDirectory()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const more = { DATA_DIR: folder, RELATIONS: 'off', MODEL_URL: model.url, MODEL_NAME: 'a-model' }
  const env = { ...LOADED, PORT: String(port), ...more }
  const first = await startProcess(env, Date.now(), 1)
  const { connected, call, contents } = clientAt(`http://127.0.0.1:${port}`)
  const { token, cookie } = await connected()
  model.structured({ hang: true }, { json: { memoryCandidates: [FACT] } })
  await call('POST', '/v1/turns', { token, body: { messages: [QUESTION], scope: 'fitness' } })
  await expect.poll(() => model.requestsOf('structured').length).toBe(1)
  await first.kill()
  // Its clock is ahead by the lease.
  const second = await startProcess(env, Date.now() - LEASE_MS, 2)
  onTestFinished(() => second.kill())
  await expect.poll(() => contents(cookie), { timeout: 60_000 }).toEqual([FACT.content])
  expect((await call('GET', '/v1/turns', { token })).items).toEqual([])
})

test('an app and a person with many requests do not delay those of others', async () => {
  const model = await scriptedModel()
  onTestFinished(() => model.close())
  let now = Date.parse('2026-11-23T10:00:00.000Z')
  const chat = openHttpChat({ url: model.url, name: 'a-model' })
  const service = await testService({}, { chat, clock: () => new Date(now) })
  onTestFinished(() => service.stop())
  model.structured(
    ...Array.from({ length: 200 }, () => ({ body }: { body: unknown }) => {
      const isFlood = JSON.stringify(body).includes('flood')
      return isFlood ? { hang: true } : { json: { memoryCandidates: [] } }
    }),
  )
  const flooding = await connectedTo(service)
  const statuses: string[] = []
  for (let i = 0; i < 101; i++) {
    const messages = [{ role: 'user', content: `This is flood ${i}.` }]
    statuses.push((await flooding.as('POST', '/v1/turns', { messages })).extraction)
  }
  // What exceeds the bound of a person and app stays as a transcript.
  expect(statuses.lastIndexOf('queued')).toBe(99)
  expect(statuses.at(-1)).toBe('off')
  // All of them become due.
  now += 200_000
  service.ports.extractions.nudge()
  await expect.poll(() => model.requestsOf('structured').length).toBeGreaterThan(1)
  const quiet = await connectedTo(service)
  await quiet.as('POST', '/v1/turns', { messages: [QUESTION] })
  await expect.poll(async () => (await quiet.as('GET', '/v1/turns')).items).toEqual([])
  // The same person with another app, too.
  const other = await connectedTo(service, undefined, flooding.person)
  await other.as('POST', '/v1/turns', { messages: [QUESTION] })
  await expect.poll(async () => (await other.as('GET', '/v1/turns')).items).toEqual([])
  await model.goOffline()
})
