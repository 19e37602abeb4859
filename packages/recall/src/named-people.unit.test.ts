import { expect, test } from 'vitest'
import { DAY_MS, engineWith, NOW, rowWith, search } from './test/rows.ts'

const CONTENTS = [
  'Works as a glazier in Turku.',
  'Brother Atli shears sheep.',
  'Brother Atli does not speak to cousin Uwe.',
  "My mother Ritva runs a tailor's shop.",
  'Boyfriend Cillian is a night porter at the hospital.',
  'Cillian does not like spicy food.',
  'Friend Hung plays darts.',
  'Hung the poster in the hall.',
  'Grandson Oskar is eleven, granddaughter Iga is three.',
  'Aunt Bożena is deaf in one ear.',
  'Born on 3 May 1971.',
  'Hitchhiked round Donegal with Cillian.',
  'Walked part of the Camino with aunt Bożena.',
  'Went to Lisbon for the trade fair.',
  'Has been sober since 14 August 2023.',
  'Drinks kefir every morning.',
  'Wants to be addressed as Herr Lind.',
  'Phone number is 040 555 0142.',
  'Plays mridangam in a fusion group.',
  'Iga likes marzipan pigs.',
  'Is learning Swedish with a tutor.',
  'Speaks Finnish and German.',
  'Owes the riding club 18,000 kronur.',
  'Lodger Marko shares the house with him.',
]
const engine = await engineWith(
  CONTENTS.map((content, at) => {
    const occurredAt = NOW - (100 - at) * DAY_MS
    return rowWith({ content, occurredAt, createdAt: occurredAt, batch: at })
  }),
  { ownName: 'Aapo Lind' },
)

test.each([
  ['what does atli do', 'Brother Atli shears sheep.'],
  ["what's Atli's job", 'Brother Atli shears sheep.'],
  ['what does Cillian do', 'Boyfriend Cillian is a night porter at the hospital.'],
  ["ritva's job", "My mother Ritva runs a tailor's shop."],
  ['which relative sews for a living', "My mother Ritva runs a tailor's shop."],
  ['what do I do for a living', 'Works as a glazier in Turku.'],
  ["what is aapo's job", 'Works as a glazier in Turku.'],
  ["oskar's age", 'Grandson Oskar is eleven, granddaughter Iga is three.'],
  ['how old am I', 'Born on 3 May 1971.'],
  ['which relative hears badly', 'Aunt Bożena is deaf in one ear.'],
  ['who is the man in my life', 'Boyfriend Cillian is a night porter at the hospital.'],
  ['who lives with me', 'Lodger Marko shares the house with him.'],
  ['where did I go with Cillian', 'Hitchhiked round Donegal with Cillian.'],
  ['where did I go with bożena', 'Walked part of the Camino with aunt Bożena.'],
  ['where did I go for the fair', 'Went to Lisbon for the trade fair.'],
  ['does Aapo drink beer', 'Has been sober since 14 August 2023.'],
  ['does aapo make music', 'Plays mridangam in a fusion group.'],
  ['how can I call aapo', 'Phone number is 040 555 0142.'],
  ['what should I call Aapo', 'Wants to be addressed as Herr Lind.'],
  ['something sweet for iga', 'Iga likes marzipan pigs.'],
  ['a language i learn', 'Is learning Swedish with a tutor.'],
  ['languages i speak', 'Speaks Finnish and German.'],
  ['my debts', 'Owes the riding club 18,000 kronur.'],
  ["where's my poster hung", 'Hung the poster in the hall.'],
])('%s', (query, content) => {
  expect(search(engine, query).ids[0]).toBe(content)
})
