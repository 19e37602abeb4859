import { expect, test } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

const of = (baseUrl: string, hubUrl = baseUrl) => relyingPartyOf({ baseUrl, hubUrl })

test('passkeys are bound to the host name of BASE_URL, and accepted from its pages and those of HUB_URL', () => {
  expect(of('https://memory.example')).toEqual({ id: 'memory.example', origins: ['https://memory.example'] })
  expect(of('https://memory.example:8443/path', 'https://hub.memory.example')).toEqual({
    id: 'memory.example',
    origins: ['https://memory.example:8443', 'https://hub.memory.example'],
  })
})

test('on a loopback address, passkeys work under localhost at the same port', () => {
  for (const host of ['127.0.0.1', '[::1]', 'localhost'])
    expect(of(`http://${host}:8787`)).toMatchObject({
      id: 'localhost',
      origins: expect.arrayContaining(['http://localhost:8787']),
    })
})

test('there are no passkeys under any other IP address', () => {
  for (const url of ['http://192.0.2.1:8787', 'https://[2001:db8::1]']) expect(of(url)).toBeUndefined()
})
