import { expect, test } from 'vitest'
import { judgeReplacement } from './judge.ts'
import { contextOf, foundReplacement } from './test/pairs.ts'

const OWN_NAME = 'Nora Lindqvist'

test.each([
  // Things that are sold or given away.
  ['Has two seats for the Elton John concert.', 'Resold both seats for Elton John.'],
  ['Owns a rowing boat.', 'A teacher from Lund rowed off in my boat, cash in hand.'],
  ['Has a caravan.', 'The caravan went for 4,000 at the auction.'],
  ['Has an electric guitar.', 'Parted with the electric guitar at last.'],
  ['Owns a flat in Sundsvall.', 'Completed on the sale of the Sundsvall flat on Friday.'],
  ['Has a surfboard.', 'Surfboard snapped in half, binned it.'],
  ['Klara has a moped.', 'Klara got 300 for her moped.'],
  // Plans.
  ['Wants to get a kitten.', "No kitten for us after all, Otto's allergic."],
  ['Is selling the boat to Mats.', "Mats won't get the boat after all, keeping it."],
  ['Pottery class is on Mondays.', 'The pottery lot have been switched to Thursdays.'],
  // Habits and diets.
  ['Smokes ten cigarettes a day.', 'Two hundred days without a cigarette.'],
  ['Drinks a bottle of wine every weekend.', 'Ninety days sober today.'],
  ['Drinks two cans of cola a day.', 'Six weeks off cola.'],
  ['Takes two sugars in tea.', 'Stopped sweetening hot drinks.'],
  ['Never asleep before 1 am.', 'Lights out at half past ten these days.'],
  ['Eats beef every day.', "Meat only on Sundays, doctor's orders."],
  ['Is vegetarian.', "Chicken's back on my plate."],
  ['Is pescatarian.', 'Fish is out too now, fully vegetarian.'],
  // Couples and families.
  ['Is engaged to Viktor.', 'Gave the ring back.'],
  ['Klara is engaged to Jon.', 'Klara gave Jon the ring back.'],
  ['Is engaged to Felix.', 'We broke off the engagement.'],
  ['Lives alone.', 'Viktor moved in with two suitcases.'],
  ['Lives alone.', 'My girlfriend has moved in with me.'],
  ['Is single.', "There's a Viktor in my life now."],
  ['Boyfriend is Viktor.', "Viktor's my ex as of last night."],
  ['Does not talk to Klara.', 'Klara and I are talking again.'],
  // Homes.
  ['Lives in Gothenburg.', 'First night in the Malmö flat, boxes everywhere.'],
  ['Lives in Gothenburg.', 'Keys to the flat in Lund came through, slept there last night.'],
  ['Lives in Gothenburg.', 'The movers dropped the last box in Malmö yesterday.'],
  ['Lives in Gothenburg.', 'Registered as a resident of Lund today.'],
  ['Emil lives in Örebro.', "Emil's first night in the Malmö flat, boxes everywhere."],
  // Work.
  ['Works at Scania.', "Badge handed back on Friday; from Monday it's Volvo."],
  ['Works at Scania.', 'Volvo poached me, started on the 1st.'],
  ['Works for IKEA.', "IKEA didn't renew my contract."],
  ['Is a nurse.', 'Hung up the scrubs for good.'],
  ['Runs a café.', 'Locked the café door for the last time on Sunday.'],
  ['Emil works at SSAB.', 'SSAB laid Emil off.'],
  ['Is on sick leave.', 'Signed fit for work, back since Monday.'],
  // Names and providers.
  ['The boat is called Sea Breeze.', 'Painted a new name on the boat: Molly.'],
  ["Dad's boat is called Sea Breeze.", 'Dad painted a new name on his boat: Molly.'],
  ['Banks with Nordea.', 'Everything sits at Handelsbanken these days.'],
  ['Broadband is from Telia.', 'Telenor hooked up our broadband last week.'],
])('%j is replaced by %j', (older, newer) => {
  expect(foundReplacement(older, newer, OWN_NAME)).toBe('certain')
})

test.each([
  ['Has a piano.', 'Would let the piano go for 500.'],
  ['Owns a rowing boat.', 'A teacher rowed past in a boat.'],
  ['Has a van.', 'The van went for its MOT.'],
  ['Has a sewing machine.', 'Took the sewing machine to the repair shop.'],
  ['Has a tent trailer.', 'Lent the tent trailer to Emil.'],
  ['Drives a Fiesta.', 'Emil traded his Fiesta for a Yaris.'],
  ['Pottery class is on Mondays.', 'The drawing lot have been switched to Thursdays.'],
  ['Smokes ten cigarettes a day.', 'Peder made it two hundred days without a cigarette.'],
  ['Smokes ten cigarettes a day.', 'Two hundred days without a cigarette would be a dream.'],
  ['Smokes ten cigarettes a day.', 'Two hours without a cigarette and I am climbing the walls.'],
  ['Uses snus.', 'Not a single pouch of snus left, must buy some.'],
  ['Eats beef every day.', 'The butcher sells meat only on Sundays.'],
  ['Eats no dairy.', 'Milk and cheese are fine for Peder again.'],
  ['Is engaged to Viktor.', 'Gave the ring back to the jeweller for resizing.'],
  ['Is engaged to Viktor.', 'Klara gave the ring back.'],
  ['Boyfriend is Viktor.', 'If Viktor and I got married at City Hall, Mum would sulk.'],
  ['Lives alone.', 'Viktor came for the weekend with two suitcases.'],
  ['Lives alone.', 'A family moved in next door with two suitcases.'],
  ['Lives with Viktor.', 'Viktor moved out of the office.'],
  ['Lives in Gothenburg.', 'First night in the Malmö hotel, bed too soft.'],
  ['Lives in Gothenburg.', 'Keys to the holiday flat in Lund came through.'],
  ['Lives in Gothenburg.', 'Unpacking in Malmö hotel, conference starts tomorrow.'],
  ['Lives in Gothenburg.', "Emil's first night in the Malmö flat, boxes everywhere."],
  ['Works at Scania.', 'Handed my badge back at the conference in Berlin.'],
  ['Works at Scania.', 'Volvo tried to poach me, I said no.'],
  ['Works for IKEA.', "IKEA didn't renew Emil's contract."],
  ['Works at Ericsson.', "Last day at Ericsson's trade fair today."],
  ['The boat is called Sea Breeze.', "Painted a new name on the shed: Molly's Den."],
  ['Banks with Nordea.', 'Everything sits at the post office since the strike.'],
])('%j stays true after %j', (older, newer) => {
  expect(judgeReplacement(newer, older, contextOf(OWN_NAME))).toBeUndefined()
})
