import { type FileHandle, open } from 'node:fs/promises'
import { z } from 'zod'

/*
 * The safetensors format: eight bytes with the length of a JSON header, the header, then the bytes of the tensors, little
 * endian. The header contains the type, shape and offsets of each tensor. Files are untrusted, so the header is checked
 * against the file size before anything is allocated.
 */

const LENGTH_BYTES = 8
/** Far above the header of a model with thousands of tensors, which is below 1 MiB. */
const HEADER_BYTES_MAX = 16 * 1024 * 1024
const READ_BYTES = 64 * 1024 * 1024

/** Bytes per value. */
const WIDTHS = { F64: 8, F32: 4, F16: 2, BF16: 2, I8: 1, I32: 4, I64: 8 } as const
type Dtype = keyof typeof WIDTHS

/** A tensor as described by the header; `from` and `to` are byte offsets in the file. */
export interface Tensor {
  name: string
  dtype: string
  shape: number[]
  from: number
  to: number
}

/** The tensors of a file, by name. */
export type Tensors = ReadonlyMap<string, Tensor>

/** The values of a tensor in their type in the file; 16-bit floats as bit patterns. */
export type Values = Float64Array | Float32Array | Uint16Array | Int8Array | Int32Array | BigInt64Array

const Header = z.record(
  z.string(),
  z.object({
    dtype: z.string().max(16),
    shape: z.array(z.number().int().nonnegative().safe()).max(8),
    data_offsets: z.tuple([z.number().int().nonnegative().safe(), z.number().int().nonnegative().safe()]),
  }),
)

/**
 * Reads the header of a safetensors file and checks that every tensor is inside the file and has the length of its type
 * and shape.
 * @throws Error naming the file and what is wrong.
 */
export async function readTensors(path: string): Promise<Tensors> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const invalid = (problem: string) => new Error(`${path} is not a usable safetensors file: ${problem}.`)
    if (size < LENGTH_BYTES) throw invalid(`it has ${size} bytes`)
    const length = Number(Buffer.from(await readBytes(file, 0, LENGTH_BYTES)).readBigUInt64LE())
    if (length > HEADER_BYTES_MAX || LENGTH_BYTES + length > size)
      throw invalid(`its header claims ${length} bytes, the file has ${size}`)
    const header = parseHeader(Buffer.from(await readBytes(file, LENGTH_BYTES, length)).toString('utf8'))
    if (!header) throw invalid('its header cannot be read')
    const start = LENGTH_BYTES + length
    const tensors = new Map<string, Tensor>()
    for (const [name, { dtype, shape, data_offsets }] of Object.entries(header)) {
      const [from, to] = [start + data_offsets[0], start + data_offsets[1]]
      if (to < from || to > size) throw invalid(`the tensor ${name} is outside the file`)
      const width = WIDTHS[dtype as Dtype]
      // Unknown types are not checked, since they are not read. An overflowing product equals no length.
      if (width && shape.reduce((product, n) => product * n, width) !== to - from)
        throw invalid(`the tensor ${name} has ${to - from} bytes, which does not match ${dtype} [${shape.join(', ')}]`)
      tensors.set(name, { name, dtype, shape, from, to })
    }
    return tensors
  } finally {
    await file.close()
  }
}

function parseHeader(text: string): z.output<typeof Header> | undefined {
  try {
    const { __metadata__, ...tensors } = JSON.parse(text) as Record<string, unknown>
    return Header.safeParse(tensors).data
  } catch {
    return undefined
  }
}

/**
 * Reads the values of one tensor.
 * @throws Error listing the supported types if it has another one.
 */
export async function readValues(path: string, { name, dtype, from, to }: Tensor): Promise<Values> {
  if (!(dtype in WIDTHS))
    throw new Error(`${path} contains ${name} as ${dtype}; supported types are ${Object.keys(WIDTHS).join(', ')}.`)
  const file = await open(path)
  try {
    const bytes = await readBytes(file, from, to - from)
    if (dtype === 'F64') return new Float64Array(bytes)
    if (dtype === 'F32') return new Float32Array(bytes)
    if (dtype === 'I8') return new Int8Array(bytes)
    if (dtype === 'I32') return new Int32Array(bytes)
    if (dtype === 'I64') return new BigInt64Array(bytes)
    return new Uint16Array(bytes)
  } finally {
    await file.close()
  }
}

async function readBytes(file: FileHandle, from: number, length: number): Promise<ArrayBuffer> {
  const buffer = new ArrayBuffer(length)
  for (let at = 0; at < length; ) {
    const part = new Uint8Array(buffer, at, Math.min(READ_BYTES, length - at))
    const { bytesRead } = await file.read(part, 0, part.length, from + at)
    if (!bytesRead) throw new Error('a safetensors file was truncated while it was read')
    at += bytesRead
  }
  return buffer
}

/** The values of all float16 bit patterns (five bits of exponent). */
export function float16Table(): Float32Array {
  return Float32Array.from({ length: 65_536 }, (_, bits) => {
    const sign = bits & 0x8000 ? -1 : 1
    const exponent = (bits >> 10) & 0x1f
    const fraction = bits & 0x3ff
    if (exponent === 0) return sign * 2 ** -24 * fraction
    if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
    return sign * 2 ** (exponent - 25) * (1024 + fraction)
  })
}

/** The values of all bfloat16 bit patterns, each the upper half of a float32. */
export function bfloat16Table(): Float32Array {
  return new Float32Array(Uint32Array.from({ length: 65_536 }, (_, bits) => bits << 16).buffer)
}
