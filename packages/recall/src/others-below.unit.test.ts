import { expect, test } from 'vitest'
import { DAY_MS, engineWith, NOW, rowWith, search } from './test/rows.ts'
import type { IndexRow } from './types.ts'

/** Rows are the newer, the later they are in the list. */
const row = (content: string, batch: number, more: Partial<IndexRow> = {}) =>
  rowWith({ content, occurredAt: NOW - (100 - batch) * DAY_MS, createdAt: batch, batch, ...more })

/** What a search in a store of these contents returns; ids are contents. */
async function answersOf(query: string, contents: readonly string[]) {
  const rows = contents.map((content, batch) => row(content, batch))
  return search(await engineWith(rows, { ownName: 'Marta Silva' }), query)
}

/** The contents that a search finds, best first. */
const found = async (query: string, contents: readonly string[]) => (await answersOf(query, contents)).ids

const FILLER = ['Painted the boat.', 'The boiler was serviced.', 'Library books are due.', 'Rain all week.']

test.each([
  ['where do I live', 'We shifted to Nagpur.', 'Ravi lives in Indore.'],
  ['which city do I live in', 'Sold the flat in Leith, house in Perth now.', 'Mum and dad live in Dundee.'],
  ['where does Marta live', 'Marta moved to Braga.', "Marta's tutor lives in Porto."],
  ['what is my job', 'Changed jobs: signalman at the harbour railway.', 'Wanda waits tables at the Anchor.'],
  ['do I smoke cigars', "I've quit smoking cigars.", 'Ines smokes cigars on the balcony.'],
])('%s: what is said of the person comes before what is said of others', async (query, own, other) => {
  expect((await found(query, [own, ...FILLER, other]))[0]).toBe(own)
})

test('what is asked of another person finds that person', async () => {
  const rows = ['We shifted to Nagpur.', ...FILLER, 'Ravi lives in Indore.', "Mum's address: Hillside 30, Turku."]
  expect((await found('where does Ravi live', rows))[0]).toBe('Ravi lives in Indore.')
  expect((await found("what's mum's address", rows))[0]).toBe("Mum's address: Hillside 30, Turku.")
})

test('what a thing is called is not answered by a call', async () => {
  const rows = ['Canary: Pico, sings all day.', ...FILLER, 'Uncle Rui calls at Easter.']
  expect((await found("what's the bird called", rows))[0]).toBe(rows[0])
})

test('a word spelt right does not find another word that differs by a letter', async () => {
  const rows = ['Bus pass for life.', ...FILLER]
  const { ids, keyword } = await answersOf('where do I live', rows)
  expect(keyword[ids.indexOf(rows[0]!)] ?? 0).toBe(0)
  expect((await found('the famly doctor', ['The family doctor is Dr Reis.', ...FILLER]))[0]).toContain('family')
})

test('past forms of verbs in -ue find the verb', async () => {
  expect((await found('what did I glue', ['Glued the vase.', ...FILLER]))[0]).toBe('Glued the vase.')
})

test('the name of a foreman says who that is', async () => {
  const rows = ["Foreman's name is Nuno Reis.", ...FILLER, 'Nuno Reis wants the report on Friday.']
  expect((await found('who is Nuno Reis', rows))[0]).toBe(rows[0])
})

test('a row that may have been superseded stays first if the successor states other matters', async () => {
  const texts = ['Rents a house in Leith.', 'Landlord put the rent up to 700 a month.', 'Moved to Perth.', ...FILLER]
  const rows = (successor: number) =>
    texts.map((content, at) => row(content, at, at === 0 ? { maybeSupersededBy: texts[successor]! } : {}))
  const first = async (successor: number) => {
    const kept = rows(successor).filter((_, at) => at === 0 || at === successor || at > 2)
    return search(await engineWith(kept), 'where do I live').ids[0]
  }
  expect(await first(1)).toBe(texts[0])
  expect(await first(2)).toBe(texts[2])
})

test('a row that shares no more than a name with a question for an attribute is hardly an answer', async () => {
  const question = 'what does Mrs Adair do for a living'
  const named = await answersOf(question, ['Neighbour Mrs Adair keeps my parcels.', ...FILLER])
  const stated = await answersOf(question, ['Mrs Adair works as a baker.', ...FILLER])
  expect(named.relevance).toBeLessThan(stated.relevance - 0.2)
})

test('a row about another person is hardly an answer to a question about the user', async () => {
  const own = await answersOf('how much do I weigh', ['Weighs 81 kg.', ...FILLER])
  const other = await answersOf('how much do I weigh', ["Nuno's shoes are size 31.", ...FILLER])
  expect(other.relevance).toBeLessThan(own.relevance - 0.3)
})

test('a row that names one relative is below those about the relative that the question names', async () => {
  const rows = ['My mother Ilona lives in Pécs with two cats.', 'My brother Bence teaches fencing in Graz.', ...FILLER]
  const { ids } = await answersOf('where does Bence live', rows)
  expect(ids[0]).toContain('Bence')
})
