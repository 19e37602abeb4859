import { expect, test } from 'vitest'
import { readFacts } from './statement.ts'

const ownFacts = (text: string) =>
  readFacts(text)
    .facts.filter(({ subject, polarity }) => subject.who === 'self' && polarity !== 'negated')
    .map(({ attribute }) => attribute.name)

test.each([
  ["User's company is moving to Leeds in spring.", 'home'],
  ["User's company is moving to Leeds in spring.", 'move_date'],
  ['Crew training moved to Wednesdays at 18:30.', 'job'],
  ['Crew training moved to Wednesdays at 18:30.', 'move_date'],
  ['Sales training is moving to the annexe.', 'job'],
  ['The team meeting has moved to room 4.', 'home'],
  ['The team meeting has moved to room 4.', 'move_date'],
  ['Piano lessons have been shifted to Mondays.', 'home'],
  ['Renting out our old flat in Leith.', 'home'],
  ['The flat is in good condition.', 'home'],
  ['This alarm works with my phone.', 'employer'],
  ['Works like a charm for my migraines.', 'employer'],
  ['Works for peanuts.', 'employer'],
  ['Is the head of year at a comprehensive.', 'university'],
  ['I teach at Leeds University.', 'university'],
  ["I'm a teacher at a school in Leeds.", 'school'],
  ['Handed over the business to her son.', 'bank'],
  ['I have an account with Instagram.', 'bank'],
  ['Call the plumber on 0800 555 111.', 'phone'],
  ['Emergency contact: Tom Keane (brother), 086 555 3434', 'phone'],
  ['Old number was 0400 111 222.', 'phone'],
  ['Work email address is nora@example.net.', 'address'],
  ['Please call me back.', 'nickname'],
  ['Turned 21 pages today.', 'age'],
  ['Saves every jar.', 'savings'],
  ['Budget airline only.', 'budget'],
  ['Works at Santander in the mortgage team.', 'mortgage'],
  ['Went to college in Galway.', 'trip'],
  ['Dr. Helen Marsh is my personal tutor.', 'job'],
  ['Sang in a choir as a student.', 'job'],
  ['Staff entrance at the library opens with 5930.', 'job'],
  ['The alarm code at the house is 8826.', 'rent'],
  ['My student number is 77304518.', 'phone'],
  ["User's license plate reads KDL 482.", 'reads'],
  ['Glasses: progressive, reading power +1.75.', 'reads'],
  ['Rent is 2,650 zloty a month.', 'age'],
  ['Got seasick on the Cook Strait ferry.', 'cooking'],
  ['Subscribes to a baking magazine called Crust.', 'cooking'],
  ['I drive a van that we bought in 2023 from a man in Blenheim.', 'owns'],
  ['Starts in the kitchen at 5 am.', 'home_fact'],
  ['My sister is a radio presenter.', 'favourite_music'],
])('"%s" states no %s', (text, attribute) => {
  expect(ownFacts(text)).not.toContain(attribute)
})

test.each([
  ['Height 188 cm.', 'height', '188 cm'],
  ['Takes a size 38 shoe.', 'shoe_size', '38'],
  ['My feet are a UK size 5.', 'shoe_size', 'uk size 5'],
  ['My jeans are 36 by 30.', 'clothing_size', '36 by 30'],
  ["I can't wear latex gloves, they bring me out in hives.", 'allergy', 'latex gloves'],
  ['Sam and I have been together for a year.', 'partner', 'sam'],
  ['Has been with Joana, an architect, since last year.', 'partner', 'joana'],
  ["I'm a children's librarian at the public library.", 'job', "children's librarian at the public library"],
])('%j states %s', (text, attribute, value) => {
  const found = readFacts(text).facts.find((fact) => fact.attribute.name === attribute)
  expect(found).toMatchObject({ subject: { who: 'self' }, polarity: 'affirmed', value })
})

test.each(['I sold my bike after a crash.', 'I sold my bike because it was old.'])('"%s" is over', (text) => {
  expect(readFacts(text).facts.map(({ polarity }) => polarity)).toEqual(['ended'])
})

test('a sign language is no spoken one', () => {
  const found = readFacts('Learning Portuguese Sign Language.').facts.map(({ value }) => value)
  expect(found).toEqual(['portuguese sign language'])
})

test.each([
  ['My company moved me to Leeds.', 'home'],
  ['Rents out the flat in Leith and lives in Cork.', 'home'],
  ['Lives at the end of Mill Lane.', 'home'],
  ['Moved to Great Yarmouth.', 'home'],
  ['Lives in Leeds near a yoga studio.', 'home'],
  ['Shares a studio flat in Cork with a nurse.', 'home'],
  ['Works for a charity in Leeds.', 'employer'],
  ['Works at Tesco, banks with Monzo.', 'bank'],
  ["Works at Tesco, goes to St Mary's school at night.", 'school'],
  ['Has an account with Triodos.', 'bank'],
  ['You can call or text me on 087 555 1234.', 'phone'],
  ['Please call my mobile on 087 555 1234.', 'phone'],
  ['Call me Mad Max.', 'nickname'],
  ['Turned forty last week.', 'age'],
  ['Saves 200 every month.', 'savings'],
])('"%s" states %s', (text, attribute) => {
  expect(ownFacts(text)).toContain(attribute)
})
