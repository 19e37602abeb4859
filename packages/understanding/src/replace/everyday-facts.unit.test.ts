import { expect, test } from 'vitest'
import { foundReplacement } from './test/pairs.ts'

const OWN = 'Mira Sand'

test.each([
  ['My favourite lake is Bled.', 'These days my favourite lake is Bohinj.'],
  ['Mira’s favourite lake is Bled.', 'Nowadays Mira’s favourite lake is Bohinj.'],
  ['Favourite food is dumplings.', 'Favourite food is ramen.'],
  ['My favourite fabric is linen.', 'I now prefer wool to any other fabric.'],
  ['Her favourite fabric is linen.', 'She likes wool more than any other fabric.'],
  ['I give sewing lessons in the library.', 'I do not give sewing lessons any more.'],
  ['Mira bakes bread rolls for the fair.', 'Mira no longer bakes bread rolls.'],
  ['I’m a drummer in the harbour band.', 'I don’t play in the band any more.'],
  ['Chews areca nuts.', 'Does not touch areca nuts any longer.'],
  ['Does not drink tea.', 'Drinks three cups of tea a day.'],
  ['Drinks four lattes a day.', 'Has given up caffeine on the advice of the cardiologist.'],
  ['I drink cola every day.', 'I have cut out caffeine completely.'],
  ['Mira has gouda with every meal.', 'Mira has given up cheese for good.'],
  ['She drinks a glass of merlot every evening.', 'She has sworn off alcohol.'],
  ['Eats fried chicken every Friday.', 'Leaves out fried food on doctor’s orders.'],
  ['Mira is pescatarian.', 'Mira eats only plants now.'],
  ['Coffee is forbidden because of the stomach.', 'One coffee a day is allowed again.'],
])('reads %j as replaced by %j', (older, newer) => {
  expect(foundReplacement(older, newer, OWN)).toBe('certain')
})

test.each([
  ['Tipped the scales at 84 kilos.', 'Tipped the scales at 79 kilos.'],
  ['On the clinic’s scale I was 97 kg.', 'The clinic’s scale showed 92 kg.'],
  ['Ferritin 14.', 'Ferritin 33.'],
  ['I can hold a plank for 60 seconds.', 'I can hold a plank for 95 seconds.'],
  ['Mira can type 40 words a minute.', 'Mira can now type 65 words a minute.'],
])('reads %j and %j as one series', (older, newer) => {
  expect(foundReplacement(older, newer, OWN)).toBe('series')
})

test.each([
  ['another person’s favourite', 'My favourite lake is Bled.', 'Omar’s favourite lake is Bohinj.'],
  ['another favourite', 'Favourite drink is tea.', 'Favourite food is ramen.'],
  ['health', 'The food I react to most is nuts.', 'The food I react to most is eggs.'],
  ['numbers of things', 'Terminal 5.', 'Terminal 2.'],
  ['appointments', 'Can come at 3.', 'Can come at 4.'],
  ['two abilities', 'Can swim 20 lengths.', 'Can run 20 laps.'],
  ['two people’s abilities', 'Omar can do 20 push-ups.', 'I can do 30 push-ups.'],
  ['an hour of the day', 'Drinks coffee every morning.', 'Does not drink coffee after noon.'],
  ['a time of giving up', 'Drinks coffee every morning.', 'Has given up coffee for Lent.'],
  ['an exception', 'Eats cheddar on Sundays.', 'Has given up cheese, except on Sundays.'],
  ['a substitute', 'Drinks decaf coffee every morning.', 'Has given up caffeine.'],
  ['a part of a meal', 'Has porridge with raisins every morning.', 'Has given up fruit.'],
  ['another food', 'Eats salmon every Friday.', 'Has given up meat.'],
  ['another person’s food', 'Omar drinks six espressos a day.', 'I have given up caffeine.'],
  ['a possession', 'Has a coffee machine.', 'Has given up caffeine.'],
  ['another company', 'Plays golf with Ada.', 'Does not play golf with Tom now.'],
  ['a manager of a band', 'I’m the manager of the Alder band.', 'I don’t play in the band.'],
  ['another band', 'I’m a piper in the Alder band.', 'I don’t play in the school band.'],
  ['an allergy', 'Allergic to peanuts.', 'Eats peanuts again.'],
])('reads both as true: %s', (_, older, newer) => {
  expect(['certain', 'series']).not.toContain(foundReplacement(older, newer, OWN))
})
