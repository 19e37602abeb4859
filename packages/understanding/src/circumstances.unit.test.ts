import { expect, test } from 'vitest'
import { readFacts } from './statement.ts'

const OWN = new Set(['nora'])

/** `attribute` for a fact about the person, `relation.attribute` or `name.attribute` for others; `-` before what is over. */
function factsOf(text: string): string[] {
  return readFacts(text, OWN).facts.map(
    ({ attribute, subject, polarity }) =>
      (polarity === 'affirmed' ? '' : '-') +
      (subject.who === 'other' ? `${subject.name ?? subject.relation ?? 'other'}.` : '') +
      attribute.name,
  )
}

test.each([
  ['34-year-old from Leeds.', 'age'],
  ["I'm a 34-year-old welder.", 'age'],
  ["I'm in my late thirties.", 'age'],
  ['Age: 37', 'age'],
  ['M, 29, Pune.', 'age'],
  ['Sixty-three, widowed, two grown children.', 'age'],
  ['I go by my middle name, Rose.', 'nickname'],
  ["We're renting in Fitzroy until Christmas.", 'home'],
  ['Product manager at a fintech in Bengaluru.', 'job'],
  ['Head of HR, 14 reports.', 'job'],
  ['Ex-army, now drives for Uber.', 'job'],
  ['Quit teaching to become a baker.', 'job'],
  ['DOB 1990-06-21', 'birthday'],
  ['Everyone calls me Shaz.', 'nickname'],
  ['My sister calls me Bee.', 'nickname'],
  ['User prefers he/him.', 'pronouns'],
  ['Nora changed her name back to Keane after the divorce.', 'name'],
  ['Dual citizen of Canada and Portugal.', 'nationality'],
  ['Nationality: Indian', 'nationality'],
  ['Mother tongue: Malayalam', 'native_language'],
  ['My French is rusty.', 'languages'],
  ['From Ballarat originally.', 'hometown'],
  ['My Instagram is @norakeane.', 'social_handle'],
  ['GitHub: norakeane', 'social_handle'],
  ["I'm outside Kilfenora in County Clare.", 'home'],
  ["I'm near Ballyvaughan, Co. Clare.", 'home'],
  ['I stay in Koramangala.', 'home'],
  ['We moved here from Mumbai three years ago.', 'previous_home'],
  ['Lived in Hong Kong for six years before coming back.', 'previous_home'],
  ["I'm moving house on the 14th.", 'move_date'],
  ['Moving to Lisbon in September.', 'move_date'],
  ['My shift starts at 6 in the morning.', 'workdays'],
  ['Was sacked by Ryanair in June.', '-employer'],
  ['No longer works for Tesco.', '-employer'],
  ['I was made redundant in April.', 'job'],
  ['Makes about 18 lakhs per annum.', 'salary'],
  ['Salary: £38k', 'salary'],
  ['User is in the construction industry.', 'industry'],
  ['I work in shipping insurance.', 'industry'],
  ['I have an interview with Siemens on Thursday.', 'job_search'],
  ['BSc in Computer Science, IIT Kharagpur.', 'degree'],
  ['I dropped out of university.', '-university'],
  ["Went to St Mary's secondary school in Newport.", 'school'],
  ['Finished a first aid course in May.', 'course'],
  ['My will is with Byrne Solicitors.', 'document'],
  ['Bins go out on Tuesday night.', 'home_fact'],
  ['The stopcock is under the sink.', 'home_fact'],
  ['Childcare costs us 1,400 a month.', 'expense'],
  ['Our gas bill is £120 a quarter.', 'expense'],
  ['We have a mortgage with AIB, fixed until 2028.', 'mortgage'],
  ['Switched from Barclays to Starling.', 'bank'],
  ['My super is with AustralianSuper.', 'pension'],
  ['My accountant is Brian Daly.', 'tax'],
  ['I work from home.', 'workplace'],
  ['On Wednesdays at ten Mei teaches a statistics tutorial.', 'mei.job'],
  ['In London my brother runs a bakery.', 'sibling.business'],
  ['In 2019 Nora moved to Sligo.', 'home'],
])('"%s" states %s', (text, fact) => {
  expect(factsOf(text)).toContain(fact)
})

test.each([
  ['Shares a studio on Rua do Almada with a bookbinder.', 'home'],
  ['I rent a studio in Shoreditch where I paint.', 'home'],
  ['I have a recording studio in the garage.', 'home'],
  ['Runs 5 km every morning.', 'business'],
  ['Owns jewellery worth a fortune.', 'business'],
  ['Takes a walk three times a day.', 'subscription'],
  ['I have a savings account at AIB.', 'subscription'],
  ['My passport is in the top drawer.', 'nationality'],
  ['Our kids go to Parnell Road National School.', 'children.nationality'],
  ['You can reach me at nora@example.net.', 'skill'],
  ['Find me on Mastodon as @nk@social.example.', 'email'],
  ['Plays chess on Mondays.', 'workdays'],
  ['I quit my job at the bank.', '-bank'],
  ['I owe you one.', 'debt'],
  ['Owes his life to a nurse.', 'debt'],
  ['Still paying off a student loan of 18,000.', 'job'],
  ["I'm a student at Leeds.", 'employer'],
  ['Teaches Year 4 at a primary school.', 'school'],
  ['BSc in Computer Science, IIT Kharagpur.', 'computer'],
  ["I'm outside the station.", 'home'],
  ['I stay in bed late.', 'home'],
  ['We stay in hostels when we travel.', 'home'],
  ['He lived in fear for years.', 'previous_home'],
  ['Instagram is bad for me.', 'social_handle'],
  ['Mum calls me every Sunday.', 'nickname'],
  ['My boss calls me lazy.', 'nickname'],
  ['Laid off the sugar since May.', 'job'],
  ['No longer at school.', '-employer'],
  ['Has an interview with the mayor on Friday.', 'job_search'],
  ['Parking is 5 minutes away.', 'expense'],
  ['My accountant is on holiday.', 'tax'],
  ['Retirement age: 67', 'age'],
  ['Dog age: 9', 'age'],
  ['Home office: third floor', 'workplace'],
  ['On Wednesdays at ten Mei teaches a statistics tutorial.', 'job'],
])('"%s" does not state %s', (text, fact) => {
  expect(factsOf(text)).not.toContain(fact)
})
