import { describe, expect, test } from 'vitest'
import { relationsIn } from './relations.ts'
import { readStatement } from './statement.ts'

const OWN = new Set(['nadia'])
const stated = (text: string) => readStatement(text, OWN).facts.map(({ attribute }) => attribute.name)

describe('a sentence that tells a story, as a language model writes it down,', () => {
  test.each([
    ['favourite_team', 'Nadia went to a support group for young carers and found it encouraging.'],
    ['favourite_team', 'Nadia thanked Piet for his support and patience.'],
    ['favourite_team', 'Nadia is a film fan who goes to the cinema to unwind.'],
    ['employer', 'Nadia finds working with curious people like Piet refreshing.'],
    ['employer', "Nadia admires Piet's volunteer work at a soup kitchen."],
    ['employer', 'Nadia recommends Lisbon as a must-see city for Piet.'],
    ['employer', "Nadia's puzzle game is a small adventure with riddles and music."],
    ['employer', 'Nadia has been busy at work with deadlines.'],
    ['job', "Nadia's sister serves as a source of courage for her."],
    ['job', 'Nadia started going to swimming classes with her mother.'],
    ['job', 'Nadia is considering a career in nursing.'],
    ['job', 'Nadia is a Manchester United fan.'],
    ['job', 'Victor and she split up in May.'],
    ['like', 'Nadia is grateful for the love and care of her neighbours.'],
    ['like', 'Nadia and her choir collected things like blankets and soap for the shelter.'],
    ['drink_like', 'Nadia enjoys rowing on the water at dawn.'],
    ['skill', 'Nadia thinks small acts can make a difference.'],
    ['seat_preference', 'Nadia made a stained glass window for the chapel.'],
    ['savings', 'Nadia was part of a crew that saved a family from a flood.'],
    ['marital_status', 'Nadia found old coins on the beach a couple of times.'],
    ['vaccination', 'The prize was a confidence booster for Nadia.'],
    ['hometown', "Nadia's wish to teach comes from her own years at school."],
    ['running', 'Nadia ran into a group of noisy tourists on a hike.'],
    ['address', 'Nadia took her family on a road trip to the coast.'],
    ['owns', 'Nadia mentors others because of her own struggles at school.'],
    ['reminder', 'Nadia keeps a photo on her desk as a reminder to be patient.'],
  ])('states no %s: %s', (attribute, text) => {
    expect(stated(text)).not.toContain(attribute)
  })

  test.each([
    ['favourite_team', 'Nadia supports Ajax.'],
    ['favourite_team', 'I support Leeds United.'],
    ['favourite_team', 'Nadia is a Feyenoord fan.'],
    ['employer', 'Nadia works as a nurse at the city hospital.'],
    ['employer', 'Nadia mentioned that she works at Philips.'],
    ['job', 'Nadia started as a warehouse manager.'],
    ['job', 'Nadia serves as a deacon.'],
    ['like', 'Nadia loves cycling in the rain.'],
    ['like', 'I like old maps.'],
    ['drink_like', 'Nadia enjoys drinking green tea.'],
    ['skill', 'Nadia can swim.'],
    ['seat_preference', 'Prefers the aisle on long flights.'],
    ['savings', 'Nadia saves 200 euros a month.'],
    ['home', 'Shares a flat in Breda with Piet.'],
    ['hometown', 'Nadia comes from a village near Fez.'],
    ['allergy', 'Nadia mentioned being allergic to peanuts.'],
    ['medicine', 'Nadia described taking ibuprofen every day.'],
  ])('states %s: %s', (attribute, text) => {
    expect(stated(text)).toContain(attribute)
  })

  test('does not relate the friends of another person to the user', () => {
    const text = 'Piet and his family are on a tour and have already visited friends Lotte and Bram.'
    expect(relationsIn(text, OWN).filter(({ object }) => object === 'user')).toEqual([])
  })
})
