import { expect, test } from 'vitest'
import { readStatement } from './statement.ts'
import { asksFor, states, wordingsOf } from './test/wordings.ts'

/** By attribute, how people ask for it (`?`) and state it (`=`); either of two attributes will do. */
const { questions, statements } = wordingsOf(`
home ? where am I staying these days
home ? which part of the country does she call home
home ? what town did I settle in
home ? where would a taxi take me to get home
home = Home these days is a narrowboat at Hebden Bridge.
home = Has put up in a rented cottage outside Kendal.
home = Now a resident of Basel.
home = He upped sticks to Cádiz in May.
home = Lives out in the sticks near Brecon.
home = We bought a flat in Turin.
home = Sold the farm and shifted to a place outside Napier.
home = Shifted to Bengaluru, renting two rooms in Indiranagar.
home = Lives off the Ormeau Road in Belfast.
home = I'm in a bungalow in Aberystwyth.
home = Lives on Cherry Lane.
home = Dwells in a yurt above Machynlleth.
home = She has made her base in Tallinn.
home = Is domiciled in Jersey.
address ? where should the courier drop my parcel
address ? what number house am I at
address = Her front door is 7 Rue Lepic.
job ? how do I earn my keep
job ? what's her occupation these days
job ? what does he do Monday to Friday
job ? what's my line of work
job ? who is she at work
job ? what is my current position
job ? which role does she have
job ? what's her new title
job = Stacks shelves at night in a supermarket.
job = Makes her living mending sails.
job = He is a stonemason at the cathedral.
job = She lectures in soil science.
job = Serves as a customs officer at Dover.
job = Her day job is data entry for the council.
job = He looks after the boilers at a brewery.
job = Practises law in Lyon.
job = Is employed in the county archives as a conservator.
job = Just qualified as a midwife.
job = Does the accounts for three charities.
employer ? which firm am I with
employer ? who writes her paycheck
employer ? what company is he at
employer ? who do I work for
employer ? in which hospital am I employed
employer = On staff at the Royal Infirmary.
employer = Draws his salary from Siemens.
employer = She's with Lufthansa now.
employer = I joined Maersk in April.
employer = Is an engineer at Bosch.
employer = Teaches Latin at St Olave's.
employer = Her employer is the Port of Antwerp.
workdays ? when am I off
workdays ? what shifts does she do
workdays ? which days is he in the office
workdays = Fridays are her free day.
workdays = Works Tuesday to Saturday.
workdays = Does alternate weekends.
workdays = On lates this month.
workdays = Four days on, four days off.
boss ? who is my line manager
boss ? who does she answer to
boss = Her line manager is Yvonne Achterberg.
boss = I answer to Mr Pelletier.
boss = Gets his orders from Captain Rourke.
salary ? what do I make a year
salary ? how much money does she bring home
salary = Takes home 2,350 euros a month.
salary = Is on 41k a year.
previous_job ? what did I do before this
previous_job ? where did she work before
previous_job = Spent ten years as a cabin attendant.
previous_job = Was a bank teller before the children came.
previous_job = Ex-army cook.
retirement ? am I retired
retirement = Drew her pension from 2019, after forty years in the mills.
retirement = Gave up work in 2021.
degree|university ? where did she get her degree
degree|university ? what did I read at university
degree|university ? did he go to college
degree|university = Has a BSc in geology from Leeds.
degree|university = Read history at Durham.
degree|university = Took his PhD in Zurich.
degree|university = Holds an MBA.
degree|university = Doing a master's in translation.
degree|university = Is at medical school in Graz.
skill ? can he ride a bike
skill ? what is she good at
skill = Never learned to ride a bike.
skill = Is a dab hand at sewing.
skill = He can't swim.
learning_language ? which language am I picking up
learning_language ? is she taking language classes
learning_language = Has an Arabic tutor twice a week.
learning_language = Working through a Norwegian textbook.
languages ? what tongues does she speak
languages ? can I talk to people in Portuguese
languages = Is trilingual: Basque, Spanish and English.
languages = Gets by in Turkish.
partner ? who's my better half
partner ? who did she tie the knot with
partner ? who do I share my life with
partner ? is he seeing someone
partner ? what's my wife's name
partner ? who is she going out with
partner = Going steady with Matteo.
partner = Has a girlfriend called Ines.
partner = She and Bojan are an item.
partner = Tied the knot with Farah in 2018.
partner = Is courting a baker named Luc.
partner = Lives with her fiancé, Rui.
partner = My husband's name is Teo.
partner|marital_status = He is single.
partner|marital_status = On his own since the split.
partner|marital_status = Has been a widow since 2011.
partner|marital_status = Not in a relationship.
children ? do I have any kids
children ? what are her little ones called
children ? how many children has he got
children = Mother of two: Lina and Joss.
children = Has no children.
children = Is bringing up a boy of six on his own.
children = Their firstborn is called Maud.
children = Became a dad in March.
sibling ? does she have brothers or sisters
sibling ? am I an only child
sibling = Is an only child.
sibling = Has a twin, Olga.
pet ? what animals live with me
pet ? does she keep pets
pet ? what is the name of my cat
pet ? who do I take for walks
pet = Has a one-eyed cat called Nelson.
pet = Three hens and a cockerel in the yard.
pet = Shares the flat with an African grey.
pet = I've got a corn snake.
pet = Our mutt is Otis.
pet = Two rescue greyhounds, Ash and Ember.
pet = No pets.
doctor ? who treats me
doctor ? which practice is she registered with
doctor = Goes to Dr Farkas at the health centre.
doctor = Her family doctor is Dr Blum.
doctor = Sees Dr Osei for the thyroid.
dentist ? whose chair do I sit in for my teeth
dentist ? who looks after her teeth
dentist = Dentist: Praxis Weber.
vet ? where do I take the dog when it is ill
vet = The dog's vet is Ms Tully.
car ? what do I drive
car ? which make is her car
car ? what is parked in my drive
car ? what model of vehicle does he have
car = Gets about in an old Saab 900.
car = His is a blue Dacia Duster.
car = She's got wheels: a Nissan Leaf.
car = Has no car.
car = Part-exchanged the Astra for a Skoda.
bicycle ? what kind of bike do I ride
bicycle = Her bike is a steel Bianchi.
bicycle = Cycles on a Brompton.
phone_model ? what mobile do I use
phone_model ? which handset has she got
phone_model = Her mobile is a Fairphone.
phone_model = Upgraded to a Pixel 9.
phone_model = Still on an iPhone 8.
phone ? what's my number
phone ? how can she be reached by phone
phone = Her number: 06 1234 5678.
phone = Call him on 020 7946 0991.
phone = Landline 0341 55 66 77.
email ? where do I send her an email
email = Mail: k.lind@posteo.example.
bank ? who do I bank with
bank ? where is my money
bank ? where's her current account
bank ? which card do I pay with
bank = Is with the Triodos Bank.
bank = Has accounts at Lloyds and Wise.
bank = Opened an account at ING.
rent ? what does my flat cost me
rent ? how much goes to the landlord
rent = The flat costs her 910 a month.
rent = Pays his landlady 480 euros.
mortgage ? what's left to pay on my house
mortgage = Twelve years left on the home loan.
mortgage = Pays 1,100 a month towards the house.
subscription ? what do I subscribe to
subscription ? which papers does she get
subscription = Gets Le Monde delivered.
subscription = Pays for Crunchyroll monthly.
subscription = Has a library card and a Mubi account.
gym ? where do I lift weights
gym ? which fitness club is she in
gym = Works out at Holmes Place.
gym = Has a pass for the climbing gym Boulderwelt.
gym = Her gym is FitX.
commute ? how do I get to the office
commute ? what does she take to work
commute = Takes the ferry to work.
commute = Cycles in, forty minutes each way.
commute = Catches the 6:40 to the city every morning.
commute = Works from home and has no commute.
`)

test.each(questions)('%s is asked by “%s”', (names, question) => {
  expect(asksFor(names, question)).toBe(true)
})

test.each(statements)('%s is stated by “%s”', (names, statement) => {
  expect(states(names, statement)).toBe(true)
})

test.each([
  ['When he was small he was allergic to milk; he can drink it now.', 'pet'],
  ["My brother's bank is Monzo.", 'bank'],
  ['Walked along the river bank.', 'bank'],
  ['Gives to the food bank.', 'bank'],
  ['Visited a friend in Milan.', 'home'],
  ['Has a holiday cottage on Gotland.', 'home'],
  ['The removal van is booked.', 'car'],
  ['My sister drives a Seat Ibiza.', 'car'],
  ["Borrowed a neighbour's ladder.", 'debt'],
  ['Her uncle keeps bees.', 'pet'],
  ['Dad builds model ships.', 'hobby'],
  ['Got up at four to catch a plane.', 'wake_time'],
  ['Left the key question open.', 'access'],
  ['My colleague Ana is pregnant.', 'pregnancy'],
  ['Watched a documentary about asthma.', 'condition'],
  ['Read a book about bread.', 'degree'],
  ['The chess club meets at the bank on Main Street.', 'gym'],
  ['Our neighbour plays the trombone.', 'instrument'],
  ['Considers learning Greek one day.', 'languages'],
  ['The children are at the zoo.', 'pet'],
])('%s states no %s of the person', (statement, unexpected) => {
  const own = readStatement(statement).facts.filter(({ subject }) => subject.who === 'self')
  expect(own.map(({ attribute }) => attribute.name)).not.toContain(unexpected)
})
