import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Kim Doe'
const CONTEXT = contextOf(OWN_NAME)

test.each([
  // Labels and favourites, in short forms, with a remark on the former value.
  ['Go-to takeaway: Wok Inn.', 'Go-to takeaway: Bao House, Wok Inn closed down.'],
  ['Fave bakery: Ruis.', 'Fave bakery: Koti, Ruis went downhill.'],
  ['Fav. pub: The Plough.', 'Fav. pub: The Bell. The Plough one closed.'],
  ['My favourite podcast is Criminal.', 'Lately my favourite podcast is Heavyweight.'],
  ['My favourite writer is Smith.', 'For months now my favourite writer is Mantel.'],
  // Who has a role.
  ['Choir director: Aune.', 'Choir director: Pihla, Aune is on maternity leave.'],
  ['Class teacher: Ms Boyd.', 'Class teacher: Mr Iyer (Ms Boyd resigned).'],
  ['Landlord: Mr Dube', 'Landlord: Mrs Khumalo, Mr Dube sold the house.'],
  ['Assistant: Petra.', 'Assistant: Jonas (Petra has left).'],
  ['Her physio is Anke.', 'Her physio is Jonas, Anke moved away.'],
  // Names.
  ['My stepdaughter is Ida Holm.', 'My stepdaughter goes by Ida Berg now.'],
  ['My cousin is Leah Stone.', 'My cousin goes by Leah Marsh since the divorce.'],
  // What is given up.
  ['I smoke ten a day.', 'Off the fags since March.'],
  ['I have a coffee every morning.', 'Off coffee.'],
  ['Three coffees after every meal.', 'No coffee at all any more, stomach.'],
  ['She plays in the parish handball team.', 'No more handball, knee.'],
  ['I play in a Blood & Sand group on Fridays.', 'Dropped out of the B&S group.'],
  ['He fasts on Fridays.', 'His doctor has forbidden fasting.'],
  // Animals.
  ['My collie Ben rides in the van.', 'Ben stays with my aunt now, too old for the road.'],
  ['Has a gecko named Zip.', 'Kim let Zip the gecko go.'],
  ['Guinea pigs: Bix and Bo.', 'Gave the guinea pigs to cousin Tess.'],
  ['We keep two goats.', 'Goats sold.'],
  // Another way to do the same.
  ['I drink almond milk in everything.', "Gone back to cow's milk, the almond stuff gives me cramps."],
  ['Her nephew drives her to the temple.', 'She takes the number 9 tram to the temple by herself now.'],
  ['Cycles to the allotment.', 'Drives to the allotment these days.'],
  ["She can be reached on her niece's phone, 070 555 0142.", 'She has a mobile of her own: 070 555 0188.'],
  ["You can reach him on his wife's mobile, 070 555 0142.", 'He has his own phone now: 070 555 0188.'],
  ['Shoots left in hockey.', 'Shoots right in hockey.'],
  ['Bats right-handed.', 'Bats left-handed now.'],
  ['Heats with oil.', 'Heats with wood pellets.'],
  ["Worships at St Mary's church.", "Worships at St Paul's church."],
  // Work and partner.
  ['Nurse in the public hospital.', 'Left public service -> own clinic.'],
  ["I'm single and fine with it.", 'Together with Juno now.'],
  ['My wife Ilse and I have been married 20 years.', 'Ilse and I signed the divorce.'],
])('is otherwise now: %j, %j', (older, newer) => {
  expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
})

test('reads laboratory values of one abbreviation as a series', () => {
  expect(judgeReplacement('PCV 41.', 'PCV 33.', CONTEXT)).toBe('series')
})

test.each([
  ['one who helps', 'Assistant: Petra.', 'Assistant: Jonas, Petra covers Fridays.'],
  ['a substitute', 'Choir director: Aune.', 'Choir director: Pihla until June, Aune is on maternity leave.'],
  ["another's favourite", 'Fav game: Portal.', "Otto's fav game: Tetris, Portal is dead to him."],
  ['another label', 'Fav game: Portal.', 'Fav board game: Catan.'],
  ['another role', 'Coach: Dara.', "Veera's coach: Femi, Sam left."],
  ['two of one first name', 'My cousin is Ana Silva.', 'My cousin is Ana Costa.'],
  ['another of the family', 'My aunt is Rita Lang.', 'My aunt is Rosa Blum.'],
  ['a day off', 'Smokes a pack a day.', 'Off work till Friday.'],
  ['another smoker', 'Otto smokes a pack a day.', 'Off cigarettes.'],
  ['one evening', 'Two beers after every shift.', 'No beer now, driving later.'],
  ['another sport', 'Plays for the church netball side.', 'No more hockey, ankle.'],
  ['part of a name', 'Trains with the fire brigade squad.', 'No more fire.'],
  ['another group', 'I play in a chess club.', 'Left the D&D group.'],
  ["another's team", 'My daughter Mia plays in the handball team.', 'No more handball, knee.'],
  ['a visit', 'Has a tortoise, Rex.', 'Rex stays with my brother until Sunday.'],
  ['a walk in the garden', 'Has a tortoise, Rex.', 'Let Rex go into the garden.'],
  ['another kind', 'I drink almond milk in everything.', "Gone back to cow's cheese, it is cheaper."],
  ['another place', 'Her nephew drives her to the temple.', 'She takes the tram to the market by herself now.'],
  ['some days', 'Her nephew drives her to the temple.', 'She walks to the temple on Sundays now.'],
  ['another traveller', 'Walks to the station.', 'My sister takes bus 12 to the station now.'],
  ["another's phone", 'My phone number is 070 555 0142.', 'Tom has his own phone now: 070 555 0188.'],
  ['another movement', 'Bats right-handed.', 'Bowls left-handed.'],
  ['another player', 'Bowls right-handed.', 'My brother bowls left-handed.'],
  ['another sport of one movement', 'Shoots left in hockey.', 'Shoots right in basketball.'],
  ['a measurement', 'Fasting sugar is 8.9.', 'The doctor forbade fasting.'],
  ['a place at home', 'She prays at home.', 'She prays at the Elm Street mosque.'],
  ['another couple', 'Married to Sunil.', 'Tom and Ana signed the divorce.'],
])('leaves %s', (_, older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).not.toBe('certain')
})

test.each([
  ['Allergic to nuts.', 'Gave up nuts.'],
  ['Allergic to nuts.', 'No nuts at all any more.'],
  ['Lactose intolerant.', 'No more lactose.'],
  ['Prawns give me hives.', 'Off prawns.'],
  ['Allergic to penicillin.', 'No more penicillin.'],
])('keeps what is not tolerated when it is avoided: %j, %j', (older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).toBeUndefined()
})

test.each([
  ['Allergic to nuts.', 'No longer allergic to nuts.'],
  ['Allergic to nuts.', 'The nut allergy is gone.'],
])('ends what is tolerated again: %j, %j', (older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).toBeDefined()
})
