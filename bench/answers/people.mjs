import { readdirSync, readFileSync } from 'node:fs'
import { fillDates, occurredAt } from './dates.mjs'

const FOLDER = new URL('people/', import.meta.url)

// A brief has at most 120 words; the rest is for the names and labels.
const BRIEF_MUST_WORDS = 90

/** Reads the invented people, or those named, with every date filled in and every series expanded. */
export function readPeople(ids, now) {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
  const known = files.map((file) => file.slice(0, -'.json'.length))
  const unknown = ids.filter((id) => !known.includes(id))
  if (unknown.length) throw new Error(`unknown person ${unknown.join(', ')}; known are ${known.join(', ')}`)
  return known
    .filter((id) => !ids.length || ids.includes(id))
    .map((id) => readPerson(id, JSON.parse(readFileSync(new URL(`${id}.json`, FOLDER), 'utf8')), now))
}

function readPerson(id, data, now) {
  const rows = [...data.memories, ...(data.series ?? []).flatMap(expandSeries)]
  const memories = rows
    .map(({ text, at, ...row }, order) => ({
      ...data.defaults,
      ...row,
      text: fillDates(text, now),
      occurredAt: occurredAt(at, order, now),
    }))
    .sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))
  const texts = new Map(memories.map((memory) => [memory.id, memory.text]))
  if (texts.size !== memories.length) throw new Error(`${id}: two memories have the same id`)
  const scenarios = data.scenarios.map((scenario) => readScenario(scenario))
  const questions = data.questions.flatMap(({ category, ask, answer }) =>
    [ask].flat().map((query) => ({ category, query: fillDates(query, now), right: [answer].flat() })),
  )
  for (const { id: used } of scenarios.flatMap(({ must, not }) => [...must, ...not])) {
    if (!texts.has(used)) throw new Error(`${id}: a scenario names the memory ${used}, which does not exist`)
  }
  for (const used of questions.flatMap(({ right }) => right)) {
    if (!texts.has(used)) throw new Error(`${id}: a question names the memory ${used}, which does not exist`)
  }
  for (const { must } of scenarios.filter(({ brief }) => brief)) {
    const words = must.flatMap((each) => texts.get(each.id).split(/\s+/)).length
    if (words > BRIEF_MUST_WORDS) throw new Error(`${id}: a brief has no room for musts of ${words} words`)
  }
  return { id, name: data.name, memories, texts, scenarios, questions, unanswerable: data.unanswerable }
}

/** `must` maps an id to the words by which it is recognised in prose; a list of ids stands for their whole texts. */
function readScenario({ must = [], not = {}, ...ask }) {
  return {
    ...ask,
    must: Array.isArray(must) ? must.map((id) => ({ id })) : Object.entries(must).map(([id, words]) => ({ id, words })),
    not: Object.entries(not).map(([id, why]) => {
      const [reason, words] = [why].flat()
      return { id, reason, words }
    }),
  }
}

/** Readings of a device or receipts of an app: `count` rows, `every` days apart, with numbers from a fixed sequence. */
function expandSeries({ id, count, every = 1, text, from, to, decimals = 0, ...row }) {
  let state = 17
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (from + (state / 2_147_483_648) * (to - from)).toFixed(decimals)
  }
  return Array.from({ length: count }, (_, at) => {
    const days = -1 - at * every
    const filled = text.replaceAll('{n}', next).replace(/\{\{(\w+):at\}\}/g, `{{$1:${days}}}`)
    return { ...row, id: `${id}${at}`, series: id, call: id, at: days, text: filled }
  })
}
