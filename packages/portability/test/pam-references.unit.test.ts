import { expect, test } from 'vitest'
import type { PortableRecord } from '../src/records.ts'
import { writePam } from '../src/writers/pam.ts'
import { CHATGPT_CHAT } from './chat-samples.ts'
import { json, readAll } from './reading.ts'

const OPTIONS = { writtenBy: 'memory-service/1.2.3', now: new Date('2026-11-22T12:00:00Z'), owner: 'ingrid-1' }

const memory = (conversation: string): PortableRecord => ({
  kind: 'memory',
  memory: {
    ...{ id: 'pam:m1', externalId: 'm1', content: 'Owns a boat.', scope: 'home', type: 'fact' },
    metadata: { pam: json({ provenance: { platform: 'other', conversation_ref: conversation } }) },
  },
})
const referenceIn = async (records: PortableRecord[], document?: Record<string, unknown>) => {
  const [store] = await writePam(records, document ? { ...OPTIONS, document } : OPTIONS)
  return JSON.parse(store?.text ?? '').memories[0].provenance.conversation_ref
}

test('writes a reference to a conversation only if the store lists it, or lists none', async () => {
  const { chats } = await readAll(json([CHATGPT_CHAT]))
  const chat = { kind: 'chat', chat: chats[0] } as PortableRecord
  expect(await referenceIn([memory('conv-1'), chat])).toBeNull()
  expect(await referenceIn([memory('conv-1')])).toBe('conv-1')
  expect(await referenceIn([memory(chats[0]?.id ?? ''), chat])).toBe(chats[0]?.id)
  const document = { conversations_index: [{ id: 'conv-1', derived_memories: [] }] }
  expect(await referenceIn([memory('conv-1'), chat], document)).toBe('conv-1')
})
