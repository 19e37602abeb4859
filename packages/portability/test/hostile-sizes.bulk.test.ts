import { expect, test } from 'vitest'
import { CHATGPT_CHAT } from './chat-samples.ts'
import { json, readAll, zipped } from './reading.ts'

const CHAT = json([CHATGPT_CHAT])

test('refuses a value of JSON and a number of entries that would fill the memory', async () => {
  const long = new Uint8Array(64 * 1024 ** 2 + 4).fill(0x61)
  long.set(Buffer.from('["'))
  long.set(Buffer.from('"]'), long.length - 2)
  await expect(readAll(long)).rejects.toMatchObject({ code: 'too_large' })
  await expect(readAll(directoryOf(30_001))).rejects.toMatchObject({ code: 'too_large' })
})

/** An archive with a directory of empty entries. */
function directoryOf(entries: number): Uint8Array {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  for (let i = 0; i < entries; i++) {
    const name = Buffer.from(String(i).padStart(6, '0'))
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(name.length, 26)
    files.push(local, name)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(i * (30 + name.length), 42)
    directory.push(entry, name)
  }
  const [data, records] = [Buffer.concat(files), Buffer.concat(directory)]
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(records.length, 12)
  end.writeUInt32LE(data.length, 16)
  return Buffer.concat([data, records, end])
}

test('reads an archive with 64-bit sizes', async () => {
  expect((await readAll(await zipped({ 'a.json': CHAT }, { zip64: true }))).chats).toHaveLength(1)
})
