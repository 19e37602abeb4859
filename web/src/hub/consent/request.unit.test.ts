import { describe, expect, test } from 'vitest'
import { parseConsentRequest } from './request.ts'

describe('parseConsentRequest', () => {
  test('returns the values of the query unchanged', () => {
    const query = new URLSearchParams({
      client: 'trail-coach',
      redirect_uri: 'https://trail.example/back?to=1',
      scope: 'memory:read:fitness.* memory:write:fitness',
      state: '007',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      resource: 'https://memory.example/mcp',
    })
    expect(parseConsentRequest(`?${query}`)).toEqual({
      app: { slug: 'trail-coach' },
      redirectUri: 'https://trail.example/back?to=1',
      scope: 'memory:read:fitness.* memory:write:fitness',
      passthrough: {
        state: '007',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
        resource: 'https://memory.example/mcp',
      },
    })
  })

  test('names the app by its client id', () => {
    expect(parseConsentRequest('?client_id=cli_1')).toMatchObject({ app: { client_id: 'cli_1' } })
    expect(parseConsentRequest('?client=cli_1')).toMatchObject({ app: { client_id: 'cli_1' } })
    expect(parseConsentRequest('?client=coach&client_id=cli_1')).toMatchObject({ app: { slug: 'coach' } })
  })

  test('leaves out missing and empty values', () => {
    for (const query of ['', '?client=&scope=&state='])
      expect(parseConsentRequest(query)).toEqual({
        app: { slug: '' },
        redirectUri: undefined,
        scope: undefined,
        refused: undefined,
        passthrough: {
          state: undefined,
          code_challenge: undefined,
          code_challenge_method: undefined,
          resource: undefined,
        },
      })
  })
})
