import { expect, test } from 'vitest'
import { labelledFact } from './labels.ts'

test.each([
  ['phone number: 555 0100', 'phone'],
  ['home: rome', 'home'],
  ['home phone: 555 0100', 'phone'],
  ['medication allergies: penicillin', 'allergy'],
  ['prescription active: metformin', 'medicine'],
  ['doctor appointment: friday', 'appointment'],
  ['car insurance: allianz', 'insurance'],
  ['emergency contact: ana, 555 010', 'emergency_contact'],
  ['blood type: 0+', 'blood_type'],
  ['name of the doctor: amann', 'doctor'],
  ['place of residence: rome', 'home'],
  ['home address: 12 mill road', 'address'],
  ['e-mail address: ada@mill.example', 'email'],
  ['job title: welder', 'job'],
  ['door code at home: 47b19', undefined],
  ['wi-fi at home: lacueva', undefined],
  ['blood sugar: 5.6', undefined],
  ['job interview: tuesday', undefined],
  ['home office: third floor', undefined],
  ['bank holiday: monday', undefined],
  ['old phone: 555 0100', undefined],
  ['keys of the car: red hook', undefined],
  ['emergency exit: left', undefined],
] as const)('%s', (record, attribute) => {
  expect(labelledFact(record)?.attribute).toBe(attribute)
})
