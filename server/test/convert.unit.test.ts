import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { convert } from '../src/upkeep/convert.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convert-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function run(content: string, ...words: string[]) {
  const path = join(folder, 'input')
  await writeFile(path, content)
  const output = { text: '', reports: [] as string[] }
  const write = async (text: string) => void (output.text += text)
  await convert([path, ...words], { write, report: (line) => output.reports.push(line) })
  return output
}

test('converts a file to lines and reports what it holds', async () => {
  const { text, reports } = await run('[2026-01-02] - Has a cat\n- Plays chess\n')
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { format: 'memory-service', version: 1 },
    { content: 'Has a cat', occurredAt: '2026-01-02T00:00:00.000Z' },
    { content: 'Plays chess' },
  ])
  expect(reports).toEqual(['recognised: Pasted text', '2 memories, 0 chats, 0 messages, 0 candidates'])
})

test('writes candidates to a file of their own', async () => {
  const path = join(folder, 'candidates.jsonl')
  const { text } = await run('Ingrid throws bowls in a\nsmall shed by the sea.', '--candidates', path)
  expect(text.trimEnd().split('\n')).toHaveLength(1)
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ origin: 'prose' })
})

test('writes nothing for a file that is damaged or unknown, and says why', async () => {
  for (const [content, message] of [
    ['{"results":[{"memory":"Has a cat"},{"memory"', /truncated/],
    ['{"a":1}', /unknown/],
    ['', /empty/],
  ] as const) {
    const written: string[] = []
    const path = join(folder, 'damaged')
    await writeFile(path, content)
    const converting = convert([path], { write: async (text) => void written.push(text), report: () => {} })
    await expect(converting).rejects.toThrow(message)
    expect(written).toEqual([])
  }
  await expect(convert([], { write: async () => {}, report: () => {} })).rejects.toThrow(/at least one file/)
})
