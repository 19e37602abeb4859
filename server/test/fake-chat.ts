import type { ChatModel, Usage } from '../src/foundation/models/chat.ts'

export const FAKE_USAGE: Usage = { tokensIn: 7, tokensOut: 5, model: 'fake', estimated: false }

/** A chat model in this process that always says the same; for tests that walk all routes. */
export const fakeChat: ChatModel = {
  name: 'fake',
  async *reply() {
    yield { kind: 'text', text: 'Well ' }
    yield { kind: 'text', text: 'said.' }
    yield { kind: 'end', usage: FAKE_USAGE, finish: 'stop' }
  },
  async answer(_messages, { schema }) {
    return { value: schema.parse({ toneTags: ['calm'], memoryCandidates: [] }) as never, usage: FAKE_USAGE }
  },
}
