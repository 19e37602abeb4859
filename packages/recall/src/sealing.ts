import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { ByteSink } from './snapshot-sections.ts'

/*
 * Snapshots are encrypted with AES-256-GCM in parts, so that they can be written and read piece by piece. A key is used
 * for one snapshot only, so the number of a part is its nonce. The nonce also says whether the part is the last one, as
 * in STREAM (Hoang, Reyhanitabar, Rogaway and Vizár, 2015): parts cannot be exchanged, left out or cut off unnoticed.
 */

const ALGORITHM = 'aes-256-gcm'
const PART_BYTES = 256 * 1024
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** How one snapshot is sealed. */
export interface Sealing {
  /** 32 bytes, for this snapshot alone. */
  key: Uint8Array
  /** What the snapshot is bound to: it opens only with the same context. */
  context: string
}

/** Seals what it is given, in parts. */
export class Sealer {
  readonly #sealing: Sealing
  readonly #parts: Uint8Array[] = []
  #plain = new Uint8Array(PART_BYTES)
  #used = 0

  constructor(sealing: Sealing) {
    this.#sealing = sealing
  }

  /** The number of complete parts. */
  get parts(): number {
    return this.#parts.length
  }

  readonly add: ByteSink = (bytes) => {
    for (let from = 0; from < bytes.length; ) {
      if (this.#used === PART_BYTES) this.#seal(false)
      const taken = Math.min(PART_BYTES - this.#used, bytes.length - from)
      this.#plain.set(bytes.subarray(from, from + taken), this.#used)
      this.#used += taken
      from += taken
    }
  }

  finish(): Uint8Array[] {
    this.#seal(true)
    this.#plain = new Uint8Array()
    return this.#parts
  }

  #seal(isLast: boolean): void {
    const { key, context } = this.#sealing
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(this.#parts.length, isLast)).setAAD(Buffer.from(context))
    const part = new Uint8Array(this.#used + TAG_BYTES)
    part.set(cipher.update(this.#plain.subarray(0, this.#used)))
    cipher.final()
    part.set(cipher.getAuthTag(), this.#used)
    this.#parts.push(part)
    this.#used = 0
  }
}

/** Opens all parts into one body; yields after each. Throws if key, context or any byte differs. */
export function* openParts(parts: readonly Uint8Array[], { key, context }: Sealing): Generator<void, ArrayBuffer> {
  const plainBytes = parts.reduce((sum, { length }) => sum + length - TAG_BYTES, 0)
  if (parts.some(({ length }) => length < TAG_BYTES)) throw new RangeError('a part of the snapshot is too short')
  const body = new Uint8Array(plainBytes)
  let at = 0
  for (const [number, part] of parts.entries()) {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number, number === parts.length - 1))
    decipher.setAAD(Buffer.from(context)).setAuthTag(part.subarray(part.length - TAG_BYTES))
    body.set(decipher.update(part.subarray(0, part.length - TAG_BYTES)), at)
    decipher.final()
    at += part.length - TAG_BYTES
    yield
  }
  return body.buffer
}

function nonceOf(part: number, isLast: boolean): Uint8Array {
  const nonce = new Uint8Array(NONCE_BYTES)
  const view = new DataView(nonce.buffer)
  view.setUint32(0, part)
  view.setUint8(NONCE_BYTES - 1, isLast ? 1 : 0)
  return nonce
}
