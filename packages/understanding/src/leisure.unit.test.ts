import { describe, expect, test } from 'vitest'
import { readQuestion } from './question.ts'
import { readStatement } from './statement.ts'

const OWN = new Set(['ada'])
/** What a text states of the person: the attribute, and its polarity unless it is so. */
const stated = (text: string) =>
  readStatement(text, OWN)
    .facts.filter(({ subject }) => subject.who === 'self')
    .map(({ attribute, polarity }) => (polarity === 'affirmed' ? attribute.name : `${attribute.name} ${polarity}`))

describe('a wish, a condition or a possibility', () => {
  test.each([
    ['Would like to run a marathon by the time I am 40.', 'race'],
    ["I'd love to swim in a lake every morning.", 'sport'],
    ['When the knee heals I want to play tennis again.', 'sport'],
    ['Would have liked to learn the piano.', 'instrument'],
    ['Wishes she had kept up her ballet.', 'hobby'],
    ["When I'm 64 I'll move to the coast.", 'home'],
    ['He would move to Norway if he had the money.', 'home'],
    ['Suppose I bought a boat.', 'owns'],
    ['Imagine running a marathon at 80.', 'race'],
    ["If she ever retires she'll travel round India.", 'retirement'],
    ['Would like to volunteer at the hospice.', 'volunteering'],
    ['Would like to be in bed by ten.', 'bedtime'],
    ['Hopes to have children in a few years.', 'children'],
    ['Wants a dog but the landlord forbids it.', 'pet'],
    ['Could do with a new car.', 'car'],
    ['Might drive a Volvo to the coast.', 'car'],
    ["Given the chance, he'd live in Rome.", 'home'],
    ["By the time I'm 50 I'll own a vineyard.", 'owns'],
    ["Before long we'll have a dog.", 'pet'],
    ['Toying with the idea of a tattoo.', 'tattoo'],
  ])('%s states no %s', (text, unexpected) => {
    expect(stated(text)).not.toContain(unexpected)
  })

  test.each([
    ['Wants to rest more because she lives in Leeds and works nights.', 'home'],
    ['Wanted to be nearer her mother so she moved to Leeds.', 'home'],
    ['Keen to stay fit, she swims at the lido.', 'sport'],
    ['Before work he runs 5 km.', 'running'],
    ['If it rains I take the bus to work.', 'commute'],
    ['When in Rome she stays with Ada, and she has a Vespa and owns a boat.', 'owns'],
    ['Would like to be called Bea.', 'nickname'],
    ['Wants an aisle seat.', 'seat_preference'],
    ['Wants to lose a stone.', 'goal'],
    ['Determined to quit sugar.', 'goal'],
    ['Might be pregnant.', 'pregnancy'],
  ])('of "%s" leaves %s stated', (text, expected) => {
    expect(stated(text)).toContain(expected)
  })

  test.each([
    ["I'd love to walk the Camino someday.", 'wants_to_visit'],
    ['Wants to dive at the Great Barrier Reef one day.', 'wants_to_visit'],
    ['Would still like to visit Chile.', 'wants_to_visit'],
    ["I've always wanted to go to Iceland.", 'wants_to_visit'],
    ['Longs to go back to Zanzibar.', 'wants_to_visit'],
    ['Bucket list: Petra and Antarctica.', 'wants_to_visit'],
    ["One day I'll cycle across France.", 'goal'],
    ['On his wish list: good binoculars.', 'wish'],
    ["For my birthday I'd like a pasta machine.", 'wish'],
  ])('%s states %s', (text, expected) => {
    expect(stated(text)).toContain(expected)
  })

  test.each([
    'Wants to see a doctor about the cough.',
    'Wants to go to bed earlier.',
    'Would like to walk more.',
    'Wants to walk the dog twice a day.',
    'Hopes to go to university.',
    'Would love to see her sister more often.',
    'Wants to drive the kids to school.',
    "Wants to walk in her father's footsteps.",
    'Would love to go to the ballet more.',
    'Wants to go to law school in Galway.',
  ])('%s names no destination', (text) => {
    expect(stated(text)).not.toContain('wants_to_visit')
  })
})

describe('a verb or noun with several meanings', () => {
  test.each([
    ['Runs a bookshop in Galway.', 'running'],
    ['Runs late for everything.', 'running'],
    ['It runs in the family.', 'running'],
    ['Runs workshops on stained glass.', 'running'],
    ['Boiler guarantee runs out in October.', 'running'],
    ['Ran into my old teacher at the market.', 'sport'],
    ['Runs 5 km every morning before work.', 'business'],
    ['Takes a walk three times a day.', 'subscription'],
    ['Gets lost many times a year.', 'subscription'],
    ['Loves jam on toast.', 'hobby'],
    ['Enjoys a good cup of tea.', 'sport'],
    ['Has a swing in the garden.', 'hobby'],
    ['Supports Munster when they play.', 'sport'],
    ['Does the cleaning at a gym.', 'sport'],
    ['Does the teas at the cricket club.', 'sport'],
    ['Everyone at work plays padel.', 'sport'],
    ['Has a season ticket for the opera.', 'favourite_team'],
    ['Goes by rail wherever possible.', 'nickname'],
    ['Goes to see Reading FC with his dad.', 'reads'],
    ['Is keen on cycling.', 'goal'],
    ['Calls the bot useless.', 'assistant_name'],
    ['Has a dishwasher phobia.', 'owns'],
    ['Has a Canon printer.', 'camera'],
    ['Winters in Oslo get her down.', 'trip'],
    ['Her favourite team is losing again.', 'favourite_team'],
    ['Favourite show tune is Memory.', 'favourite_series'],
    ['Smokes mackerel in the garden.', 'smoking'],
    ['Smoking is not allowed in the flat.', 'smoking negated'],
    ['Plate: dishwasher safe.', 'vehicle_plate'],
    ['Third-party insurance.', 'event'],
    ['Loves to read on the train.', 'reads'],
    ['Dislikes being late, loves early trains.', 'like negated'],
    ['Plays dominoes at the Legion.', 'computer'],
    ['Going to a wedding in June.', 'trip'],
    ['Wants the window open at night.', 'seat_preference'],
    ['Dreams about her mother.', 'goal'],
    ['I remember every birthday.', 'reminder'],
    ["Don't remind me of school.", 'reminder negated'],
    ['Votes by post.', 'politics'],
    ['Gave up knitting because of arthritis.', 'condition ended'],
    ['Loves watching rugby.', 'sport'],
    ['Goes over the bridge to work.', 'hobby'],
    ['Goes to Reading every week.', 'hobby'],
    ['Collects the kids at three.', 'hobby'],
    ['Draws her pension on Fridays.', 'hobby'],
    ['Has no time for golf.', 'car negated'],
    ['Drives her mother to dialysis.', 'car'],
    ['Drives the school bus.', 'car'],
    ['The car is due its test in March.', 'car'],
    ["I've an iPhone 13 mini.", 'car'],
    ['Has a flight to catch at six.', 'trip'],
    ['Prefers the sleeper train to planes.', 'trip'],
    ["Won't fly Ryanair.", 'phobia_of_flying negated'],
    ['Grew up going to Tramore every August.', 'plan'],
    ['Member of the Labour Party.', 'event'],
    ['Reads to the children at bedtime.', 'bedtime'],
    ['Reads the gas meter on the 1st.', 'reads'],
    ['Listens to her mother.', 'favourite_music'],
    ['Has a smoke alarm in the hall.', 'smoking'],
    ['Lives with a smoker.', 'smoking'],
    ['Walks the dog at six every morning.', 'name'],
  ])('%s states no %s', (text, unexpected) => {
    expect(stated(text)).not.toContain(unexpected)
  })

  test.each([
    ['Runs with the Dublin Harriers on Tuesdays.', 'running'],
    ['Ran the London Marathon in 2019.', 'race'],
    ['Takes the Irish Times.', 'subscription'],
    ['Loves hiking, swimming and yoga.', 'sport'],
    ['Loves to swim.', 'sport'],
    ['Goes to the gym on Mondays.', 'sport'],
    ['Plays five-a-side on Wednesdays.', 'sport'],
    ['Hikes in the Wicklow hills.', 'sport'],
    ['Plays bridge on Thursdays.', 'hobby'],
    ['Collects first-edition Penguins.', 'hobby'],
    ['Has a VW Golf.', 'car'],
    ['Drives a grey estate car.', 'car'],
    ['Off to Mayo for the long weekend.', 'trip'],
    ['We go to Brittany every year.', 'trip'],
    ['Just back from Crete.', 'visited'],
    ["Won't fly any more.", 'phobia_of_flying negated'],
    ['Flies Emirates because of the miles.', 'airline_preference'],
    ['Shoots with a Fujifilm X-T4.', 'camera'],
    ['Has a campervan called Maud.', 'owns'],
    ["Doesn't own a television.", 'owns negated'],
    ['Number plate: MH 12 DE 1433.', 'vehicle_plate'],
    ['Non-smoker.', 'smoking negated'],
    ['Off cigarettes since January.', 'smoking ended'],
    ['I smoke ten a day.', 'smoking'],
    ['Smoked for thirty years.', 'smoking ended'],
    ['I gave up rugby in 2019.', 'sport ended'],
    ['Gave up knitting because of arthritis.', 'condition'],
    ['Running: 3 times a week, 8 km each.', 'running'],
    ['Has smoked for thirty years.', 'smoking'],
    ['Not religious, though she sings in a church choir.', 'hobby'],
    ["I don't fly, I take the train.", 'travel_mode'],
    ['Absolutely loathes karaoke.', 'dislike'],
    ['Everyone calls me Peg, and I play golf.', 'sport'],
    ['Taught himself the banjo.', 'instrument'],
    ['Nervous flyer.', 'phobia_of_flying'],
    ['Averages eight thousand steps.', 'steps'],
    ['In bed with a book by ten.', 'bedtime'],
    ['Leica M6, mostly black and white.', 'camera'],
    ['Floating voter.', 'politics'],
    ['Family comes first.', 'value'],
    ['Believes in paying people on time.', 'value'],
    ['Honesty matters more to me than politeness.', 'value'],
    ['Wakes at six without an alarm.', 'wake_time'],
    ["Needs eight hours' sleep.", 'sleep_duration'],
    ['Is a morning person.', 'sleep_fact'],
    ['Autumn is my favourite season.', 'favourite_season'],
    ['All-time favourite author: Elif Shafak.', 'favourite_author'],
    ['Favourite series at the moment is Slow Horses.', 'favourite_series'],
    ['My current novel is Prophet Song.', 'reads'],
    ['I have Clare FM on in the parlour.', 'favourite_music'],
    ['Watching Borgen, one episode a night.', 'favourite_series'],
    ['I help out at the Oxfam bookshop.', 'volunteering'],
    ['Converted to Buddhism in 2010.', 'religion'],
    ['Agnostic.', 'religion'],
    ['Left-leaning.', 'politics'],
    ['Best reached by text after six.', 'answer_style'],
    ['Prefers a text to an e-mail.', 'answer_style'],
    ['Wants replies in British English.', 'language_preference'],
    ['Must ring the plumber on Monday.', 'reminder'],
    ['Remember to water the ferns.', 'reminder'],
    ['Has to remember the bins on Tuesday.', 'reminder'],
    ['Wants a window seat.', 'seat_preference'],
    ['Votes Green.', 'politics'],
    ['Reads Le Monde.', 'reads'],
    ['Reading the new Tana French.', 'reads'],
  ])('%s states %s', (text, expected) => {
    expect(stated(text)).toContain(expected)
  })

  test('of the people around the person is not of the person', () => {
    for (const text of ['My dad supports Everton.', 'My neighbour has a chainsaw.', 'My father is a Tory.'])
      expect(stated(text).filter((name) => !['father', 'neighbour'].includes(name))).toEqual([])
  })
})

test('a favourite has the value that stands before or after it', () => {
  const valueIn = (text: string, name: string) =>
    readStatement(text, OWN).facts.find(({ attribute }) => attribute.name === name)?.value
  expect(valueIn('Teal is my favourite colour.', 'favourite_colour')).toBe('teal')
  expect(valueIn('My favourite holiday spot is Inchydoney.', 'favourite_place')).toBe('inchydoney')
  expect(valueIn('Favourite colour: teal.', 'favourite_colour')).toBe('teal')
})

const asked = (text: string) =>
  readQuestion(text, OWN)
    .asks.filter(({ weight }) => weight === 1)
    .map(({ attribute }) => attribute.name)

describe('a question', () => {
  test.each([
    ['where in the world would I love to go', 'wants_to_visit'],
    ['what would I still like to do in life', 'goal'],
    ["what's my current novel", 'reads'],
    ['which newspaper do I get', 'reads'],
    ['how far do I run in the mornings', 'running'],
    ['do I do any yoga', 'sport'],
    ['am I a morning person', 'sleep_fact'],
    ['what do I edit photos with', 'software'],
    ['where am I going in May', 'trip'],
    ['what would be a good present for me', 'wish'],
    ['what do I do to relax', 'hobby'],
    ['where do I go fishing', 'hobby'],
    ['what do I believe in', 'value'],
    ['what do I call you', 'assistant_name'],
    ['how should you address me', 'answer_style'],
    ['how is it best to get hold of me', 'answer_style'],
    ['do I prefer calls or texts', 'answer_style'],
    ['what do I like', 'like'],
    ['what does she like most', 'like'],
    ['do I like flying', 'phobia_of_flying'],
    ['what do I do', 'job'],
    ['where do I work', 'workplace'],
    ['what is on this weekend', 'event'],
    ['where do I go climbing', 'sport'],
    ['what helps me sleep', 'sleep_fact'],
    ['what can I not abide', 'dislike'],
    ['when am I back from Lisbon', 'trip'],
    ['which trips are coming up', 'trip'],
    ['would she like to go to Japan', 'wants_to_visit'],
    ['which party am I in', 'politics'],
    ['in what language do I want answers', 'language_preference'],
  ])('%s asks for %s', (question, attribute) => {
    expect(asked(question)).toContain(attribute)
  })

  test.each([
    ['where in the world would I love to go', 'like'],
    ['what would I still like to do in life', 'like'],
    ['what book do I love most', 'favourite_food'],
    ['what am I reading at the moment', 'university'],
    ['what do I do in my spare time', 'job'],
    ['what do I do to relax', 'job'],
    ["what's my number plate", 'phone'],
    ['which airline do I like to fly with', 'phobia_of_flying'],
    ['when do I fly to Lisbon', 'travel_mode'],
    ["what's on my bucket list", 'event'],
    ['where do I work out', 'workplace'],
    ['how should you address me', 'address'],
    ['when am I back from work', 'trip'],
    ['which party is he going to', 'politics'],
  ])('%s does not ask for %s', (question, attribute) => {
    expect(asked(question)).not.toContain(attribute)
  })
})
