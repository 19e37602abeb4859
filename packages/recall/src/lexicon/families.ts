import { stem as porter2 } from 'porter2'

/*
 * Derivational families of English: words of one root that inflection does not relate, such as `allergic` and `allergy`
 * or `found`, `founder` and `foundation`. A word and its relatives share a family, a second and less exact stem.
 */

/** Families that the rules below do not find, or that they would mix up. Families are separated by commas and lines. */
const FAMILIES = `
able ability enable unable disabled disability, accurate accuracy, act actor actress, admit admission
advise advice adviser advisor, analyse analyze analysis analyst analytical, anger angry, anxious anxiety
apply application applicant, argue argument, art artist artistic, asthma asthmatic, babysit babysitter babysitting
bake baker bakery, bank banker, beauty beautiful, beg beggar, begin beginner, behave behaviour behavior
believe belief believer, benefit beneficial, bike biker, birth born birthday, biology biologist biological
bleed blood bloody, boast boastful, breathe breath, broad breadth, buy buyer, calm calmness, camp camper campsite
care careful careless carer, celebrate celebration, ceremony ceremonial, chemistry chemist chemical
child childhood childish, choose choice, climb climber, clear clarity clarify, collide collision, comedy comedian
compare comparison, compete competition competitor competitive, complain complaint, compose composer composition
conclude conclusion, conduct conductor, confide confident confidence, cook cooker cookery, courage courageous
crime criminal, cruel cruelty, curious curiosity, cycle cyclist cycling bicycle, dance dancer, danger dangerous
decide decision decisive, decorate decoration decorator, deep depth deepen, defend defence defense, deliver delivery
dentist dental dentistry, depart departure, depend dependent dependant dependence, depress depression depressed
describe description, destroy destruction, diabetes diabetic, die death dead deadly, diet dietary dietician dietitian
differ different difference, difficult difficulty, digest digestion digestive, direct director direction
discover discovery, discuss discussion, divide division, divorce divorced divorcee, drive driver, drum drummer
dry dryer drier, dust dusty, dye dyed, earn earnings earner, east eastern, economy economic economist economics
edit editor edition editorial, educate education educator educational, elect election elector
electric electricity electrician electrical electronic, employ employer employee employment unemployed
energy energetic, engine engineer engineering, enter entry entrance, envy envious, epilepsy epileptic, equip equipment
exam examine examination examiner, exhibit exhibition, expand expansion, expect expectation, expense expensive
explain explanation, explode explosion, explore explorer exploration, extend extension, fail failure, fame famous
farm farmer, fashion fashionable, favour favourite favor favorite, fever feverish, final finalist, finance financial
finish finisher, fish fisherman fishing angler, fit fitness, flour floury, fly flight flyer, food feed, fool foolish
forget forgetful, forgive forgiveness, found founder foundation, free freedom, freeze freezer
friend friendship friendly befriend, fun funny, garden gardener gardening, generous generosity, geography geographer
give gift giver, gold golden, govern government governor, graduate graduation, grieve grief, grow growth grower
guide guidance, guilt guilty, guitar guitarist, hair hairy haircut hairdresser, happy happiness, hate hatred
health healthy unhealthy, heat hot heater, help helper helpful, high height, hike hiker
history historian historical historic, home homeless, host hostess, hunger hungry, hunt hunter
illustrate illustrator illustration, imagine imagination, inform information, inherit inheritance, injure injury
inspect inspector inspection, instruct instructor instruction, insure insurance insurer, intend intention
invent inventor invention, invest investor investment, invite invitation, itch itchy
jewel jeweller jewellery jewelry jeweler, jog jogger, journal journalist journalism, juice juicy, jump jumper
kind kindness, know knowledge, late lately lateness, law lawyer legal, lazy laziness, lead leader leadership
learn learner, lend loan lender, library librarian, lock locker, lonely loneliness
long length lengthy, lose loss loser, luck lucky, magic magician magical, manage manager management
marry marriage marital, mathematics mathematician math maths, mean meaning, measure measurement
medicine medical medication medicinal, memory memorise memorize memorable memorial, mind mindful, mix mixture mixer
mountain mountaineer mountaineering, move movement mover, murder murderer, music musician musical, mystery mysterious
nation national nationality, nature natural, neighbour neighbor, neighbourhood neighborhood, nerve nervous, noise noisy
north northern, nurse nursery nursing, nutrition nutritional nutritionist, obese obesity, occupy occupation
offend offence offense offensive, office officer official, operate operation operator, optimist optimistic optimism
organise organiser organisation organize organizer organization, own owner ownership, pack package packet
paint painter painting, parent parental parenthood, pay payment payer, peace peaceful, permit permission
person personal personality, pharmacy pharmacist pharmaceutical, philosophy philosopher
photo photograph photographer photography photographic, physics physicist, piano pianist, pilgrim pilgrimage
play player playful, please pleasure pleasant, poem poet poetry, police policeman policewoman
politics political politician, poor poverty, popular popularity, possess possession, prefer preference
pregnant pregnancy, prescribe prescription, present presentation presenter, press pressure, print printer
private privacy, produce product production producer, profess profession professional professor, promote promotion
pronounce pronunciation, propose proposal, protect protection, proud pride, prove proof
psychology psychologist psychological, publish publisher publication, punctual punctuality, race racer racing
rain rainy, read reader, real reality, receive reception receipt, recover recovery, recruit recruiter recruitment
reduce reduction, refer reference referral, register registration, relate relation relationship relative
religion religious, rent rental renter, repair repairer, research researcher, reside resident residence residential
resign resignation, respond response, retire retirement retiree, revise revision, ride rider, risk risky
rob robber robbery, run runner, safe safety, sail sailor, salt salty, save saver savings, scene scenery scenic
science scientist scientific, sculpture sculptor, secret secrecy, secure security, see sight
sell sale seller salesman salesperson, sense sensitive sensitivity sensation, sew sewing, shop shopper shopping
short shortage shorten, sick sickness sickly, silence silent, sing singer song, sit seat sitter, ski skier
skill skilful, sleep sleepy asleep sleepless, slim slimming, smoke smoker smoking smoky, snow snowy, social society
solve solution, speak speaker speech, spice spicy, sport sporty sportsman, start starter, steal theft
stitch stitching, strong strength strengthen, subscribe subscription subscriber, succeed success successful
suggest suggestion, sun sunny, surgery surgeon surgical, survive survivor survival, suspicious suspicion suspect
swim swimmer, symptom symptomatic, teach teacher, tell tale teller, terror terrorist terrible terrify
theatre theater theatrical, theory theoretical, therapy therapist therapeutic, think thought thinker thoughtful
tidy tidiness, tour tourist tourism, train trainer training, translate translator translation
travel traveller traveler, treat treatment, true truth truthful, type typist, use useful usage user
vaccine vaccinate vaccination, value valuable, vary various variety variation, vegetable veg veggie, violin violinist
vision visual visible, visit visitor, voice vocal vocalist, volunteer voluntary, vote voter, wait waiter waitress
walk walker, war warrior, warm warmth, wash washer, waste wasteful, wealth wealthy, weigh weight overweight
west western, wide width, widow widower widowed, win winner, wind windy, wise wisdom, wonder wonderful, wood wooden
work worker, worth worthy worthless, write writer, young youth
`

/** Words whose ending looks like a suffix. */
const NOT_DERIVED = new Set(
  `mother father brother sister daughter water paper number corner summer winter offer order letter matter never other under
  over dinner supper flower power tower shower finger hunger ginger ladder weather leather feather silver butter bitter
  better center counter character chapter monster master minister member remember september october november december
  river liver fever ever clever cover consider wonder answer shoulder border hammer pepper copper slipper rubber
  bladder prayer proper super temper tender timber thunder trigger tumor humor motor doctor mirror honor labor major
  minor color rumor tutor former quarter after either neither together rather another whether however soccer beer career
  manner computer cancer soldier barrier carrier pier tier lever layer meter sugar collar dollar calendar guitar regular
  similar popular particular polar solar grammar pillar sweater weather theater tractor sector factor vector tenor
  combat format habitat automat democrat throat treat great wheat sweat cheat repeat defeat retreat
  ancient client patient student moment cement segment comment document monument experiment element instrument argument
  apartment department garment parliament ornament message village cottage garage cabbage sausage language average image
  passage courage luggage package storage advantage manage damage savage percentage
  station nation ration fraction function question section action mention vacation location motion notion lotion potion
  list artist exist insist resist assist consist fist mist twist wrist chest test best rest west guest`
    .split(/\s+/)
    .map((word) => porter2(word)),
)

/** Endings of Porter2 stems that derive a word, and the shortest root that they are removed from. */
const SUFFIXES: readonly (readonly [string, number])[] = [
  ['ship', 4],
  ['hood', 4],
  ['ment', 4],
  ['age', 4],
  ['ist', 4],
  ['ian', 5],
  ['eri', 3],
  ['anc', 4],
  ['enc', 4],
  ['ur', 4],
  ['er', 3],
  ['or', 4],
  ['at', 4],
  ['al', 4],
  ['ic', 4],
  ['i', 6],
]

const FAMILY_OF = new Map(
  FAMILIES.trim()
    .split(/, |\n/)
    .flatMap((line) => {
      const words = line.split(' ')
      const family = root(porter2(words[0]!))
      return words.map((word) => [porter2(word), family] as const)
    }),
)

/** The family of a stem that the list contains; every member is indexed by it. */
export function listedFamily(stem: string): string | undefined {
  return FAMILY_OF.get(stem)
}

/**
 * The family that a stem is derived from by its ending: `bak` for `baker`. Roots themselves (`bake`) have no ending:
 * `root` gives their family.
 */
export function derivedFamily(stem: string): string | undefined {
  if (stem.length < 5 || NOT_DERIVED.has(stem)) return undefined
  const suffix = SUFFIXES.find(([ending, min]) => stem.endsWith(ending) && stem.length - ending.length >= min)
  return suffix && root(undoubled(stem.slice(0, -suffix[0].length)))
}

/** A stem without a final e, so that `bake` and `baker` meet. */
export function root(stem: string): string {
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

/** `runn` to `run`. */
function undoubled(stem: string): string {
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem
}
