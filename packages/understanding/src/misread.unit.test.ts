import { expect, test } from 'vitest'
import { readStatement } from './statement.ts'

test('a thing for children is no child', () => {
  const childrenIn = (text: string) => readStatement(text).facts.some(({ attribute: { name } }) => name === 'children')
  expect(
    ['Uses a baby monitor.', 'Girls night out on Friday.', 'Has a baby gate on the stairs.'].filter(childrenIn),
  ).toEqual([])
  expect(['Has two girls and a boy.', 'My kids sleep upstairs.'].filter(childrenIn)).toHaveLength(2)
})

test('what makes another person ill is not about the user', () => {
  const own = new Set(['hanneke'])
  const ofUser = (text: string) => readStatement(text, own).facts.filter(({ subject }) => subject.who === 'self')
  expect(ofUser('Egg white gives Naledi a rash.')).toEqual([])
  expect(ofUser('Codeine gives Hanneke a rash.')).toHaveLength(1)
  expect(readStatement('Her mate Deb is coeliac.').about).toMatchObject({ who: 'other', relation: 'friend' })
})

test('what is off limits is not over, and a means of transport is no nickname', () => {
  expect(readStatement('Sesame is off limits for her.').facts).toMatchObject([{ polarity: 'affirmed' }])
  expect(readStatement('No shellfish, ended up in hospital over one prawn.').facts[0]).toMatchObject({
    polarity: 'negated',
  })
  expect(readStatement('Goes by train.').facts.some(({ attribute: { name } }) => name === 'nickname')).toBe(false)
})

const homesIn = (text: string) => readStatement(text).facts.filter(({ attribute: { name } }) => name === 'home')

test('where one ended up for a while is no home', () => {
  expect(homesIn('Ended up in hospital.')).toEqual([])
  expect(homesIn('Ended up in the Royal over one prawn.')).toEqual([])
  expect(homesIn('Ended up living in Ghent.')).toHaveLength(1)
})

test('what one lives on is a home only by its form', () => {
  expect(homesIn('Lives on sausages and lamb chops.')).toEqual([])
  expect(homesIn('Lives on Cherry Lane.')).toHaveLength(1)
})
