import { describe, expect, test } from 'vitest'
import { ATTRIBUTES } from './attributes.ts'
import { conceptNamed } from './concepts.ts'
import { shownIn } from './shown.ts'

const attributesOf = (text: string) => [...shownIn(text).attributes].sort().join(' ')

describe('shownIn', () => {
  test.each([
    ['LH1140 to Tirana, 12 May, 23C', 'trip'],
    ['KLM: KL 1234, Monday 9:40, gate D6', 'trip'],
    ['GRU–LIS 3 November, TP84', 'trip'],
    ['Home again: DXB → MAN, 4 January 07:15', 'trip'],
    ['EZY8123 Luton to Faro 6 June 06:05', 'trip'],
    ['Eurostar 9 March 10:24 London to Lille, coach 8 seat 61', 'trip'],
    ['Tallink to Tallinn 5 August 18:30, cabin 6115', 'trip'],
    ['Hotel Dorotea, three nights from 7 May', 'trip'],
    ['Born 2 June 2005, 178 cm', 'birthday height'],
    ['Born 3.4.1971 in Linz', 'birthday'],
    ["5'9, 150 lbs", 'height weight'],
    ['1.72 m, 68 kg, brown eyes', 'height weight'],
    ['6 ft 2, born in Cork', 'height'],
    ['Shoes 43, jacket 52', 'clothing_size shoe_size'],
    ['Ring 54, bra 75C', 'clothing_size ring_size'],
    ['Chequing balance $1,842', 'bank savings'],
    ['Current account: £310, overdraft £500', 'bank savings'],
    ['62k gross, 13 salaries', 'salary'],
    ['€19 an hour at the bakery', 'salary'],
    ['Rotary award: $5,000 a year', 'award'],
    ['ICE: Dad 0171 555 0142', 'emergency_contact'],
    ['In an accident call Meg, 555 0119', 'emergency_contact'],
    ['Garage keypad 8841', 'access'],
    ['Back gate 2290#', 'access'],
  ])('%s: %s', (text, expected) => {
    expect(attributesOf(text)).toBe(expected)
  })

  test.each([
    'Flat in SW11, moved in May',
    'Microsoft MS 365 renews in June',
    'AA batteries are in the drawer',
    'USD/EUR 1.08 on Monday',
    'MON–FRI 9:00',
    'Suitcase 158 cm, 23 kg',
    'The desk is 160 cm wide and 80 kg',
    'Deadlift 140 kg, squat 110 kg',
    'Labrador, 31 kg, born in 2019',
    'Jeans 40 euros at the outlet',
    'Ring 602 555 140 about the roof',
    'Shoes £35 in the sale',
    'Credit card balance $1,200',
    'Rent 900 net of heating, £40 a month',
    'Sold the bike for 300 net, £20 fee',
    'Garage door replaced in 2019',
    'The grant was not about money',
    'Ice: two bags for the party',
    'Booked nothing yet',
    'Balance training on Mondays, £12',
    'Everyday carry knife cost $40',
    'Shed is 200 years old',
    'Base camp at 5300 m, $80 permit',
    'Grant turned 40, gave him $50',
    'Chest freezer 150 cm long',
    'Coach 4 evenings a week at the club from September',
    'Train to Ghent takes 40 minutes',
    'PC 2019 slow since May',
    'Read 40 pages',
  ])('shows no attribute: %s', (text) => {
    expect(attributesOf(text)).toBe('')
  })

  test('reads telephones of people by what they do', () => {
    expect(shownIn('Boiler man: Piet 020 555 1420').concepts).toContain('call_phone')
    expect(shownIn('Vet 555 0170, closed on Sundays').concepts).toContain('phone_number')
    expect(shownIn('School begins at 8:30').concepts).toEqual([])
  })

  test('names attributes and concepts that exist', () => {
    const texts = [
      'BA117 LHR-JFK 4 May, seat 3A, ref X7K2QP',
      'ICE: Ana',
      'Hotel, two nights',
      'Born 1 May 1990, 170 cm, 60 kg',
    ]
    const shown = texts.map(shownIn)
    expect(shown.flatMap(({ attributes }) => attributes).filter((name) => !ATTRIBUTES.has(name))).toEqual([])
    expect(shown.flatMap(({ concepts }) => concepts).filter((name) => !conceptNamed(name))).toEqual([])
  })

  test('reads short notes only', () => {
    expect(shownIn(`BA117, 4 May. ${'And more. '.repeat(40)}`).attributes).toEqual([])
  })
})
