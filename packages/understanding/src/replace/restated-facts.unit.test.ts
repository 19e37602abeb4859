import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Rosa Lindt'
const CONTEXT = contextOf(OWN_NAME)

/** Statements of which the second replaces the first, and what shows it. */
test.each([
  // States that exclude one another, without "again".
  ['Marco quit smoking last spring.', 'Marco smokes a dozen cigarettes a day.'],
  ['I am a non-smoker.', 'I took up smoking in Lyon.'],
  ['Has a pint of beer every evening.', 'Has been sober since Easter.'],
  ['My aunt Vera does not drink alcohol.', 'My aunt Vera has a glass of wine with lunch most days.'],
  ['Has insomnia.', 'Sleeps like a log since the move.'],
  ['I work remotely.', 'I have to be in the office on all weekdays.'],
  ['Has a part-time job.', 'Has a full-time contract at the same job since June.'],
  ['Does not have a car.', 'Bought a small Toyota.'],
  ['Our son Max cannot ride a bike.', 'Max learned to ride a bike.'],
  ['My sister Ulla is expecting a baby.', 'Ulla had her baby on Sunday.'],
  ['Stopped playing badminton.', 'Plays badminton every Saturday.'],
  ['My wife does not eat pork.', 'My wife eats pork these days.'],
  ['Loves liquorice.', 'Has gone off liquorice.'],
  ['I cannot stand jazz.', 'I have come to love jazz.'],
  ['Has two cats.', 'Has three cats now.'],
  ['I am vegan.', 'I have started eating eggs.'],
  // Another person has the role.
  ['My physiotherapist is Olga.', 'Found a new physiotherapist, Bruno Wirth.'],
  ['Our accountant is Mr Sand.', 'Ms Krol is our accountant now.'],
  ['My supervisor is Lina.', 'Lina resigned, so I report to Jonas now.'],
  ['Our nanny is called Bea.', 'Bea moved away, Tilda looks after the kids.'],
  ['My health insurance is with Helvita.', "Changed health insurers: it's Sanovia now."],
  // Another of its kind.
  ['Uses a Fairphone 4.', 'Switched to a Pixel 8.'],
  ['Speaks Dutch with her son.', 'Switched to French with her son.'],
  ['Has an account with Volksbank.', 'Closed the Volksbank account and went to Nordea.'],
  // Aims that were reached, plans that fell through, appointments that moved.
  ['Preparing for the sailing exam.', 'Passed the sailing exam.'],
  ['We are going to Malta in May.', 'Malta fell through, we are going to Elba instead.'],
  ['The christening is on 3 June.', 'We had to push the christening back to 9 July.'],
  ['Plays squash on Fridays.', 'Squash is on Tuesdays now.'],
  ['Reading Dracula.', 'Finished Dracula and picked up Ulysses.'],
  ['Team lunch every Monday.', 'The team lunch takes place on Fridays from now on.', 'likely'],
  ['Wants to hike the Rennsteig.', 'Decided against hiking the Rennsteig.'],
  ['Goal: swim 40 lengths.', 'Goal: swim 60 lengths.'],
  ['Runs 6 km twice a week.', 'Runs 9 km twice a week.'],
  ['Is engaged to Nadia.', 'The engagement to Nadia is off.'],
  ['My mobile number is 0151 22 33 44.', "My mobile number changed, it's 0151 77 88 99."],
  ['My guitar teacher is Mr Ott.', "I've switched guitar teachers, it's Ms Lang now."],
  ['I am a student.', 'I graduated in May and teach at a college.'],
  ['On beta blockers.', 'Weaned off the beta blockers.'],
  ['Drinks two espressos a day.', 'Cut espresso out entirely.'],
  // Corrections.
  ['Grew up in Turku.', 'I actually grew up in Vaasa, not Turku.'],
  ['Was born in 1971.', 'Correction: I was born in 1972.'],
  ['My train leaves at 6:52.', 'Sorry, my train leaves at 6:25.'],
  // What a bundle leaves out.
  ['My home is in Split.', 'My new home is in Rijeka.'],
  ['Works as a waitress.', 'Works as a ship broker.'],
  ['Rosa is an apprentice plumber.', 'Rosa is a master plumber with her own firm.'],
  ['Wants to lose ten kilos.', 'Reached the goal of losing ten kilos.'],
  ['Lunch with Ana in Bath on 10 May 2026.', 'Ana is ill, so the Bath lunch is off.'],
  ['Prescription active: isotretinoin 40 mg daily.', 'Prescription discontinued: isotretinoin 40 mg daily.'],
  ['My husband Emrys does all the cooking.', 'My husband Emrys died last winter.', 'likely'],
  // Work, studies and doses in other words.
  ['Sales manager at Orbis.', 'Was promoted to head of sales at Orbis.'],
  ['Studies physics in Graz.', 'Dropped out and enrolled in architecture.'],
  ['Takes 25 mg of losartan.', 'The doctor raised the losartan to 50 mg.'],
  ['Is married to Pavel.', 'The divorce from Pavel came through in June.'],
  ['The spare key is under the mat.', 'Moved the spare key to the shed.'],
])('"%s" is replaced by "%s"', (older, newer, least = 'certain') => {
  const kinds = least === 'likely' ? ['likely', 'certain'] : ['certain', 'series']
  expect(kinds).toContain(foundReplacement(older, newer, OWN_NAME))
})

test.each([
  ['I do not smoke.', 'My roommate smokes a pack a day.'],
  ['Quit smoking.', 'Cannot stand cigarette smoke.'],
  ['Is pregnant.', 'Her cousin had her baby.'],
  ['Loves chocolate.', 'Hates white chocolate.'],
  ['Hates cycling.', 'Loves cycling holidays on television.'],
  ['Works from home on Fridays.', 'Has to be in the office on Mondays.'],
  ['Does not drink.', 'Drinks a lot of tea.'],
  ['Cannot swim.', 'Her nephew learned to swim.'],
  ['My boss is Ivan.', 'My cousin Ivan left for Chile.'],
  ['My cleaner is Ana.', 'Ana went to the dentist.'],
  ['My vet is Dr Moor.', 'Dr Moor has a new assistant, Dr Bell.'],
  ['My coach is Sten.', 'My daughter has a new coach, Pia.'],
  ['Saving up for a motorbike.', 'Rented a motorbike for the weekend.'],
  ['Wants to buy a boat.', 'Bought a toy boat for Luis.'],
  ['Uses Safari.', 'Installed Firefox on her father’s computer.'],
  ['Speaks Dutch with her son.', 'Speaks German with her mother.'],
  ['My insurance is with Helvita.', 'My travel insurance is with Sanovia.'],
  ['Lives in Ghent.', 'When I was a student, I lived in Leuven.'],
  ['The spare key is under the mat.', 'Moved the bookshelf.'],
  ['Prefers window seats.', "I'd rather have tea."],
  ['My father is a baker.', 'My father-in-law retired.'],
  ['Her father was a sailor.', 'Her father died in 2010.'],
  ['Wants to quit smoking.', 'Wants to smoke less.'],
  ['Has one brother.', 'Her brother has two sons.'],
])('"%s" stays true beside "%s"', (older, newer) => {
  expect(judgeReplacement(newer, older, CONTEXT)).toBeUndefined()
})
