import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contents, json, lines, readAll, zipped } from './reading.ts'
import * as storeSamples from './store-samples.ts'

test('reads mem0 memories of one user', async () => {
  const { formats, memories, warnings } = await readAll(json(storeSamples.MEM0))
  expect(formats).toEqual(['mem0'])
  expect(memories).toMatchObject([
    {
      content: 'Bakes rye bread on Fridays',
      scope: 'nutrition',
      confidence: 70,
      createdAt: '2026-01-06T06:00:00.500Z',
      externalId: '11111111-1111-4111-8111-111111111111',
      sourceApp: 'mem0',
    },
  ])
  expect(warnings).toEqual(['Memories of another user of the file are left out.'])
  expect(contents((await readAll(json(storeSamples.MEM0), { user: 'odd' })).memories)).toEqual(['Of another user'])
})

test('reads an OpenMemory backup by the state of its memories', async () => {
  const backup = await zipped({ 'memories.json': json(storeSamples.OPEN_MEMORY) })
  const { formats, memories } = await readAll(backup)
  expect(formats).toEqual(['openmemory-backup'])
  expect(memories.map(({ content, validUntil, sourceApp }) => [content, validUntil, sourceApp])).toEqual([
    ['Was active', undefined, 'editor'],
    ['Was archived', '2026-01-07T07:00:00.000Z', 'editor'],
  ])
})

test('reads superseded, inferred and forgotten entries of supermemory', async () => {
  const { memories, candidates } = await readAll(json(storeSamples.SUPERMEMORY))
  expect(memories).toMatchObject([
    { content: 'Lived in Molde', validUntil: '2026-01-01T00:00:00.000Z', supersededBy: memories[1]?.id },
    { content: 'Lives in Bergen' },
  ])
  expect(contents(candidates)).toEqual(['Might like opera'])
})

test('reads LangGraph, Graphiti, server-memory and OMI', async () => {
  for (const input of [json(storeSamples.LANGGRAPH), lines(storeSamples.LANGGRAPH)]) {
    const { memories, candidates } = await readAll(input)
    expect(contents(memories)).toEqual(['Collects stamps'])
    expect(contents(candidates)).toEqual(['name: Ingrid'])
  }
  expect((await readAll(json(storeSamples.GRAPHITI))).memories).toMatchObject([
    { validFrom: '2010-01-01T00:00:00.000Z', validUntil: '2020-01-01T00:00:00.000Z' },
  ])
  expect(contents((await readAll(lines(storeSamples.SERVER_MEMORY))).memories)).toEqual([
    'Plays the fiddle',
    'Skua: Is made of pine',
  ])
  expect((await readAll(json(storeSamples.OMI))).memories).toMatchObject([
    { content: 'Has two sons', confidence: 90, validFrom: '2015-05-01T00:00:00.000Z' },
  ])
})

test('reads lists of texts and of objects, and nothing from the prototype', async () => {
  expect(contents((await readAll('["Knits", "Sews"]')).memories)).toEqual(['Knits', 'Sews'])
  const { memories } = await readAll(
    '[{"text":"Sings","__proto__":{"polluted":1},"metadata":{"__proto__":{"polluted":1}}}]',
  )
  expect(contents(memories)).toEqual(['Sings'])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

test('does not take messages for memories', async () => {
  await expect(readAll('[{"role":"user","content":"Hello"}]')).rejects.toMatchObject({ code: 'unknown' })
})

test('reads a .mem bundle, tombstones first, and refuses a changed one', async () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const files: Record<string, string> = {
    'items/episode.jsonl': lines([
      {
        id: 'e1',
        details: 'Planted an apple tree',
        eventTime: '2026-01-01T00:00:00Z',
        importance: 0.4,
        confidence: 0.9,
      },
      { id: 'e2', details: 'Was removed' },
    ]),
    'items/secretRef.jsonl': lines([{ id: 's1', label: 'Bank' }]),
    'audit/tombstones.jsonl': lines([{ id: 'e2', reach: ['e2'] }]),
  }
  const entries = Object.entries(files).map(([path, text]) => ({ path, sha256: sha256(text), bytes: text.length }))
  const bundle: Record<string, string> = {
    'me.mem/manifest.json': json({ format: '1.1.0', conformanceLevel: 'L1', files: entries }),
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`me.mem/${path}`, text])),
  }
  const { formats, memories } = await readAll(await zipped(bundle))
  expect(formats).toEqual(['mem-1'])
  expect(memories).toMatchObject([
    { content: 'Planted an apple tree', importance: 40, confidence: 90, occurredAt: '2026-01-01T00:00:00.000Z' },
  ])
  const changed = { ...bundle, 'me.mem/items/episode.jsonl': lines([{ id: 'e3', details: 'Was added' }]) }
  await expect(readAll(await zipped(changed))).rejects.toMatchObject({ code: 'checksum' })
  const { 'me.mem/items/episode.jsonl': _episode, ...missing } = bundle
  await expect(readAll(await zipped(missing))).rejects.toMatchObject({ code: 'checksum' })
})

test('reads lists that begin with other values, and lists in an object', async () => {
  expect((await readAll(json([null, ...storeSamples.MEM0.results]))).formats).toEqual(['mem0'])
  expect((await readAll(json({ results: [null, ...storeSamples.MEM0.results] }))).formats).toEqual(['mem0'])
  expect(contents((await readAll(json({ memories: ['Likes tea', { text: 'Has a dog' }] }))).memories)).toEqual([
    'Likes tea',
    'Has a dog',
  ])
  const graph = { entities: [], relations: [], edges: [] }
  const { valid_at: _, ...fact } = storeSamples.GRAPHITI.edges[0] as Record<string, unknown>
  expect((await readAll(json({ ...graph, edges: [{ ...fact, source_node_uuid: 'a' }] }))).formats).toEqual(['graphiti'])
  const entity = { name: 'default_user', entityType: 'person', observations: ['Likes tea'] }
  expect((await readAll(json([entity]))).formats).toEqual(['mcp-memory'])
  await expect(readAll('[]')).rejects.toMatchObject({ code: 'empty' })
})

test('reads observations of basic-memory as memories', async () => {
  const note = `---
title: Garden
permalink: main/garden
created: 2026-01-04
---
## Observations
- [fact] Two apple trees #fruit (from the plan)
- [ ] Buy a spade
- [link](https://example.com)

## Relations
- part_of [[Farm]]
- [[Shed|the shed]]
`
  const { formats, memories } = await readAll(note)
  expect(formats).toEqual(['basic-memory'])
  expect(memories).toMatchObject([{ content: 'Two apple trees', type: 'fact', createdAt: '2026-01-04T00:00:00.000Z' }])
  expect(memories[0]?.metadata).toEqual({
    ...{ note: 'Garden', tags: 'fruit', context: 'from the plan' },
    relations: 'part_of Farm, links_to Shed',
  })
})

test('reads the entries of a mem0 Markdown file and a note of modeled information', async () => {
  const entry = (id: string, content: string) =>
    `---\nid: ${id}\ncreated_at: 2026-01-06T06:00:00Z\ncategories: food, home\n---\n${content}\n`
  const { memories } = await readAll(entry('e1', 'Bakes rye bread') + entry('e2', 'Keeps bees'))
  expect(memories).toMatchObject([
    { content: 'Bakes rye bread', externalId: 'e1', sourceApp: 'mem0', confidence: 70 },
    { content: 'Keeps bees', externalId: 'e2', createdAt: '2026-01-06T06:00:00.000Z' },
  ])
  const note = [
    '---',
    'id: n1',
    'type: semantic',
    'created: 2026-01-06T06:00:00Z',
    'temporal:',
    '  validFrom: 2015-05-01T00:00:00Z',
    '  validUntil: 2020-05-01T00:00:00Z',
    'provenance:',
    '  confidence: 0.9',
    '---',
    'Lived in Molde',
  ]
  expect((await readAll(note.join('\n'))).memories).toMatchObject([
    {
      content: 'Lived in Molde',
      externalId: 'n1',
      confidence: 90,
      validFrom: '2015-05-01T00:00:00.000Z',
      validUntil: '2020-05-01T00:00:00.000Z',
    },
  ])
})

test('reads notes only for review, and never code, comments, tasks or front matter', async () => {
  const vault = await zipped({
    'V/.obsidian/app.json': '{}',
    'V/.trash/old.md': 'Was thrown away long ago.',
    'V/Templates/day.md': 'Is a template for days.',
    'V/evil.md': '---js\n{ run: process.exit() }\n---\nThe body is read as text.\n',
    'V/bad.md': '---\na: "no end\n---\nThis note has a bad front.\n',
    'V/hives.md':
      '---\nkey: sk-not-a-real-key\n---\n# Hives\n\nFour hives, see [[Garden|the garden]]. ^r1\n\n```\nis code\n```\n%%a hidden comment%%\n- [ ] Buy a brush today\n- The oldest queen is from 2024 #bees\n',
  })
  const { formats, memories, candidates } = await readAll(vault)
  expect(formats).toEqual(['markdown-folder'])
  expect(memories).toEqual([])
  expect(contents(candidates).sort()).toEqual([
    'Four hives, see the garden.',
    'The body is read as text.',
    'The oldest queen is from 2024',
    'This note has a bad front.',
  ])
})

test('does not expand aliases of front matter without end', async () => {
  const bomb = Array.from(
    { length: 20 },
    (_, i) =>
      `a${i}: &a${i} [${Array(9)
        .fill(i ? `*a${i - 1}` : 'x')
        .join(',')}]`,
  )
  const { candidates } = await readAll(`---\n${bomb.join('\n')}\n---\nThe body is read as text.`)
  expect(contents(candidates)).toEqual(['The body is read as text.'])
})

test('gives fields of metadata names that the service accepts', async () => {
  const entry = {
    id: '1',
    memory: 'Sings',
    user_id: 'ingrid',
    metadata: { 'added by': 'Odd', ['ø'.repeat(80)]: 1, __proto__x: true },
  }
  const { memories } = await readAll(json({ results: [entry] }))
  expect(memories[0]?.metadata).toEqual({ added_by: 'Odd', _: 1, __proto__x: true })
})
