import { expect, test } from 'vitest'
import { showsJob } from './shown-jobs.ts'

test.each([
  'Brother Atli shears sheep.',
  'Cillian trains guide dogs.',
  'My boyfriend Cillian is a night porter at the hospital.',
  "My mother runs a tailor's shop.",
  'Uncle Femi drives a danfo bus in Lagos.',
  "Aunt Ruth nurses at St Luke's.",
  'Our lodger Ivan is a crane operator.',
  'My cousin Asha, a patent lawyer, lives in Pune.',
  'Sister Lena works nights at a bakery.',
  'Grandpa Otto farms in the Allgäu.',
  'My friend Tunde makes furniture.',
  'Best friend Mia tattoos for a living.',
  'My neighbour Paul fits kitchens.',
  'My son-in-law Rob is with the fire brigade.',
  'Nephew Jan is apprenticed to a clockmaker.',
  'Her husband Lars pilots ferries.',
  'Roommate Chloe is doing a PhD in botany.',
  'Kofi is a chemistry teacher in Kumasi.',
  'My daughter-in-law Eva reports for the local paper.',
  'Dad delivers post in Cork.',
  'My niece Zuri studies marine law.',
  'Stepmother Gita sells insurance.',
  'My colleague Omar handles payroll.',
  'Brother-in-law Sipho mines platinum.',
  'Niamh lectures in Old Irish.',
  'My ex Pedro is a bartender in Porto.',
])('a statement about another shows an occupation: %s', (text) => {
  expect(showsJob(text, true)).toBe(true)
})

test.each([
  'Cillian does not like spicy food.',
  'Anand fell out with Piotr.',
  'Magda makes a fuss about the bins.',
  'My sister Ana bakes for us every Sunday.',
  'My brother Hamish never eats mushrooms.',
  'My dad builds model ships in his spare time.',
  'Grandma makes good soup.',
  'Our neighbour is a heavy smoker.',
  'Tom is a picky eater.',
  'Lena is a light sleeper.',
  'My son collects stamps.',
  'Priya is my best friend.',
  'Eilidh drives a Volvo.',
  'Marek drives too fast.',
  'My mother plays bridge.',
  'Zofia raises her voice when angry.',
  'Bogdan sells himself short.',
  'My daughter is a toddler.',
  'Oskar is a vegetarian.',
  'My husband cooks dinner.',
  'My aunt keeps her distance.',
  'Paul fixes everything at home for us.',
  'My sister loves paints.',
  'Iga is a Norwegian citizen.',
  'My brother is a Liverpool supporter.',
  'Ravi once drove a taxi.',
  'Rute feeds the dog when I travel.',
  'Ola wants to be a doctor.',
  'My cousin is a fast runner.',
  'My dad is a cancer survivor.',
  'Tim makes my bed.',
  'Anna throws tantrums.',
])('a statement about another shows no occupation: %s', (text) => {
  expect(showsJob(text, true)).toBe(false)
})

test.each([
  'Tunes pianos for the Baltic Philharmonic.',
  'I repair clocks in a workshop in Graz.',
  'Sells carpets for a living.',
  'Binds books in a studio near the canal.',
  'We run a kiosk at the station.',
  "Started as a harbour pilot's assistant at the port.",
  'Sunniva is a chimney sweep.',
  'I bake for a hotel in Riga.',
])('a statement about the user shows an occupation: %s', (text) => {
  expect(showsJob(text, false)).toBe(true)
})

test.each([
  'Bakes bread at home.',
  "I'm a keen gardener.",
  'I am a light sleeper.',
  'I build model trains.',
  'Paints watercolours on Sundays.',
  'Makes jam for the church bazaar.',
  'I fix bikes for friends.',
  'Bought a lamp in a shop.',
  'I grow tomatoes.',
  'Teaches Sunday school.',
  'I deliver meals for the food bank on Fridays.',
])('a statement about the user shows no occupation: %s', (text) => {
  expect(showsJob(text, false)).toBe(false)
})
