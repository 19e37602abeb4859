import { expect, test } from 'vitest'
import { foundEitherWay, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Nadia'

/** Statements of which the second says that the habit, diet or aid of the first is over. */
test.each([
  ['Lena eats salami every morning.', 'Lena went plant-based.'],
  ['I live on takeaways.', 'I cook for myself every day now.'],
  ['Eats salt with everything.', 'Has been told to leave out salt and does.'],
  ['Grandpa walks with a stick.', 'Grandpa does not need the stick any more.'],
  ['Kebab shop burgers most days.', 'Quit the burgers, rice and beans from home.'],
  ['A tin of snuff a day.', "Haven't touched a tin in two months."],
  ['I scroll Instagram every evening.', 'Deleted Insta, head is quieter.'],
  ['Mum eats white rice three times a day.', 'Mum swapped the rice for potatoes, doctor wants it.'],
  ['I take two spoons of sugar in my tea.', 'The nurse frightened me, my tea is black and bitter now.'],
  ['I fast on Wednesdays.', 'The priest freed me from fasting because of the baby.'],
  ['I skip breakfast.', 'I eat porridge for breakfast every morning now.'],
  ['I eat ham with egg at breakfast.', 'Doctor has forbidden me ham, I eat white cheese.'],
  ['Otto eats everything.', 'Otto chokes on bread, all his food must be mashed.'],
  ['I do extra hours on Saturdays.', 'I am free on Saturdays since the new contract.'],
])('%s is replaced by: %s', (older, newer) => {
  expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
})

test.each([
  ['another person', 'Lena eats salami every morning.', 'Her sister Ines went plant-based.'],
  ['another aid', 'Sleeps with a CPAP.', 'Does not need the brace any more.'],
  ['another app', "I'm on Instagram daily.", 'Deleted some photos.'],
  ['the app of a child', "I'm on Instagram daily.", 'My son deleted Instagram.'],
  ['other days', 'I do extra hours on Saturdays.', 'I am free on Sundays now.'],
  ['a limit', 'Drinks coffee every morning.', 'No more coffee after noon.'],
  ['medicine', 'Takes tablets every morning.', "Hasn't taken any tablets in two days."],
  ['another drink', 'I take two sugars in my coffee.', 'My tea is black.'],
  ['what is used for something', 'I need glasses for reading.', "I don't need glasses for driving."],
])('reads %s as both true', (_, one, other) => {
  expect(foundEitherWay(one, other, OWN_NAME).filter((found) => found !== 'likely')).toEqual([])
})
