import { expect, test } from 'vitest'
import { readFacts } from './statement.ts'

const ownFacts = (text: string) =>
  readFacts(text)
    .facts.filter(({ subject, polarity }) => subject.who === 'self' && polarity !== 'negated')
    .map(({ attribute }) => attribute.name)

test.each([
  ["User's company is moving to Leeds in spring.", 'home'],
  ["User's company is moving to Leeds in spring.", 'move_date'],
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
])('"%s" states no %s', (text, attribute) => {
  expect(ownFacts(text)).not.toContain(attribute)
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
