import type OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { asked, clientOf } from './openai-client.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'
import { type Frame, type TestService, testService } from './service.ts'

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*', 'ai:host:chat']

/** A service with a scripted chat model for the tests of one file, and what they do through OpenAI's client. */
export function openaiService() {
  const own = {} as { service: TestService; model: ScriptedModel }
  beforeAll(async () => {
    own.model = await scriptedModel()
    const model = { url: own.model.url, name: 'a-model', apiKey: 'the operators key' }
    own.service = await testService({ rateLimit: 10_000, model })
  })
  afterAll(async () => {
    await own.service?.stop()
    await own.model?.close()
  })
  beforeEach(async () => {
    await own.service.ports.background.idle()
    own.model.requests.length = 0
    own.model.passed.length = 0
  })
  return Object.assign(own, {
    /** A connected app and its client. */
    async connected(scopes = SCOPES) {
      const made = await own.service.connected(scopes)
      return { ...made, client: clientOf(own.service, made.token) }
    },
    /** Sets the candidates that the model proposes. */
    brings: (...memoryCandidates: object[]) => own.model.structured({ json: { toneTags: [], memoryCandidates } }),
    contentsOf: async (token: string): Promise<string[]> =>
      (await own.service.get('/v1/memories', token)).memories.map(({ content }: Frame) => content),
    /** The body of the last request that was passed on. */
    sent: () => own.model.passed.at(-1)?.body,
  })
}

export const candidate = (content: string) => ({ type: 'goal', scope: 'fitness', content, importance: 70 })

/** The chunks of a streamed completion. */
export async function chunksOf(client: OpenAI, more: Partial<OpenAI.Chat.ChatCompletionCreateParamsStreaming> = {}) {
  const chunks: Frame[] = []
  const stream = await client.chat.completions.create({ ...asked(), ...more, stream: true })
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}
