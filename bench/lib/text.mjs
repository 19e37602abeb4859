// Generates realistic memories and questions, the same ones in every run: about 80 characters, with word frequencies as
// uneven as in real text, so that an index has both long and short posting lists.

const FRIENDS =
  `Anna Ben Carla David Elena Farid Grace Henrik Ines Jonas Keiko Luca Maria Nadia Oskar Priya Quentin Rosa
Samir Tessa Umar Vera Wanda Xenia Yusuf Zoe Amir Bianca Caleb Dina Emil Fiona Gustav Hana Ivan Judith Karim Leonie Mateo
Nora Omar Paula Rafael Sofia Tomas Ursula Viktor Wiebke Yara Zdenek`.split(/\s+/)
const TOWNS =
  `Aarhus Bergen Bologna Cadiz Cork Dresden Edinburgh Florence Galway Ghent Graz Haarlem Innsbruck Jaipur Kyoto
Lausanne Leipzig Lisbon Ljubljana Lyon Malaga Nantes Oaxaca Oslo Palermo Porto Quebec Riga Salzburg Seville Split
Tallinn Toulouse Tromso Turin Utrecht Valencia Vilnius Warsaw Zagreb`.split(/\s+/)
const DOINGS =
  `running cycling climbing swimming rowing hiking baking gardening painting pottery sewing chess piano violin
guitar drumming singing photography birdwatching fishing sailing skating skiing yoga pilates boxing fencing archery
tennis badminton football volleyball knitting woodworking calligraphy astronomy meditation journaling improv dancing
`
    .trim()
    .split(/\s+/)
const THINGS =
  `bicycle tent laptop camera kettle violin backpack telescope sofa notebook jacket headphones passport kayak
stroller printer mattress drill lamp watch helmet blender ladder rucksack suitcase monitor keyboard bookshelf stove
thermos compass microscope easel loom wheelbarrow hammock canoe snowboard racket`.split(/\s+/)
const FOODS =
  `peanuts shellfish gluten lactose mushrooms coriander olives aubergine lentils ramen risotto dumplings paella
pierogi falafel tacos curry gazpacho pancakes porridge sourdough kimchi hummus tiramisu baklava`.split(/\s+/)
const FEELINGS = `happy tired nervous proud relieved excited worried calm lonely grateful curious annoyed`.split(/\s+/)
const DAYS = `Monday Tuesday Wednesday Thursday Friday Saturday Sunday`.split(' ')
const MONTHS = `January February March April May June July August September October November December`.split(' ')
const SCOPES = ['fitness', 'fitness.trail', 'general', 'health', 'nutrition', 'preference', 'relationship', 'travel']
const KINDS = ['event', 'fact', 'preference', 'goal']

const SENTENCES = [
  (w) => `Went ${w(DOINGS)} with ${w(FRIENDS)} in ${w(TOWNS)} on ${w(DAYS)} and felt ${w(FEELINGS)} about ${w.rare()}.`,
  (w) => `${w(FRIENDS)} recommended the ${w.rare()} bakery near ${w.rare()} street for ${w(FOODS)} and coffee.`,
  (w) => `Bought a new ${w(THINGS)} from ${w.rare()} for ${w.number(900)} euros; the warranty ends in ${w(MONTHS)}.`,
  (w) => `Is allergic to ${w(FOODS)} and avoids ${w(FOODS)} since a trip to ${w(TOWNS)} in ${w(MONTHS)}.`,
  (w) =>
    `The meeting with ${w(FRIENDS)} ${w.rare()} about project ${w.rare()} moved to ${w(DAYS)} at ${w.number(23)}:30.`,
  (w) => `Prefers ${w(DOINGS)} before breakfast, ideally along the river in ${w(TOWNS)} with ${w(FRIENDS)}.`,
  (w) => `Wants to run ${w.number(42)} kilometres at the ${w.rare()} race in ${w(TOWNS)} next ${w(MONTHS)}.`,
  (w) => `${w(FRIENDS)} and ${w(FRIENDS)} are getting married in ${w(TOWNS)} on ${w(MONTHS)} ${w.number(28)}.`,
  (w) =>
    `Left the ${w(THINGS)} at the ${w.rare()} hotel in ${w(TOWNS)}, booking reference ${w.rare()}${w.number(999)}.`,
  (w) => `Finished reading "${w.rare()} ${w.rare()}" and lent it to ${w(FRIENDS)} together with the ${w(THINGS)}.`,
  (w) => `Slept ${w.number(9)} hours, walked ${w.number(19999)} steps and felt ${w(FEELINGS)} after ${w(DOINGS)}.`,
  (w) => `Learns ${w(DOINGS)} with a teacher called ${w.rare()} who lives next to ${w(FRIENDS)} in ${w(TOWNS)}.`,
]

const QUESTIONS = [
  (w) => `where did I go ${w(DOINGS)} with ${w(FRIENDS)}`,
  (w) => `what did ${w(FRIENDS)} recommend in ${w(TOWNS)}`,
  (w) => `which ${w(THINGS)} did I buy and when does the warranty end`,
  (w) => `am I allergic to ${w(FOODS)}`,
  (w) => `meeting with ${w(FRIENDS)} about ${w.rare()}`,
  (w) => `who is getting married in ${w(TOWNS)}`,
  (w) => `hotel in ${w(TOWNS)} where I left my ${w(THINGS)}`,
  (w) => `how did I feel after ${w(DOINGS)} on ${w(DAYS)}`,
]

const RARE_WORDS = 20_000
const START_MS = Date.parse('2024-01-01T08:00:00Z')
const HOUR_MS = 3_600_000
const SYLLABLES = `ba ke li mo nu ra se ti vo zu dra fle gri klo pru sta tre bel cor dan fin gal hes jor kel mar nol per
qui ros sal tan ver wil`.split(/\s+/)

/** A deterministic random number generator between 0 and 1 (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

function wordsFrom(random) {
  // Lower ranks are far more frequent, as in real text.
  const pick = (list) => list[Math.floor(random() ** 2 * list.length)]
  pick.number = (max) => 1 + Math.floor(random() * max)
  pick.rare = () => rareWord(Math.floor(RARE_WORDS ** random()))
  return pick
}

function rareWord(rank) {
  let word = ''
  for (let left = rank + SYLLABLES.length; left > 0; left = Math.floor(left / SYLLABLES.length))
    word += SYLLABLES[left % SYLLABLES.length]
  return word[0].toUpperCase() + word.slice(1)
}

/** Memories in the format of the API. */
export function* memories(count, seed) {
  const random = randomFrom(seed)
  const word = wordsFrom(random)
  for (let i = 0; i < count; i++)
    yield {
      content: SENTENCES[Math.floor(random() * SENTENCES.length)](word),
      kind: KINDS[Math.floor(random() * KINDS.length)],
      scope: SCOPES[Math.floor(random() * SCOPES.length)],
      occurredAt: new Date(START_MS + i * HOUR_MS * random()).toISOString(),
    }
}

/** Questions about these memories. */
export function questions(count, seed) {
  const random = randomFrom(seed)
  const word = wordsFrom(random)
  return Array.from({ length: count }, () => QUESTIONS[Math.floor(random() * QUESTIONS.length)](word))
}
