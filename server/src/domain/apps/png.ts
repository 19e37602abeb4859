/* Reads icons of apps. Only what draws a still picture is kept, so that nothing else is served from our origin. */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const LENGTH_BYTES = 4
const TYPE_BYTES = 4
const CRC_BYTES = 4
const HEADER_BYTES = 13
// PNG (third edition), 11.2 and 11.3; animations and texts are left out.
const DRAWING = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND'])
const SIDE_MIN_PX = 48
const SIDE_MAX_PX = 512

/**
 * A square PNG of 48 to 512 pixels without the chunks that draw nothing.
 * @returns what is wrong with the file instead, as the end of a sentence
 */
export function readIcon(file: Buffer): Buffer | string {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return 'is no PNG file'
  const chunks: Buffer[] = [SIGNATURE]
  let side: string | undefined
  for (let at = SIGNATURE.length; ; ) {
    const end =
      at + LENGTH_BYTES + TYPE_BYTES + (at + LENGTH_BYTES <= file.length ? file.readUInt32BE(at) : 0) + CRC_BYTES
    if (end > file.length) return 'is cut off'
    const type = file.toString('latin1', at + LENGTH_BYTES, at + LENGTH_BYTES + TYPE_BYTES)
    const isFirst = at === SIGNATURE.length
    if (isFirst !== (type === 'IHDR')) return 'is damaged'
    if (isFirst) side = sideProblem(file.subarray(at + LENGTH_BYTES + TYPE_BYTES, end - CRC_BYTES))
    if (side) return side
    if (DRAWING.has(type)) chunks.push(file.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(chunks)
    at = end
  }
}

function sideProblem(header: Buffer): string | undefined {
  if (header.length !== HEADER_BYTES) return 'is damaged'
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (width === height && width >= SIDE_MIN_PX && width <= SIDE_MAX_PX) return undefined
  return `has ${width} × ${height} pixels`
}
