import type { ChatModel, Usage } from '../src/foundation/models/chat.ts'

export const FAKE_USAGE: Usage = { tokensIn: 7, tokensOut: 5, model: 'fake', estimated: false }

/** An in-process chat model with fixed output, for tests that call every route. */
export const fakeChat: ChatModel = {
  name: 'fake',
  async *stream() {
    yield { kind: 'text', text: 'Well ' }
    yield { kind: 'text', text: 'said.' }
    yield { kind: 'end', usage: FAKE_USAGE }
  },
  async structuredOutput(_messages, { schema }) {
    return { value: schema.parse({ toneTags: ['calm'], memoryCandidates: [] }) as never, usage: FAKE_USAGE }
  },
}
