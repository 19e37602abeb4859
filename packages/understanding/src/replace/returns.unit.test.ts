import { expect, test } from 'vitest'
import { isSoAgain } from './returns.ts'

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
