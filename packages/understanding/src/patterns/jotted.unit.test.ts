import { expect, test } from 'vitest'
import { readStatement } from '../statement.ts'

/** What a text states, as "attribute: value", with "not" before what it denies; of others with their name or relation. */
function factsIn(text: string): string[] {
  return readStatement(text).facts.map(({ attribute, value, subject, polarity }) => {
    const of = subject.who === 'other' ? `${subject.name ?? subject.relation}'s ` : ''
    return `${of}${polarity === 'negated' ? 'not ' : ''}${attribute.name}: ${value}`
  })
}

test.each([
  ['My shift leader Sylwia goes mad if anyone is late.', 'boss: sylwia'],
  ['Team leader is Ola.', 'boss: ola'],
  ['Okra gets half a methimazole pill in the mornings.', "okra's medicine: methimazole pill in the mornings"],
  ['She is given 5 ml of cough syrup at night.', 'medicine: cough syrup at night'],
  ['The cardiologist forbade grapefruit because of the simvastatin.', 'intolerance: grapefruit'],
  ['Her diabetologist put her off white rice.', 'intolerance: white rice'],
  ['No wine for me any more.', 'not alcohol: no wine for me any more'],
  ["Hasn't touched a drop since 2019.", 'not alcohol: a drop since 2019'],
  ['I row in the university eight.', 'sport: row in the university eight'],
  ['Got a new right hip in 2019.', 'surgery: right hip in 2019'],
  ['He hears badly on the right.', 'disability: hears badly on the right'],
  [
    'After-school care is 365 dollars per month for both.',
    'expense: after-school care is 365 dollars per month for both',
  ],
  ['His pride is a ninety-year-old bonsai.', 'owns: ninety-year-old bonsai'],
  ['I left the dorm because of bedbugs.', 'previous_home: dorm because of bedbugs'],
  ['First names only, please.', 'answer_style: first names only, please'],
  ['Air traffic controller, works nights.', 'job: air traffic controller, works nights'],
  ['Social worker in Leeds.', 'job: social worker in leeds'],
  ['I am a qualified estate agent.', 'job: estate agent'],
  ['Teaching assistant, part-time.', 'job: teaching assistant, part-time'],
  ['Eight-year-old twins: Adaeze and Obinna.', 'children: Adaeze'],
])('reads in “%s” “%s”', (text, fact) => {
  expect(factsIn(text)).toContain(fact)
})

test.each([
  ['Shoe size: 41.', 'shoe_size: 41'],
  ['EU 38 shoes.', 'shoe_size: eu 38'],
  ['Size 12 dress.', 'clothing_size: 12 dress'],
  ['Salary 52k.', 'salary: 52k'],
  ['Bike is a Brompton.', 'bicycle: brompton'],
  ['Wi-Fi: casa-verde-22.', 'wifi_password: casa-verde-22'],
  ['Bench press max 95 kg.', 'personal_best: 95 kg'],
  ['Black belt in karate.', 'sport: karate'],
  ['Watches Danish crime series.', 'favourite_series: danish crime series'],
  ['Virgo.', 'star_sign: virgo'],
  ['Two-bedroom flat, third floor.', 'housing: two-bedroom flat, third floor'],
  ['On the waiting list for a hernia op.', 'surgery: hernia op'],
  ['Has -2.5 in both eyes.', 'glasses: -2.5 in both eyes'],
  ['Left school at 16.', 'school: at 16'],
  ['Level B1 in Dutch.', 'languages: b1 in dutch'],
  ['On the parish council.', 'volunteering: parish council'],
  ['First aider at work.', 'certificate: first aider at work'],
  ['Looking for part-time work.', 'job_search: part-time work'],
  ['Two coffees before noon.', 'caffeine: two coffees before noon'],
  ['Drinks oat milk.', 'drink_like: oat milk'],
  ['Not a breakfast person.', 'not habit: not a breakfast person'],
  ['Believes in karma.', 'value: karma'],
  ['Short answers, please.', 'answer_style: short answers, please'],
  ['Metric units only.', 'answer_style: metric units only'],
])('reads in the note “%s” “%s”', (text, fact) => {
  expect(factsIn(text)).toContain(fact)
})

test.each([
  ['Mushrooms? No thanks, it is the texture.', 'not food_dislike: mushrooms, it is the texture'],
  ['Olives: no thank you.', 'not food_dislike: olives'],
  ['Durian? Get it out of the house.', 'not dislike: durian'],
  ['Karaoke? Over my dead body.', 'not dislike: karaoke'],
  ['Mango sticky rice? Any time.', 'food_like: mango sticky rice'],
])('reads the verdict of “%s”', (text, fact) => {
  expect(factsIn(text)).toContain(fact)
})

test.each([
  ['Does she eat pork? No thanks to her doctor.', 'food_dislike'],
  ['My shift leader is on leave.', 'boss'],
  ['The doctor has banned contact sports.', 'intolerance'],
  ['Stays away from spirits.', 'intolerance'],
  ['Has a small sailing boat on the lake.', 'home'],
  ['Has a caravan in Wales.', 'home'],
  ['Her salary is 3,100 euros a month.', 'expense'],
  ['I box up the books on Friday.', 'sport'],
  ['Shoe size is 41.', 'age'],
  ['Looking for work boots.', 'job_search'],
  ['Two-bedroom flat for sale near the station.', 'housing'],
  ['Leo is her nephew.', 'star_sign'],
  ['Estate agent showed us a flat.', 'job'],
  ['Social worker at 10:30.', 'job'],
  ['The porter carried the bags.', 'job'],
])('in “%s” reads no %s', (text, attribute) => {
  expect(factsIn(text).filter((fact) => fact.includes(`${attribute}: `))).toEqual([])
})

test.each([
  ['Divorced from Emeka since 2021; he lives in Calgary.', "emeka's home: calgary"],
  ['Lives with Ana; she is a vegan.', "ana's diet: vegan"],
  ['When in Rome she stays with Ada, and she owns a boat.', 'owns: a boat'],
])('reads whom the pronoun of “%s” means', (text, fact) => {
  expect(factsIn(text)).toContain(fact)
})
