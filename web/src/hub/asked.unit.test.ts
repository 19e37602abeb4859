import { expect, test } from 'vitest'
import { askedIn } from './asked.ts'

test('what an app sends is handed on as it was sent', () => {
  const query = new URLSearchParams({
    client: 'trail-coach',
    redirect_uri: 'https://trail.example/back?to=1',
    scope: 'memory:read:fitness.* memory:write:fitness',
    state: '007',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    resource: 'https://memory.example/mcp',
  })
  expect(askedIn(`?${query}`)).toEqual({
    client: 'trail-coach',
    redirectUri: 'https://trail.example/back?to=1',
    scope: 'memory:read:fitness.* memory:write:fitness',
    passed: {
      state: '007',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      resource: 'https://memory.example/mcp',
    },
  })
})

test('what was not sent, or sent empty, is left to the service', () => {
  const nothing = { state: undefined, code_challenge: undefined, code_challenge_method: undefined, resource: undefined }
  for (const query of ['', '?client=&scope=&state='])
    expect(askedIn(query)).toEqual({
      client: '',
      redirectUri: undefined,
      scope: undefined,
      refused: undefined,
      passed: nothing,
    })
})
