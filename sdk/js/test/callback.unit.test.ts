import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { handleCallback, MemoryServiceError, newConnectAttempt } from '../src/index.ts'

const baseUrl = 'https://memory.example'
const answered = { connection_token: 'mst_1', connection_id: 'con_1', ai_id: 'ai_1', scopes: ['identity:read'] }

/** One attempt to connect, and a fake service that exchanges any code. */
async function attempt() {
  const { state, codeVerifier } = await newConnectAttempt()
  const sent: unknown[] = []
  const options = {
    baseUrl,
    clientId: 'cli_1',
    clientSecret: 'sec_1',
    state,
    codeVerifier,
    fetch: async (_url: string, { body }: RequestInit) => {
      sent.push(JSON.parse(String(body)))
      return Response.json(answered)
    },
  }
  const good = { code: 'cod_1', state, iss: baseUrl }
  const back = (query: Record<string, string | undefined>) =>
    `/callback?${new URLSearchParams(JSON.parse(JSON.stringify({ ...good, ...query })))}`
  return { options, sent, back, state, codeVerifier }
}

const refusalOf = (call: Promise<unknown>): Promise<MemoryServiceError> =>
  call.then(
    () => expect.fail('it was taken'),
    (error) => error,
  )

describe('handleCallback', () => {
  test('exchanges the code of a full URL or of a path with query', async () => {
    const { options, sent, back, codeVerifier } = await attempt()
    const redirectUri = 'https://app.example/callback'
    for (const url of [back({}), `https://app.example${back({})}`, new URL(back({}), 'https://app.example')])
      expect(await handleCallback(url, { ...options, redirectUri })).toEqual(answered)
    const credentials = { client_id: 'cli_1', client_secret: 'sec_1' }
    const exchanged = { code: 'cod_1', code_verifier: codeVerifier, redirect_uri: redirectUri, ...credentials }
    expect(sent).toEqual(Array(3).fill(exchanged))
  })

  test('rejects a redirect whose issuer is not exactly the BASE_URL of the service', async () => {
    const { options, sent, back } = await attempt()
    for (const iss of [undefined, '', 'https://evil.example', `${baseUrl}/`, `${baseUrl}.evil.example`]) {
      const refused = await refusalOf(handleCallback(back({ iss }), options))
      expect(refused).toMatchObject({ code: 'invalid_callback', details: { reason: 'issuer' } })
      expect(refused.message).toContain(`not from ${baseUrl}.`)
    }
    const elsewhere = { ...options, baseUrl: 'http://memory.internal:8787/' }
    expect((await refusalOf(handleCallback(back({}), elsewhere))).code).toBe('invalid_callback')
    expect(sent).toEqual([])
    await handleCallback(back({}), { ...elsewhere, issuer: baseUrl })
    expect(sent).toHaveLength(1)
  })

  test('rejects a redirect with another state, and every redirect without a stored state', async () => {
    const { options, sent, back, state } = await attempt()
    const others = fc.oneof(
      fc.string(),
      fc.nat(42).map((at) => state.slice(0, at)),
      fc.constant(`${state} `),
    )
    await fc.assert(
      fc.asyncProperty(others, async (other) => {
        const refused = await refusalOf(handleCallback(back({ state: other }), options))
        expect(refused).toMatchObject({ code: 'invalid_callback', details: { reason: 'state' } })
      }),
    )
    for (const [stored, received] of [
      [undefined, state],
      [undefined, undefined],
      ['', ''],
      [state, undefined],
    ]) {
      const refused = await refusalOf(handleCallback(back({ state: received }), { ...options, state: stored }))
      expect(refused).toMatchObject({ details: { reason: 'state' } })
    }
    expect(sent).toEqual([])
  })

  test('throws access_denied or connect_failed, but only after checking state and issuer', async () => {
    const { options, sent, back } = await attempt()
    const denied = back({ code: undefined, error: 'access_denied' })
    expect(await refusalOf(handleCallback(denied, options))).toMatchObject({ code: 'access_denied' })
    const failed = await refusalOf(
      handleCallback(back({ error: 'invalid_scope', error_description: 'Outside the manifest.' }), options),
    )
    expect(failed).toBeInstanceOf(MemoryServiceError)
    expect(failed).toMatchObject({
      code: 'connect_failed',
      message: 'The user could not be asked: Outside the manifest.',
      details: { error: 'invalid_scope', description: 'Outside the manifest.' },
    })
    for (const forged of [{ state: 'guessed' }, { iss: 'https://evil.example' }]) {
      const url = back({ code: undefined, error: 'access_denied', ...forged })
      expect(await refusalOf(handleCallback(url, options))).toMatchObject({ code: 'invalid_callback' })
    }
    expect(sent).toEqual([])
  })

  test('rejects a missing code, repeated parameters and invalid URLs', async () => {
    const { options, sent, back } = await attempt()
    const twice = ['code', 'state', 'iss', 'error'].map((name) => `${back({ error: 'x' })}&${name}=other`)
    for (const url of [back({ code: undefined }), back({ code: '' }), ...twice, 'http://[', '//'])
      expect(await refusalOf(handleCallback(url, options)), url).toMatchObject({
        code: 'invalid_callback',
        details: { reason: 'malformed' },
      })
    expect(sent).toEqual([])
  })
})
