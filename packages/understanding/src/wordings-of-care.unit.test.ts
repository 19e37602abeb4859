import { expect, test } from 'vitest'
import { readFacts } from './statement.ts'

const OWN = new Set(['aisha', 'khan'])
const factsIn = (text: string) =>
  readFacts(text, OWN).facts.map(({ attribute: { name }, subject, polarity }) => {
    const whose = subject.who === 'other' ? `${subject.name ?? subject.relation ?? 'other'}:` : ''
    return `${whose}${name}${polarity === 'affirmed' ? '' : ` ${polarity}`}`
  })

test.each([
  ['Takes baclofen three times a day against the spasms.', 'medicine'],
  ['Takes tretinoin at night.', 'medicine'],
  ['I take lactulose as needed.', 'medicine'],
  ["I'm on Humira for my Crohn's.", 'medicine'],
  ['On dupilumab for eczema.', 'medicine'],
  ['Cetirizine for her allergy.', 'medicine'],
  ['Used to take tretinoin at night.', 'medicine ended'],
  ["Doesn't take baclofen at night.", 'medicine negated'],
  ['Has a son who takes baclofen at night.', 'children:medicine'],
  ["Fetches her mother's insulin.", 'mother:medicine'],
  ['Her endocrinologist is Dr Abreu.', 'doctor'],
  ['Paediatrician: Dr Okoro', 'doctor'],
  ['Sees a rheumatologist called Dr Patel.', 'doctor'],
  ['Dr Abreu is her cardiologist.', 'doctor'],
  ['Under the care of a nephrologist at St Luke.', 'doctor'],
  ["My mother's oncologist is Dr Shah.", 'mother:doctor'],
  ['Sees a physio on Thursdays.', 'therapist'],
  ['My therapist is called Helen.', 'therapist'],
  ['I gave up the pipe in 2003.', 'smoking ended'],
  ['Gave up shisha.', 'smoking ended'],
  ['Off the cigarettes since Lent.', 'smoking ended'],
  ['Our vet is Dr Molloy.', 'vet'],
  ['Tested negative for coeliac disease.', 'intolerance negated'],
  ['Has asthma; lupus was ruled out.', 'condition negated'],
  ["I'm married to Beatriz, a firefighter.", 'beatriz:job'],
  ['Seeing Camille, a court interpreter.', 'camille:job'],
  ['User lives with his partner Ola, a nurse.', 'ola:job'],
  ['Married to Pete, who drives a bus.', 'pete:job'],
  ['Married to a cardiologist.', 'partner:job'],
  ["My brother Sam, who has epilepsy, can't drive.", 'sam:condition'],
  ['Married to Ana, who is vegan, and has asthma.', 'ana:diet'],
  ['Married to Ana, who is vegan, and has asthma.', 'condition'],
  ['Her husband eats meat but she is vegan.', 'diet'],
  ['Her sister is diabetic, and she is vegan.', 'sibling:diet'],
  ['I foster two boys.', 'children'],
  ['Mum to twins.', 'children'],
])('%s states %s', (text, fact) => {
  expect(factsIn(text)).toContain(fact)
})

test.each([
  ['Takes a walk three times a day.', 'subscription'],
  ['Allergic to penicillin.', 'medicine'],
  ['Penicillin - severe allergy', 'medicine'],
  ['Takes photos at night.', 'medicine'],
  ['Takes the bus twice a day.', 'medicine'],
  ['Takes Lola out every morning.', 'medicine'],
  ['Takes Lola every morning.', 'medicine'],
  ['Takes attendance every morning.', 'medicine'],
  ['Takes Pilates for back pain.', 'medicine'],
  ['On holiday for her nerves.', 'medicine'],
  ['Wants to take baclofen for spasms.', 'medicine'],
  ['My sister is a rheumatologist.', 'doctor'],
  ['Works as a dermatologist.', 'doctor'],
  ['My cardiologist is strict.', 'doctor'],
  ['Has a cardiologist appointment on 3 May.', 'doctor'],
  ['Engaged to Sinead, a vet from Cork.', 'vet'],
  ['Biscuit sees the vet on Friday.', 'vet'],
  ['Fixed the pipe under the sink.', 'smoking'],
  ['My cousin gets married in June.', 'partner'],
  ['Lives in Bergen, a city of rain.', 'other'],
  ['Mum to twins.', 'mother'],
  ['Coach of a girls team.', 'children'],
  ['Teaches a class of twelve boys.', 'children'],
  ['Fosters dogs.', 'children'],
])('%s states no %s', (text, attribute) => {
  expect(factsIn(text).filter((fact) => fact.includes(attribute))).toEqual([])
})
