import { expect, test } from 'vitest'
import * as chatSamples from './chat-samples.ts'
import { contents, json, lines, readAll, zipped } from './reading.ts'
import * as storeSamples from './store-samples.ts'

test('reads a ChatGPT chat along the branch that was shown last', async () => {
  const { formats, memories, chats, messages, candidates } = await readAll(json([chatSamples.CHATGPT_CHAT]))
  expect(formats).toEqual(['chatgpt-export'])
  expect(memories).toEqual([])
  expect(chats).toMatchObject([{ title: 'Knots', externalId: 'conv-knots', createdAt: '2025-10-09T08:53:20.250Z' }])
  expect(messages.map(({ role, content, createdAt }) => [role, content, createdAt])).toEqual([
    ['user', 'Which knot holds a wet rope?', '2025-10-09T08:53:21.000Z'],
    ['assistant', 'The bowline.', '2025-10-09T08:53:23.000Z'],
    // Without a time of its own, right after the message before.
    ['user', "I'm allergic to hazelnuts. And the second best?", '2025-10-09T08:53:23.001Z'],
    ['assistant', 'A sheet bend.', '2025-10-09T08:53:26.000Z'],
  ])
  expect(candidates.map(({ origin, content, isPreselected }) => [origin, content, isPreselected])).toEqual([
    ['chat', "I'm allergic to hazelnuts.", false],
    ['custom_instructions', 'I mend nets in Tromsø.', false],
    ['custom_instructions', 'Keep it short.', false],
    ['saved_by_assistant', 'Owns a rowing boat called Skua.', true],
  ])
  expect(messages.find(({ id }) => id === candidates[0]?.messageId)?.content).toContain('hazelnuts')
})

test('marks a chat that is not to be remembered, and finds nothing in it', async () => {
  const { chats, candidates } = await readAll(json([chatSamples.CHATGPT_CHAT, chatSamples.CHATGPT_PRIVATE]))
  expect(chats.map(({ externalId, doNotRemember }) => [externalId, doNotRemember])).toEqual([
    ['conv-knots', undefined],
    ['conv-private', true],
  ])
  expect(candidates.filter(({ chatId }) => chatId === chats[1]?.id && chats[1])).toEqual([])
  const again = await readAll(lines([{ format: 'memory-service', version: 1 }, ...chats]))
  expect(again.chats.map(({ doNotRemember }) => doNotRemember)).toEqual([undefined, true])
})

test('adds only what is new when a later export is read', async () => {
  const before = await readAll(json([chatSamples.CHATGPT_CHAT]))
  const again = await readAll(await zipped({ 'x.json': json([chatSamples.CHATGPT_CHAT]) }))
  expect(again.messages).toEqual(before.messages)
  expect(again.candidates).toEqual(before.candidates)
  const later = await readAll(json([chatSamples.CHATGPT_CHAT_LATER]))
  expect(later.chats.map(({ id }) => id)).toEqual(before.chats.map(({ id }) => id))
  const known = new Set(before.messages.map(({ id }) => id))
  expect(contents(later.messages.filter(({ id }) => !known.has(id)))).toEqual(['My brother Odd lives in Bodø.'])
})

test('reads the newest version of a chat that is in two files', async () => {
  const files = { 'b.json': json([chatSamples.CHATGPT_CHAT_LATER]), 'a.json': json([chatSamples.CHATGPT_CHAT]) }
  const { chats, messages } = await readAll(await zipped(files))
  expect(chats).toHaveLength(1)
  expect(messages).toHaveLength(5)
})

test('reads one chat that is no list, and an archive in an archive', async () => {
  const inner = new Blob([(await zipped({ 'c.json': json(chatSamples.CHATGPT_CHAT) })) as Uint8Array<ArrayBuffer>])
  const { formats, messages } = await readAll(await zipped({ 'report.html': '<html></html>', 'inner.bin': inner }))
  expect(formats).toEqual(['chatgpt-export'])
  expect(messages).toHaveLength(4)
})

test('reads no facts from a chat that is not to be remembered', async () => {
  const { chats, candidates } = await readAll(json([chatSamples.CHATGPT_PRIVATE]))
  expect(chats).toHaveLength(1)
  expect(candidates).toEqual([])
})

test('makes ids that sort in the order of the chat', async () => {
  const { messages } = await readAll(json([chatSamples.CHATGPT_CHAT, chatSamples.CLAUDE_CHAT]))
  const ids = messages.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort())
  for (const id of ids) expect(id).toMatch(/^msg_[0-9a-hjkmnp-tv-z]{26}$/)
})

test('splits a message that is longer than the service stores', async () => {
  const chat = structuredClone(chatSamples.CLAUDE_CHAT)
  const text = 'herring '.repeat(20_000).trim()
  chat.chat_messages = [{ ...chat.chat_messages[0]!, content: [], text }]
  const { messages } = await readAll(json([chat]))
  expect(messages.map(({ content }) => content.length > 64_000)).toEqual([false, false, false])
  expect(messages.map(({ content }) => content).join('')).toBe(text)
  expect(new Set(messages.map(({ id }) => id)).size).toBe(3)
})

test('reads a Claude chat, its memories and its parts', async () => {
  const parts = [json([chatSamples.CLAUDE_CHAT]), json(chatSamples.CLAUDE_MEMORIES)]
  const { formats, chats, messages, memories, candidates } = await readAll(parts)
  expect(formats).toEqual(['claude-export'])
  expect(memories).toEqual([])
  expect(chats).toMatchObject([{ title: null }])
  expect(contents(messages)).toEqual(['I teach pottery in Aarhus.', 'Which clay do you use?', 'Stoneware.'])
  expect(candidates.map(({ origin, content }) => [origin, content])).toEqual([
    ['chat', 'I teach pottery in Aarhus.'],
    ['assistant_memory', 'Ingrid throws bowls.'],
    ['assistant_memory', 'She sells them at a market.'],
    ['assistant_memory', 'The kiln holds forty bowls.'],
  ])
  const batch = await zipped({ 'c.json': parts[0]!, 'm.json': json([chatSamples.CLAUDE_MEMORIES]) })
  expect((await readAll(batch)).candidates).toEqual(candidates)
})

test('names the files to download when it gets the list of a Claude export', async () => {
  const manifest = { files: [{ name: 'conversations-000.zip', url: 'https://example.com/1' }] }
  await expect(readAll(json(manifest))).rejects.toMatchObject({
    code: 'manifest',
    message: expect.stringContaining('conversations-000.zip'),
  })
})

test('reads Gemini activity, one chat for each thread', async () => {
  const { formats, chats, messages } = await readAll(json(chatSamples.GEMINI_ACTIVITY))
  expect(formats).toEqual(['gemini-activity'])
  expect(chats).toMatchObject([{ externalId: '0123456789abcdef' }])
  expect(contents(messages)).toEqual([
    'What to wear at sea?',
    'Layers:\n\n- wool\n- oilskin',
    'And in winter?',
    'Wool & down.',
  ])
})

test('reads Gemini activity from HTML with an English date', async () => {
  const { chats, messages } = await readAll(chatSamples.GEMINI_HTML)
  expect(chats).toMatchObject([{ createdAt: '2026-01-05T14:07:02.000Z' }])
  expect(contents(messages)).toEqual(['How deep is the fjord?', 'About 600 metres.'])
})

test('reads Gemini activity in a language whose words before the prompt are not known', async () => {
  const record = (title: string, minute: number, answer?: string) => ({
    header: 'Aplicaciones de Gemini',
    title,
    time: `2026-02-11T08:0${minute}:00Z`,
    products: ['Aplicaciones de Gemini'],
    ...(answer ? { safeHtmlItem: [{ html: `<p>${answer}</p>` }] } : {}),
  })
  const { formats, messages } = await readAll(
    json([
      record('Has usado Gemini', 3),
      record('Has preguntado: ¿Qué pez vive aquí?', 2, 'La trucha.'),
      record('Has preguntado: ¿Qué hora es?', 1, 'Las ocho.'),
    ]),
  )
  expect(formats).toEqual(['gemini-activity'])
  expect(contents(messages)).toEqual(['¿Qué hora es?', 'Las ocho.', '¿Qué pez vive aquí?', 'La trucha.'])
})

test.each([
  ['11.02.2026, 09:15:04 MEZ', '2026-02-11T08:15:04.000Z'],
  ['11. Feb. 2026, 09:15:04 MEZ', '2026-02-11T08:15:04.000Z'],
  ['11 févr. 2026, 09:15:04 CET', '2026-02-11T08:15:04.000Z'],
  ['11 de fev. de 2026, 09:15:04 BRT', '2026-02-11T12:15:04.000Z'],
  ['2026/02/11 9:15:04 JST', '2026-02-11T00:15:04.000Z'],
  ['Feb 11, 2026, 9:15:04\u202fAM GMT-03:30', '2026-02-11T12:45:04.000Z'],
])('reads the time %s of Gemini activity in HTML', async (written, time) => {
  const html = chatSamples.GEMINI_HTML.replace(/<br>[^<]*\d{4}[^<]*<br>/, `<br>${written}<br>`)
  expect(html).toContain(written)
  const { messages } = await readAll(html)
  expect(messages[0]?.createdAt).toBe(time)
})

test('reads the chats of Grok, Le Chat, Perplexity, Copilot and Letta', async () => {
  const grok = await readAll(json(chatSamples.GROK))
  expect(contents(grok.messages)).toEqual(['When is high water?', 'At seven.'])
  const leChat = await readAll(json(chatSamples.LE_CHAT))
  expect(contents(leChat.messages)).toEqual(['Er du der?', 'Ja.'])
  const thread = { metadata: { thread_id: 't' }, conversations: [{ query: 'Why?', answer: 'Because.', sources: [] }] }
  expect(contents((await readAll(json(thread))).messages)).toEqual(['Why?', 'Because.'])
  const table =
    '\ufeffConversation,Time,Author,Message\r\nBread,2026-01-01T10:00:00,user,"Is ""rye"" hard,\nor not?"\r\n'
  expect(contents((await readAll(table)).messages)).toEqual(['Is "rye" hard,\nor not?'])
  const letta = await readAll(json(chatSamples.LETTA))
  expect(contents(letta.messages)).toEqual(['I sell bowls.', 'How many?'])
  expect(contents(letta.candidates)).toEqual(['Name: Ingrid. Throws bowls.'])
})

test('recognises several services in one archive', async () => {
  const files = {
    'a.json': json([chatSamples.CHATGPT_CHAT]),
    'b.json': json([chatSamples.CLAUDE_CHAT]),
    'c.jsonl': lines(storeSamples.LANGGRAPH),
  }
  const { formats } = await readAll(await zipped(files))
  expect(formats.sort()).toEqual(['chatgpt-export', 'claude-export', 'langgraph-store'])
})
