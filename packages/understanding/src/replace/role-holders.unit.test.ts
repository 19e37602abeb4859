import { expect, test } from 'vitest'
import { foundEitherWay, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Nadia'

/** Statements of which the second says who has the role now. */
test.each([
  ['My pastor is Rev. Olsen.', 'Rev. Olsen retired, my pastor is Rev. Baako.'],
  ['Dispatcher is Marco.', 'Elena does dispatch for me now.'],
  ["Tom's neurologist is Dr Quist.", 'Dr Quist left for Oslo, Dr Ree follows Tom now.'],
  ['My vet is Dr Moss.', 'Dr Moss sold the practice, Dr Vane treats the dogs now.'],
  ['Coach is Petr.', 'Petr got fired, Ondrej coaches us.'],
  ['Team lead is Anil.', 'Divya took over as team lead.'],
  ['My caseworker is Mr Diaz.', 'New caseworker, Ms Ortega.'],
  ['My landlord is Mr Kovacs.', 'Rent goes to Mrs Szabo now.'],
  ['Our priest is Father Brennan.', 'Father Brennan was moved, our new priest is Father Keane.'],
  ['My son goes to school Santa Clara.', 'The boy started in colegio Norte.'],
])('%s is replaced by: %s', (older, newer) => {
  expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
})

test.each([
  ['a deputy', 'My boss is Marco.', 'Marco is off to Graz this week, Elena covers.'],
  ['a weekend', 'Flatmate is Rob.', 'Rob left for the weekend.'],
  ['a phone number', "Mia's school: 020 555 0108.", 'Daughter Mia goes to school in Leeds.'],
  ['another possessor', 'My dentist is Dr Haas.', 'Dr Brandl is her dentist.'],
  ['the boss of the boss', 'My boss is Ferran.', "Ferran's boss is Gloria."],
  ['other rooms', 'My cleaner is Ana.', 'Danuta cleans the office.'],
  ['another child', 'My son goes to Hill School.', 'My daughter started at Lake School.'],
  ['news of the person', 'Our vet is Dr Moss.', 'Dr Moss had a baby.'],
])('reads %s as both true', (_, one, other) => {
  expect(foundEitherWay(one, other, OWN_NAME)).toEqual([])
})
