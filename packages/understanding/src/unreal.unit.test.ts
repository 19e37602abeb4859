import { expect, test } from 'vitest'
import { namesIn } from './names.ts'
import { readFacts } from './statement.ts'

const OWN_NAMES = namesIn('Robin Vale')

/** The attributes that a text states of the person. */
function statedOf(text: string): string[] {
  const own = readFacts(text, OWN_NAMES).facts.filter(
    ({ subject, polarity }) => subject.who === 'self' && polarity === 'affirmed',
  )
  return own.map(({ attribute }) => attribute.name)
}

test.each([
  ['partner', "I'm basically married to my job at this point."],
  ['job', 'I nearly became a priest.'],
  ['owns', 'I almost bought the Brompton.'],
  ['marital_status', 'I dreamt I was engaged to a postman.'],
  ['diet', "Somebody at work thinks I'm a vegetarian because I ordered the risotto once."],
  ['diet', 'I was vegan for eleven years and then I met brisket.'],
  ['diet', 'User tried keto, lasted a weekend.'],
  ['allergy', "My therapist says I'm allergic to conflict."],
  ['allergy', 'Allergic to Mondays.'],
  ['condition', 'The user thought they had celiac disease until the endoscopy ruled it out.'],
  ['condition', 'The user is thinking about getting tested for ADHD.'],
  ['condition', 'Had chicken pox as a kid.'],
  ['medicine', "Metformin was prescribed to Robin Vale's father, not to her."],
  ['medicine', 'If my blood pressure goes up again the GP will start me on amlodipine.'],
  ['medicine', 'Prescription: -2.75 left, -3.25 right.'],
  ['intolerance', "User's spouse works shifts so calls before 11 are off limits."],
  ['phobia', 'Would love to live in Lisbon, though the rent there scares me.'],
  ['pet', "Dogs like me, children don't."],
  ['home', 'Hay fever season has me living on cetirizine.'],
  ['job', "It's my sister who's the nurse."],
  ['intolerance', 'Told she might have gluten intolerance, but the biopsy came back clean.'],
  ['condition', 'Thought it was asthma, but the tests were clear.'],
  ['condition', 'The doctor suspected asthma. It was a false alarm.'],
  ['home', 'My horoscope says I will move to Paris.'],
  ['diet', "I could be a vegetarian if it weren't for bacon."],
  ['job', 'Half my wardrobe is navy.'],
  ['partner', 'My partner in crime Lucy and I went climbing.'],
  ['partner', "Robin's dance partner is Igor."],
  ['partner', 'My partner at the firm is retiring.'],
  ['mother', 'My mother tongue is Basque.'],
  ['children', 'I am the eldest of three.'],
  ['pet', 'The dog next door is called Rex.'],
  ['pet', 'The office cat sleeps on the printer.'],
  ['job', 'Met Sam in May and he is a nurse.'],
  ['condition', 'I met a guy at the gym and he has diabetes.'],
  ['allergy', 'Priya next door breaks out in hives from strawberries.'],
  ['allergy', 'Siobhán in accounts breaks out in hives.'],
  ['condition', 'The nurse asked if I was diabetic and I said no.'],
  ['language', 'Everyone presumes I have Irish because of my badge.'],
  ['partner', "I'd have married Mr Collins for the house, frankly."],
  ['partner', 'If I were married to that man I would have left by now.'],
  ['diet', 'Joked that I was gluten-free to get the nicer starter.'],
  ['home', 'The heroine of the book lives in a crumbling villa outside Siena.'],
  ['pet', "It's raining cats and dogs in Salford."],
  ['instrument', 'Playing second fiddle to Martin again on this bid.'],
  ['allergy', 'Thought the rash was from strawberries. It was sunburn.'],
  ['intolerance', 'Tested for coeliac in May; all clear.'],
  ['diet', 'Had the vegan sausage roll because of the queue.'],
  ['diet', 'Half the office is on keto.'],
  ['diet', 'In her twenties Robin tried the cabbage soup diet.'],
  ['diet', 'Her lunch guest is vegan, so it is lentils.'],
  ['job', "Robin's old school friend is a barrister up in Belfast."],
  ['employer', "Landlord's nephew works nights at Amazon."],
  ['pregnancy', 'Bumped into Caroline, six months gone and glowing.'],
  ['pet', "Minding the Kellys' spaniel until Thursday."],
  ['learning_language', 'Started Welsh on an app in January, lasted four days.'],
])('reads no %s in "%s"', (name, text) => {
  expect(statedOf(text)).not.toContain(name)
})

test.each([
  ['allergy', "My doctor says I'm allergic to penicillin."],
  ['allergy', 'Might be allergic to nuts.'],
  ['condition', 'Was tested for asthma, and has it.'],
  ['condition', 'Has had asthma since she was a child.'],
  ['diet', 'Has been vegan for eleven years.'],
  ['diet', 'Is a vegetarian.'],
  ['partner', 'Is married to Tom.'],
  ['medicine', 'Was prescribed metformin by her doctor.'],
  ['phobia', 'Is afraid of heights.'],
  ['home', 'Lives on Skye.'],
  ['intolerance', 'Might have gluten intolerance. The blood pressure came back normal in March.'],
  ['partner', 'My partner Lucy and I went climbing.'],
  ['native_language', 'My mother tongue is Basque.'],
  ['sibling', 'I am the eldest of three.'],
  ['pet', 'My cat sleeps next door most days.'],
  ['allergy', 'Latex in gloves gives me hives.'],
  ['employer', 'Works in the film industry at Pinewood.'],
  ['diet', 'Eats vegan food only.'],
  ['phone', 'You can call me on 087 555 1234.'],
  ['learning_language', 'Started Welsh on an app in January.'],
  ['condition', 'Was diagnosed with diabetes when she was ten.'],
  ['partner', 'My partner Sam is a barrister.'],
])('reads the %s in "%s"', (name, text) => {
  expect(statedOf(text)).toContain(name)
})
