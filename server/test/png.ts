import { crc32, deflateSync } from 'node:zlib'

export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const LENGTH_BYTES = 4
const GREEN = [46, 125, 91] as const

/** A chunk of a PNG file. */
export function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(LENGTH_BYTES)
  frame.writeUInt32BE(data.length)
  const check = Buffer.alloc(LENGTH_BYTES)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([frame, body, check])
}

/** A PNG, of one colour unless `colourAt` says the red, green and blue of each pixel. */
export function pngOf(
  width: number,
  height = width,
  colourAt: (x: number, y: number) => readonly number[] = () => GREEN,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const rowAt = (y: number) => Buffer.from([0, ...Array.from({ length: width }, (_, x) => colourAt(x, y)).flat()])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => rowAt(y))))
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND')])
}
