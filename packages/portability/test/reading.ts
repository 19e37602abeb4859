import { BlobReader, BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js'
import { expect } from 'vitest'
import { PortabilityError } from '../src/errors.ts'
import { recognise } from '../src/import.ts'
import type { RecogniseOptions } from '../src/recognise.ts'
import type { Candidate, ChatLine, MemoryLine, MessageLine } from '../src/records.ts'
import type { InputFile } from '../src/source.ts'

export interface ReadResult {
  formats: string[]
  memories: MemoryLine[]
  chats: ChatLine[]
  messages: MessageLine[]
  candidates: Candidate[]
  warnings: string[]
}

/** Recognises and reads files to the end. */
export async function readAll(input: InputFile | InputFile[], options?: RecogniseOptions): Promise<ReadResult> {
  const recognised = await recognise(input, options)
  const result: ReadResult = {
    formats: recognised.formats.map(({ format }) => format),
    memories: [],
    chats: [],
    messages: [],
    candidates: [],
    warnings: [],
  }
  for await (const record of recognised.records()) {
    if (record.kind === 'memory') result.memories.push(record.memory)
    else if (record.kind === 'chat') result.chats.push(record.chat)
    else if (record.kind === 'message') result.messages.push(record.message)
    else if (record.kind === 'candidate') result.candidates.push(record.candidate)
  }
  result.warnings = [...recognised.warnings.keys()]
  return result
}

export const json = (value: unknown) => JSON.stringify(value)
export const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')
export const contents = (items: readonly { content: string }[]) => items.map(({ content }) => content)

/** A zip archive of files. */
export async function zipped(files: Record<string, string | Blob>, options: object = {}): Promise<Uint8Array> {
  const zip = new ZipWriter(new BlobWriter(), {
    useWebWorkers: false,
    lastModDate: new Date(0),
    extendedTimestamp: false,
    ...options,
  })
  for (const [name, data] of Object.entries(files))
    await zip.add(name, typeof data === 'string' ? new TextReader(data) : new BlobReader(data))
  return new Uint8Array(await (await zip.close()).arrayBuffer())
}

/** Reads input that may be damaged: it gives records or a refusal, and no other error. */
export async function readOrRefusal(input: InputFile | InputFile[]): Promise<ReadResult | PortabilityError> {
  try {
    return await readAll(input)
  } catch (error) {
    expect(error).toBeInstanceOf(PortabilityError)
    return error as PortabilityError
  }
}
