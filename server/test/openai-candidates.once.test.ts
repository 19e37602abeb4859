import { describe, expect, test } from 'vitest'
import { asked, failureOf, type Message, SAID, user } from './openai-client.ts'
import { candidate, chunksOf, openaiService } from './openai-service.ts'

/** What completions leave behind, and what ends them, through OpenAI's client. */

const MARMOSET = 'The marmoset runs the half marathon.'

const own = openaiService()
const { connected, brings, contentsOf, sent } = own

describe('candidates', () => {
  test('are extracted from what the user said, and recorded after the response', async () => {
    const { client, token } = await connected()
    const proposed = candidate('Signed up for the half marathon in May.')
    for (const stream of [false, true]) {
      brings(proposed)
      const messages: Message[] = [
        { role: 'system', content: 'You are a pirate.' },
        user('Ahoy!'),
        user(`${SAID} ${stream}`),
      ]
      if (stream) await chunksOf(client, { messages })
      else await client.chat.completions.create(asked({ messages }))
      await own.service.ports.background.idle()
      expect(await contentsOf(token)).toEqual([proposed.content])
      const lookedThrough = JSON.stringify(own.model.requestsOf('structured').at(-1)?.body.messages)
      expect(lookedThrough).toContain(SAID)
      expect(lookedThrough).not.toMatch(/pirate|Ahoy/)
    }
  })

  test('are not extracted from an ephemeral turn, or from the result of a tool', async () => {
    const { client, token } = await connected()
    await client.chat.completions.create(asked({ metadata: { ephemeral: 'true' } }))
    const calls = [{ id: 'c1', type: 'function' as const, function: { name: 'get_weather', arguments: '{}' } }]
    const afterTool: Message[] = [
      user(SAID),
      { role: 'assistant', tool_calls: calls },
      { role: 'tool', tool_call_id: 'c1', content: 'I ski.' },
    ]
    await own.service.remember(token, [{ content: MARMOSET, scope: 'fitness' }])
    await client.chat.completions.create(asked({ messages: afterTool }))
    expect(JSON.stringify(sent().messages[0])).toContain('marmoset')
    await own.service.ports.background.idle()
    expect(own.model.requestsOf('structured')).toEqual([])
    expect(await contentsOf(token)).toEqual([MARMOSET])
  })

  test('are not extracted from a turn that the client left, whose call is cancelled', async () => {
    const { client, token } = await connected()
    own.model.answers({ text: 'And so it goes on', hang: true }, { hang: true })
    const stream = await client.chat.completions.create({ ...asked(), stream: true })
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
    await own.model.until(() => own.model.passed[0]?.state === 'closed')
    const leaving = new AbortController()
    const call = client.chat.completions.create(asked(), { signal: leaving.signal })
    await own.model.until(() => own.model.passed.length === 2)
    leaving.abort()
    await expect(call).rejects.toThrow()
    await own.model.until(() => own.model.passed[1]?.state === 'closed')
    await own.service.ports.background.idle()
    expect(own.model.requestsOf('structured')).toEqual([])
    expect((await own.service.get('/v1/quota', token)).hosted_tokens.used).toBeGreaterThan(0)
  })
})

test('a stream ends when the person pauses the connection', async () => {
  const { person, client, token } = await connected()
  own.model.answers({ text: 'And so it goes on', hang: true })
  const { id } = await own.service.get('/v1/connection', token)
  const heard = (async () => {
    const stream = await client.chat.completions.create({ ...asked(), stream: true })
    for await (const { choices } of stream)
      if (choices[0]?.delta.content)
        await own.service.ok('POST', `/v1/connections/${id}/pause`, { cookie: person.cookie })
  })()
  expect(await failureOf(heard)).toMatchObject({ code: 'connection_paused' })
  await own.model.until(() => own.model.passed[0]?.state === 'closed')
})
