import { once } from 'node:events'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STREAM_BYTES_MAX } from '../../foundation/route.ts'
import { LINE_BYTES_MAX, linesOf } from './lines.ts'

async function collect(body: Readable | string) {
  const lines = []
  for await (const { number, text } of linesOf(body)) lines.push([number, text])
  return lines
}

test('yields the same lines however the stream is chunked', async () => {
  const line = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ''))
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.boolean(), fc.array(fc.nat(7)), async (lines, closed, cuts) => {
      // A BOM belongs to the encoding, not to the line.
      const texts = lines.map((text) => text.replace(/^\ufeff/, ''))
      const bytes = Buffer.from(texts.join('\n') + (closed ? '\n' : ''))
      const pieces = []
      let from = 0
      for (const cut of cuts) pieces.push(bytes.subarray(from, (from += cut)))
      pieces.push(bytes.subarray(from))
      const expected = bytes.toString().split('\n')
      if (expected.at(-1) === '') expected.pop()
      const numbered = expected.map((text, i) => [i + 1, text.replace(/^\ufeff/, '')])
      expect(await collect(Readable.from(pieces, { objectMode: true }))).toEqual(numbered)
      expect(await collect(bytes.toString())).toEqual(numbered)
    }),
  )
})

test('yields no text for a line that is too long or not UTF-8, and continues with the next', async () => {
  const longest = 'x'.repeat(LINE_BYTES_MAX)
  expect(await collect(`${longest}\n${longest}y\nshort\n${longest}y`)).toEqual([
    [1, longest],
    [2, undefined],
    [3, 'short'],
    [4, undefined],
  ])
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('fine')])
  expect(await collect(Readable.from([bytes]))).toEqual([
    [1, undefined],
    [2, 'fine'],
  ])
})

test('rejects a body over the maximum size without buffering an endless line', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  async function* endless() {
    for (;;) yield piece
  }
  const before = process.memoryUsage()
  await expect(collect(Readable.from(endless()))).rejects.toMatchObject({
    code: 'payload_too_large',
    details: { max_bytes: STREAM_BYTES_MAX },
  })
  const { arrayBuffers } = process.memoryUsage()
  expect(arrayBuffers - before.arrayBuffers).toBeLessThan(64 * 1024 * 1024)
})

test('rejects a stream that ends early', async () => {
  async function* broken() {
    yield Buffer.from('one\nhal')
    throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  }
  const lines: unknown[] = []
  const read = async () => {
    for await (const { text } of linesOf(Readable.from(broken()))) lines.push(text)
  }
  await expect(read()).rejects.toMatchObject({ code: 'validation_failed' })
  expect(lines).toEqual(['one'])
})

test('leaves the stream open and discards the rest when the consumer stops', async () => {
  const stream = Readable.from([Buffer.from('one\ntwo\n'), Buffer.from('three\n')])
  for await (const { text } of linesOf(stream)) if (text === 'one') break
  expect(stream.destroyed).toBe(false)
  await once(stream, 'end')
})
