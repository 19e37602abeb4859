import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundEitherWay, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Kim Doe'
const CONTEXT = contextOf(OWN_NAME)

const PAIRS: readonly (readonly [older: string, newer: string])[] = [
  // Homes and work.
  ['Our house is in Ghent.', 'We just got the keys to our new home in Bruges.'],
  ['Has a flat in Graz.', 'Signed the lease on a two-bedroom apartment in Linz.'],
  ['Is an assistant manager at a cinema.', 'Kim Doe was made general manager of the cinema.'],
  ['I am on the sales team.', 'I moved over to the marketing team.'],
  ['Drives a delivery van for Brandt.', 'Now manages the warehouse at Nordwerft.'],
  ['Works for the housing department.', 'Transferred to the parks department.'],
  ['Teaches art at Elm Grove School.', 'Handed in his notice at the school and opened a gallery.'],
  ['Working hours are 9:00 to 17:00.', 'Working hours are 7:30 to 15:30.'],
  // Names.
  ['My favourite bakery is Krume.', 'Goldkorn has become my favourite bakery.'],
  ['My quiz team is called Night Owls.', 'My quiz team has a new name: Early Birds.'],
  // Amounts and measurements.
  ['Has a weekly food budget of $150.', 'Cut the food budget to $120.'],
  ['The user pays ₹14,500 in rent.', "The user's rent went up to ₹15,200."],
  ['Monthly savings target is 300 euros.', 'Raised the savings target to 450 euros.'],
  ['Heating is set to 21 degrees.', 'Turned the heating down to 19 degrees.'],
  ['BMI is 27.1.', 'BMI is down to 25.8.'],
  ['My ESR was 38.', 'ESR is back at 17.'],
  ["Weight at the doctor's was 97 kg.", 'Has got the weight down to 89 kg.'],
  ['Reads e-books.', 'Is reading printed books again.'],
  ['Drinks oat milk.', 'Drinks whole milk again.'],
  ['Resting pulse is 71.', 'Resting pulse came in at 64 this morning.'],
  ['Has a resting pulse of 71.', 'Measured a resting pulse of 65.'],
  ['I weigh 81 kg.', 'Got on the scales this morning: 78.2 kg.'],
  ['Eats three bars of chocolate a week.', 'Down to one bar of chocolate a week.'],
  ['I sleep five hours a night.', 'I am getting seven hours of sleep a night now.'],
  ['Mortgage rate is 4.2 percent.', 'Mortgage rate was fixed at 3.6 percent.'],
  ['Wears size 42 shoes.', 'Shoe size is 43.'],
  ['Takes 8 units of insulin in the morning.', 'Morning insulin was raised to 10 units.'],
  // Things, services and their ends.
  ['My phone is a Nokia.', 'My Nokia died and I bought a Motorola.'],
  ['We have Orli.', 'Orli is gone, we could not afford it.'],
  ['I have a moped.', 'Sold the moped to a neighbour.'],
  ['Writes code in Sublime.', 'Ditched Sublime in favour of Zed.'],
  ['My phone contract is with Orange.', 'I am with Vodafone for my phone now.'],
  ['Takes naproxen.', 'The rheumatologist stopped the naproxen.'],
  ['Takes gabapentin.', 'Has tapered off gabapentin.'],
  ['Owes Petra 90 dollars.', 'Paid Petra back.'],
  ['Is doing the carnivore diet.', 'The carnivore diet was not for her.'],
  ['I have the flu.', 'I am over the flu.'],
  ['Has a beard.', 'Shaved off his beard.'],
  // People.
  ["The user's supervisor is Olga.", "Bart took over from Olga as the user's supervisor."],
  ['Our babysitter is Tess.', 'Tess can not babysit any more, so we have Jana.'],
  ['Shares the flat with Ugo.', 'Ugo moved out.'],
  ['Is expecting a baby in May.', 'Daughter Mila was born on 4 May.'],
  ['Our Nico is in year 2.', 'Nico started year 3.'],
  // Wishes, goals and preferences.
  ['Prefers rice to pasta.', 'Now prefers pasta over rice.'],
  ['Aims to run a half marathon.', 'The goal is now a marathon.'],
  ['I want short answers.', 'I want detailed answers from now on.'],
  ['Wants weekly summaries.', 'Wants daily summaries instead.'],
  ['Wants the report as a table.', 'Asked for a chart instead of a table.'],
  ['Wants to run the Berlin marathon.', 'Pulled out of the Berlin marathon.'],
  ['Does not drink coffee.', 'Has taken up drinking coffee.'],
  // Dates and places.
  ['Wedding of Ana and Luis on 3 October.', 'Ana and Luis postponed the wedding to 14 November.'],
  ['Grant report is due on 3 October.', 'Got an extension on the grant report until 17 October.'],
  ['Fencing practice is on Wednesdays.', 'Fencing practice is on Mondays from this term on.'],
  ['The vet visit for Rex is on 3 October.', 'The vet visit for Rex is now on 9 October.'],
  ['Massage on Thursday at 2.', "Dina's had to shift my massage to Saturday at 11."],
  ['Goes to Lake High School.', 'Transferred to Ridge High School.'],
  // Other sorts, posts, clubs and places of the same.
  ['Uses a manual toothbrush.', 'Switched to an electric toothbrush.'],
  ['Is secretary of the rowing club.', 'Was elected president of the rowing club.'],
  ['Plays for Rovers.', 'Signed for Albion.'],
  ['The stall is in hall 3.', 'The stall has been moved to the courtyard.'],
  ['Band practice is at the church.', 'Band practice takes place at the barn now.'],
  ['Is a trainee optician.', 'Qualified as an optician.'],
  ['I am a stay-at-home mum.', 'I went back to work as a florist.'],
  ['Works as a barista at Perk.', 'Was let go from Perk.'],
  ['Works as an editor at Quill.', 'Left Quill to freelance.'],
  ['Is in a long-distance relationship with Yuri.', 'Ended the relationship with Yuri.'],
  ['Smokes a pack a day.', 'Has been smoke-free for six weeks.'],
  ['Has long hair.', 'Had her hair cut short.'],
  ['Has brown hair.', 'Dyed her hair red.'],
  ['Has no children.', 'Had a baby boy.'],
  ['Is reading Middlewood.', 'Finished Middlewood.'],
  ['Can be reached on 555-0101.', 'Can now be called on 555-0177.'],
  ['My email is kim@old.example.', 'Please use kim@new.example from now on.'],
  ['The lockbox code is 1212.', 'Reset the lockbox code to 3434.'],
  ['Wants a reminder at 8 a.m.', 'Asked to move the reminder to 7 a.m.'],
  ['Swims 1 km in 27 minutes.', 'Swam 1 km in 24:30.'],
  ['Takes metoprolol 50 mg.', 'Metoprolol got bumped up to 75 mg.'],
  ['Adopted a whippet named Dash.', 'Dash was given to a neighbour.'],
  ['The boiler leaks.', 'The plumber fixed the boiler.'],
  ['Is on a waiting list for a hip replacement.', 'Had the hip replacement on 4 March.'],
  ['I weigh 82 kg.', 'I have got down to 79 kg.'],
  ['My scooter is a Vespa.', 'The Vespa got nicked.'],
  ['Takes a welding course.', 'Jacked in the welding course.'],
  ['Is thinking of doing a diploma.', 'Enrolled on the diploma.'],
  ['My dad is in hospital.', 'Dad came home from hospital.'],
]

test.each(PAIRS)('replaces "%s" with "%s"', (older, newer) => {
  expect(['certain', 'series']).toContain(foundReplacement(older, newer, OWN_NAME))
})

test.each([
  ['Owes Tim 20 euros.', 'Owes Jana 35 euros.'],
  ['Prefers red wine with meat.', 'Prefers white wine with fish.'],
  ['Has dinner with Ulla on Friday.', 'Cancelled the dinner with Tom.'],
  ['Lives in Vienna.', 'Address is Gumpendorfer Strasse 12.'],
  ['Vet appointment for Rex.', 'Is a nurse.'],
  ['Takes a module on ethics.', 'Takes a module on logic.'],
  ['Is in the film society.', 'Is in the chess society.'],
  ['Works at Acme.', 'Started with a new physiotherapist, Mr Brand.'],
  ['My son Leo attends Hill School.', 'My daughter Ada attends Park School.'],
  ['Takes ramipril.', 'The vet stopped the antibiotics for the dog.'],
  ['Drinks two coffees a day.', 'Drinks two litres of water a day.'],
  ['Has a food budget of 300 euros.', 'Has a travel budget of 900 euros.'],
  ['Wants weekly summaries.', 'Wants a weekly call.'],
  ['Ran 5 km in 29 minutes.', 'Ran 5 km in 27:10.'],
  ['Is a loan officer.', 'Hired Ngozi as a driver.'],
  ['Works on a mural for the library.', 'Took a staff job as art director.'],
  ['Has a cat.', 'Put the cat out.'],
  ['Works at Perk.', 'Stopped at Perk on the way home.'],
  ['The younger son lives in Lyon.', 'The older son moved to Paris.'],
  ['Drinks oat milk.', 'Switched to a morning shift.'],
  ['Is secretary of the rowing club.', 'Is a nurse.'],
  ['Is reading Middlewood.', 'Finished Southwood.'],
])('reads "%s" and "%s" as both true', (one, other) => {
  expect(foundEitherWay(one, other, OWN_NAME)).toEqual([])
})

test('reads a move from one tool to another as no move of the home', () => {
  expect(judgeReplacement('Moved from Trello to Asana.', 'Lives in Leiden.', CONTEXT)).toBeUndefined()
})

test('a name that was joined is only likely to be an employer, of which one can be a member or a customer', () => {
  const older = 'The user works as a tester at Nexor.'
  expect(judgeReplacement('The user joined Brightline in May.', older, CONTEXT)).toBe('likely')
  expect(judgeReplacement('The user joined Brightline as a developer.', older, CONTEXT)).toBe('certain')
})

test('an own business replaces work for a named employer, and is only likely to replace other work', () => {
  expect(judgeReplacement('I opened a bakery of my own.', 'I am a waiter at the Hotel Adler.', CONTEXT)).toBe('certain')
  expect(judgeReplacement('I opened a bakery of my own.', 'I am a waiter.', CONTEXT)).toBe('likely')
})

test.each(['Pastime', 'Free time'])('%s: one of several', (label) => {
  expect(judgeReplacement(`${label}: crochet.`, `${label}: surfing.`, CONTEXT)).toBeUndefined()
})
