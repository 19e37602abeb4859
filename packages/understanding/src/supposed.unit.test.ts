import { expect, test } from 'vitest'
import { readFacts } from './statement.ts'

const OWN = new Set(['nora'])
const ownFacts = (text: string) =>
  readFacts(text, OWN)
    .facts.filter(({ subject, polarity }) => subject.who === 'self' && polarity === 'affirmed')
    .map(({ attribute }) => attribute.name)

test.each([
  ['Saves for a second-hand Land Rover.', 'car'],
  ['Is putting money aside for a Tesla.', 'car'],
  ['Hopes for a job at Acme.', 'employer'],
  ['Wants to open a restaurant before he is 45.', 'age'],
  ["I'd like to have paid off the house by the time I'm 50.", 'age'],
  ["I'd like to have paid off the house by the time I'm 50.", 'home'],
  ["Once I'm sixty I'll stop working nights.", 'age'],
  ["I won't retire before I'm 70.", 'age'],
  ["Looks like he is 40 in that picture because he feels like he's 40.", 'age'],
  ['Learned the violin at age 9.', 'age'],
  ['Has two kids aged 5 and 7.', 'age'],
  ['Our house is 120 years old.', 'age'],
  ['Our house is 120 years old.', 'rent'],
  ['My laptop turned five.', 'age'],
  ["When I'm 64 I'll move to the coast.", 'home'],
  ["If I got the job I'd live in Zurich.", 'home'],
  ["I'd love to live in Japan one day.", 'home'],
  ['We might move to Perth next year.', 'home'],
  ["I'm thinking of moving to Porto.", 'home'],
  ['I wish I lived in Rome.', 'home'],
  ['The house is in my price range.', 'home'],
  ['Moved to nights in May.', 'home'],
  ["If I lose my job at the plant we'll have to sell the house.", 'employer'],
  ['I might take a job at the council.', 'employer'],
  ['Turned down a job at Google.', 'employer'],
  ['Looking for work as a translator.', 'job'],
  ['Applying for jobs in renewable energy.', 'job'],
  ["I'd like to do a degree in law when the kids are grown.", 'degree'],
  ["If the rent goes above 1,500 we'll move out.", 'rent'],
  ['Asked about visa rules for moving to Canada.', 'home'],
  ['Interested in a flat in Leith.', 'home'],
])('"%s" states no %s', (text, attribute) => {
  expect(ownFacts(text)).not.toContain(attribute)
})

test.each([
  ['Is 45.', 'age'],
  ["I'm 52 but look like I'm 40.", 'age'],
  ['I turn 50 on Friday.', 'age'],
  ['Woman aged 31, lives in Berlin.', 'age'],
  ['The patient is 54 years old.', 'age'],
  ['When he was 20 he moved to Cork.', 'home'],
  ['In May I moved to Lisbon.', 'home'],
  ['I live in Ennis if you need a lift.', 'home'],
  ['Been living in Goa since I was offered a transfer.', 'home'],
  ["I'd moved to Cork by then.", 'home'],
  ["Once I'm sixty I'll stop working nights.", 'workdays'],
  ['Applied for a job at Aldi but works at Lidl now.', 'employer'],
  ['Was offered a place and took a job at Google.', 'employer'],
  ['User plans to move to Porto in May but lives in Cork now.', 'home'],
  ["I can't believe I'm nearly 40.", 'age'],
  ["I'll retire when I'm 60.", 'retirement'],
])('"%s" states %s', (text, attribute) => {
  expect(ownFacts(text)).toContain(attribute)
})
