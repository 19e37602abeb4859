import { describe, expect, test } from 'vitest'
import { describeDestination } from './destination.ts'

describe('describeDestination', () => {
  test('names the host, or the scheme of a private-use URI', () => {
    expect(describeDestination('https://claude.example/callback?x=1')).toMatchObject({ name: 'claude.example' })
    expect(describeDestination('http://localhost:4999/callback')).toMatchObject({ name: 'localhost:4999' })
    expect(describeDestination('com.example.app:/callback')).toMatchObject({ name: 'com.example.app:' })
    expect(describeDestination('no address')).toEqual({ name: 'no address', isLocal: false })
  })

  test('recognises programs on the same device', () => {
    for (const uri of [
      'http://localhost:4999/callback',
      'http://127.0.0.1/',
      'http://[::1]:80/',
      'com.example.app:/callback',
    ])
      expect(describeDestination(uri), uri).toMatchObject({ isLocal: true })
    for (const uri of ['https://claude.example/callback', 'http://localhost.evil.example/'])
      expect(describeDestination(uri), uri).toMatchObject({ isLocal: false })
  })
})
