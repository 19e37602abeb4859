import { expect, test } from 'vitest'
import { foundEitherWay, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Robin Vale'

test.each([
  ['Stays in Hatfield with her aunt.', 'Has moved into a flat in Sunnyside.'],
  ['I rent a room in Neukölln.', 'We got the keys to the flat in Spandau, sleeping there since Friday.'],
  ["I'm in a shared house in Leeds.", "I'm back at my parents' in Whitby."],
  ['Robin lives on the farm near Diksmuide.', 'Farmhouse sold; Robin and Piet are in an apartment in Oostende.'],
  ['Living in a basement suite in Surrey.', 'Got keys to the Langley condo.'],
  ['Lives in Brno, Židenice.', 'Robin’s lease in Židenice ran out; she shares a flat with Mai in Olomouc.'],
  ['I live in Valencia.', 'Since Monday I sleep in the new flat in Castellón.'],
  ['I have a studio in Lyon.', 'Shifted down to Marseille, got a two-room place there.'],
  ['I live with my parents in Cork.', "I've a room of my own in a house share in Galway."],
  ['We live in Duisburg.', 'We have the flat in Moers now, with garden.'],
  ["I stay at my cousin's in Kasarani.", 'Got my own bedsitter in Ruaka.'],
  ['Robin is staying with her sister in Athlone for good.', 'Robin has her own place in Tullamore now.'],
  ["Lives in the nurses' residence in Polokwane.", 'Rents a backroom in Seshego now.'],
  ['Robin lives in Swansea.', 'Robin went back to live with his mam in Neath.'],
  ['Lives in Bergen, Laksevåg.', 'Robin is the proud tenant of a flat in Voss.'],
  ["I live in my brother's garage in Fresno.", 'Signed the lease in Clovis, my bed is there already.'],
  ['I live in Lund.', 'First-hand contract in Arlöv, I carried my boxes in.'],
  ['Staying in the hostel at KU.', 'I moved to a bedsitter in Roysambu.'],
])('reads "%s" as replaced by "%s"', (older, newer) => {
  expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
})

test.each([
  ['I live in Zaragoza.', 'This week I am in Bilbao for a job, I sleep in a pension.'],
  ['We live in Herne.', 'We have a summer house in Samsun.'],
  ['I live in Leeds.', 'Booked a room in Whitby for the weekend.'],
  ['I live in Bristol.', 'We bought a flat in Bath to rent out.'],
  ['I live in Cork.', 'My brother shifted down to Galway.'],
  ['I live in Utrecht.', 'I slept in the new hotel in Zeist.'],
  ['Living in Surrey.', 'Got keys to the office in Langley.'],
  ['I live in Riga.', 'I have a friend in Jelgava.'],
  ['I live in Aarhus.', 'My boyfriend has a one-room flat in Randers.'],
  ['I live in Warsaw.', "At weekends I sleep at my girlfriend's in Łódź."],
  ['I live in Delhi.', "I am back at my parents' in Agra for Diwali."],
  ['I live in Zürich.', "I got the keys to my mother's flat in Chur so I can water the plants."],
  ['I live in Oslo.', 'During the week I have a room of my own in Drammen.'],
  ['I share a flat in Leipzig.', 'I share a studio in Halle with two painters.'],
  ['I live in Vienna.', 'In summer we have the house in Baden now.'],
])('reads "%s" and "%s" as both true', (older, newer) => {
  expect(foundEitherWay(older, newer, OWN_NAME).filter((found) => found === 'certain')).toEqual([])
})
