import { expect, test } from 'vitest'
import { isSoAgain, returnOf } from './returns.ts'

const ends = (newest: string, between: string, older: string) => returnOf(newest)?.(between, older) ?? false

test.each([
  ['Pays by card.', 'Pays by card again.'],
  ['My desk faces the window.', 'The desk is back at the window.'],
  ['Banks with Norda.', 'Returned to Norda for banking.'],
  ['Gets the Evening Post delivered.', 'Having the Evening Post delivered again.'],
])('"%s" is so again after "%s"', (older, newer) => {
  expect(isSoAgain(newer, older)).toBe(true)
})

test.each([
  ['another value', 'Banks with Kredita.', 'Returned to Norda for banking.'],
  ['no return', 'Banks with Norda.', 'Banks with Norda.'],
  ['a denial', 'Drinks tea.', 'Does not drink tea again.'],
  ['what was so again before', 'Pays by card again.', 'Pays by card again, once more.'],
  ['a question', 'Pays by card.', 'Does she pay by card again?'],
])('%s is no return', (_, older, newer) => {
  expect(isSoAgain(newer, older)).toBe(false)
})

test.each([
  ['Auntie Awa sews on a Singer.', 'Auntie Awa sews on a Juki.', 'Auntie Awa returned to her Singer.'],
  ['I sew on a Singer.', 'I sew on a Juki.', "I've gone back to the Singer."],
  ['Glue: hide.', 'Glue: fish.', 'Glue: hide once more.'],
  ['Leilani surfs a longboard.', 'Leilani surfs a shortboard.', 'Leilani is riding her longboard again.'],
  ['I heat with peat.', 'I heat with bottled gas.', "I'm heating with peat again."],
  ['She writes her notes on paper.', 'She writes her notes on a tablet.', 'She has returned to paper for her notes.'],
  ['Thandi buys her data from Vodacom.', 'Thandi buys her data from MTN.', 'Thandi returned to Vodacom for her data.'],
  ['Cooks on gas.', 'Cooks on an induction hob.', 'Back to gas.'],
  ['Glue: hide.', 'Glue: fish.', 'Glue: hide again.'],
])('after "%s", "%s" is over by "%s"', (older, between, newest) => {
  expect(ends(newest, between, older)).toBe(true)
})

test.each([
  ['Leilani plays football.', 'Leilani plays tennis.', 'Leilani plays football again.'],
  ['Speaks French.', 'Speaks Polish.', 'Speaks French again.'],
  ['Has a cat.', 'Has a dog.', 'Has a cat again.'],
  ['Walks with Anna.', 'Walks with Bea.', 'Walking with Anna again.'],
  ['Injects with NovoRapid.', 'Injects with Lantus.', 'Injects with NovoRapid again.'],
  ['Allergy: nuts.', 'Allergy: eggs.', 'Allergy: nuts again.'],
  ['Lunch: soup.', 'Lunch: salad.', 'Lunch: soup again.'],
  ['Varnish for the cello: oil.', 'Varnish for the viola: oil.', 'Varnish for the cello: oil again.'],
  ['I heat with peat.', 'I heat with bottled gas.', 'I bought peat again.'],
  ['I heat with peat.', 'I also heat with bottled gas.', "I'm heating with peat again."],
  ['I heat with peat.', 'My brother heats with gas.', "I'm heating with peat again."],
  ['Sews on a Singer.', 'Sews on a Juki.', 'Might go back to the Singer.'],
  ['Sews on a Singer.', 'Sews on a Juki.', 'Sewing on the Singer again this week.'],
  ['Bakes on Mondays.', 'Bakes on Fridays.', 'Baking on Mondays again.'],
  ['Leilani surfs a longboard.', 'Leilani surfs a shortboard.', 'Leilani broke her longboard again.'],
])('after "%s", "%s" stays beside "%s"', (older, between, newest) => {
  expect(ends(newest, between, older)).toBe(false)
})

test.each([
  ['I bank with Bremer.', 'I bank with Wells Fargo.', 'I switched back to Bremer.', true],
  [
    'I send money home with Western Union.',
    'I send money home with Revolut.',
    'Revolut blocked me, so again Western Union for the money home.',
    true,
  ],
  ['I live in Texas.', 'I live in Ohio.', 'I went back to Texas for a week.', false],
  ['I bank with Bremer.', 'I have a card from Wells Fargo.', 'I switched back to Bremer.', false],
  ['I bank with Bremer.', 'I bank with Wells Fargo.', 'Back to school on Monday.', false],
])('after "%s" and "%s" reads "%s" as an end of the second: %s', (older, between, newest, isEnded) => {
  expect(ends(newest, between, older)).toBe(isEnded)
})
