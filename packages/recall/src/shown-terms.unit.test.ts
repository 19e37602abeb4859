import { expect, test } from 'vitest'
import { engineWith, row, search } from './test/rows.ts'

const CONTENTS = [
  'LH1140 to Tirana, 12 May 09:35, seat 23C',
  'Home again: TIA–FRA 19 May, LH1141',
  'FlixBus 14 June, Brno to Vienna, bay 4',
  'Born 3.4.1991, Linz. 178 cm, 71 kg',
  'Wife Ola born 30 May 1989',
  'Chequing $1,842, line of credit unused',
  '62k gross, 13 salaries',
  'Rotary award: $5,000 a year',
  'Garage keypad 8841',
  'Boiler man: Piet 020 555 1420',
  'Huion Kamvas 13, nib changed in March',
  'Skoda Octavia 2019, winter set at Norauto',
  'Bernina 335, needle 80/12',
  'ICE: brother Jonas, 0171 555 014',
  'Emergency exit of the office is by the lift',
  'Pescatarian, tuna at most',
  'Salami costs more at the market',
  'Radiator in the study stays cold',
  'Vaillant, serviced in October',
  'Nuns taught her till 14',
] as const

const engine = await engineWith(CONTENTS.map((content, at) => row(`m${at + 1}`, content)))
const best = (query: string) => CONTENTS[Number(search(engine, query, { limit: 3 }).ids[0]?.slice(1)) - 1]

test.each([
  ['when do I fly to Tirana', 0],
  ['what is my seat on the plane', 0],
  ['when do I fly back', 1],
  ['when does my coach to Vienna leave', 2],
  ['how tall am I', 3],
  ['when was I born', 3],
  ["when is my wife's birthday", 4],
  ['how much money is in my account', 5],
  ['what do I earn', 6],
  ['which scholarship do I get', 7],
  ['what is the code for the garage', 8],
  ['who do I call when the heating breaks', 9],
  ['which drawing tablet do I have', 10],
  ['what car do I drive', 11],
  ['what do I sew on', 12],
  ['who is my emergency contact', 13],
  ['do I eat meat', 15],
] as const)('%s', (query, expected) => {
  expect(best(query)).toBe(CONTENTS[expected])
})

test('finds what is filed under goals as goals, but not what has been done', async () => {
  const rows = ['save 15k for a deposit by 2028', 'pass driving test by summer', 'Ran five kilometres.', 'Loves pasta.']
  const filed = await engineWith(
    rows.map((content, at) => row(`m${at + 1}`, content, { scope: at < 3 ? 'goal' : 'note' })),
  )
  expect(new Set(search(filed, 'What are my goals?').ids.slice(0, 2))).toEqual(new Set(['m1', 'm2']))
})
