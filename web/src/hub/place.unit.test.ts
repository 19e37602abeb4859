import { expect, test } from 'vitest'
import { placeOf } from './place.ts'

test('a place is named by its host, and what stays on the device is told apart', () => {
  expect(placeOf('https://claude.example/callback?x=1')).toEqual({ name: 'claude.example', isHere: false })
  expect(placeOf('http://localhost:4999/callback')).toEqual({ name: 'localhost:4999', isHere: true })
  expect(placeOf('http://127.0.0.1/')).toEqual({ name: '127.0.0.1', isHere: true })
  expect(placeOf('http://[::1]:80/')).toMatchObject({ isHere: true })
  expect(placeOf('com.example.app:/callback')).toEqual({ name: 'com.example.app:', isHere: true })
  expect(placeOf('http://localhost.evil.example/')).toEqual({ name: 'localhost.evil.example', isHere: false })
  expect(placeOf('no address')).toEqual({ name: 'no address', isHere: false })
})
