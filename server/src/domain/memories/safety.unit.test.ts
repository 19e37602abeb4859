import { expect, test } from 'vitest'
import { isOfSafety, isOfSafetySeries } from './safety.ts'

const isSafety = (content: string, scope = 'note') => isOfSafety({ content, scope })

test.each([
  'I avoid nuts.',
  'My insulin pump is a Medtronic.',
  'I wear a medical alert bracelet.',
  'I am at risk of suicide.',
  'My emergency contact is Tom.',
  'In an emergency call Tom.',
  'My INR target is 2.5.',
  'My maximum heart rate is 150.',
  'My potassium must stay below 5.',
  'Do not resuscitate.',
  'I have a living will.',
  'I am an organ donor.',
  "I can't swim.",
  "I don't eat gluten.",
  'My ex must not know my address.',
  'My legal guardian is my uncle Per.',
  'Our family doctor is Dr Lind.',
  'Care plan: second drawer.',
  'My night nurse must be called at three.',
  'Must always sleep with the bed raised.',
  'I cannot walk further than a block.',
  'Never tell Ola where I work.',
  'Ola must not pick up the girls.',
  'Our meeting point after an earthquake is the school.',
  'I have hepatitis B.',
  'I am at increased risk of stroke.',
])('health or safety depends on: %s', (content) => {
  expect(isSafety(content)).toBe(true)
})

test.each([
  'My favourite food is ramen.',
  'I live in Oslo.',
  'I work at Acme.',
  'I run every Friday.',
  'Prefers the aisle seat.',
  'My phone number is 555 0177.',
  'Reads on a tablet.',
  'My weight is 80 kg.',
  'Works as a doctor at the county hospital.',
  "I can't stand loud bars.",
  'You must try the new bakery.',
  'The rent must be paid on the first.',
  'Never let the dough rise twice.',
  'There is a risk of rain on Sunday.',
  'A merge triggers a deploy.',
])('nor on: %s', (content) => {
  expect(isSafety(content)).toBe(false)
})

test('by the scope alone, where no rule reads a statement of health or food', () => {
  for (const scope of ['health', 'health.medication']) expect(isSafety('The blue one, at night.', scope)).toBe(true)
  expect(isSafety('The blue one, at night.', 'nutrition')).toBe(true)
  expect(isSafety('My favourite food is ramen.', 'nutrition')).toBe(false)
})

test('a reading of a quantity does not count by its scope, but a limit does', () => {
  const scope = 'health'
  expect(isOfSafetySeries({ content: 'Weight: 80 kg.', scope })).toBe(false)
  expect(isOfSafetySeries({ content: 'My INR target is 2.5.', scope })).toBe(true)
  expect(isOfSafetySeries({ content: 'Insulin dose: 10 units.', scope })).toBe(true)
})
