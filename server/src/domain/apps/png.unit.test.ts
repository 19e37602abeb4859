import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunk, pngOf, SIGNATURE } from '../../../test/png.ts'
import { readIcon } from './png.ts'

test('keeps what draws a picture, and nothing behind its end', () => {
  const plain = pngOf(64)
  const texts = Buffer.concat([chunk('tEXt', Buffer.from('Author\0Ada')), chunk('eXIf', Buffer.from('MM'))])
  const body = Buffer.concat([plain.subarray(0, 33), texts, plain.subarray(33), Buffer.from('<script>')])
  expect(readIcon(body)).toEqual(plain)
  expect(readIcon(plain)).toEqual(plain)
})

test.each([
  ['is no PNG file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['is no PNG file', Buffer.alloc(0)],
  ['is cut off', pngOf(64).subarray(0, 40)],
  ['is cut off', SIGNATURE],
  ['is damaged', Buffer.concat([SIGNATURE, chunk('IDAT', deflateSync(Buffer.alloc(9))), chunk('IEND')])],
  ['is damaged', Buffer.concat([SIGNATURE, chunk('IHDR', Buffer.alloc(4)), chunk('IEND')])],
  ['has 64 × 32 pixels', pngOf(64, 32)],
  ['has 1024 × 1024 pixels', pngOf(1_024)],
  ['has 16 × 16 pixels', pngOf(16)],
])('%s', (problem, file) => {
  expect(readIcon(file)).toBe(problem)
})

test('ends for any bytes', () => {
  const anyChunks = fc.array(
    fc.tuple(fc.constantFrom('IHDR', 'IDAT', 'acTL', 'IEND'), fc.uint8Array({ maxLength: 20 })),
  )
  fc.assert(
    fc.property(anyChunks, fc.uint8Array({ maxLength: 30 }), (chunks, rest) => {
      const file = Buffer.concat([SIGNATURE, ...chunks.map(([type, data]) => chunk(type, Buffer.from(data))), rest])
      expect(['string', 'object']).toContain(typeof readIcon(file))
    }),
  )
})
