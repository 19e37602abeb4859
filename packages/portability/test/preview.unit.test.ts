import { expect, test } from 'vitest'
import { type Progress, preview, recognise } from '../src/import.ts'
import * as chatSamples from './chat-samples.ts'
import { json } from './reading.ts'
import * as storeSamples from './store-samples.ts'

test('says what an import would store, with samples and topics', async () => {
  const recognised = await recognise([json([chatSamples.CHATGPT_CHAT]), json(storeSamples.MEM0)])
  const reported: Progress[] = []
  const {
    counts,
    topics,
    samples: found,
    warnings,
  } = await preview(recognised, { onProgress: (each) => reported.push(each) })
  expect(counts).toEqual({ memories: 1, chats: 1, messages: 4, candidates: 4 })
  expect(topics).toContainEqual({ scope: 'nutrition', memories: 1, candidates: 0 })
  expect(topics).toContainEqual({ scope: 'health', memories: 0, candidates: 1 })
  expect(found.chats).toEqual([
    { title: 'Knots', createdAt: '2025-10-09T08:53:20.250Z', first: 'Which knot holds a wet rope?' },
  ])
  expect(warnings).toEqual([{ message: 'Memories of another user of the file are left out.', times: 1 }])
  expect(reported.at(-1)).toMatchObject({ records: 10 })
  expect(reported.at(-1)?.bytes).toBe(reported.at(-1)?.bytesTotal)
})
