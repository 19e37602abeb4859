import { CONCEPTS, type Concept, widerConcepts } from '@memory-service/understanding/concepts'

/*
 * The words that an everyday fact consists of. The lists are closed: a word that they lack may say what safety depends on.
 * Names, numbers and addresses are recognised by their form; see `plain-fact.ts`.
 */

const words = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')))

/** What may be in any plain statement without changing what it says. */
export const FILLERS = words(
  'the a an am is are was has have had been got will be started changed own owns owned',
  'now nowadays these currently presently still just recently again already mostly usually mainly new current official main usual latest',
  'of in at on by as and per around about approximately near once every each old',
  'personal private home work business office primary mobile number name title brand model type kind status contact details details',
)

/** Whom a statement is about: in its opening only, since "the cane I walk with" says more. */
export const PERSONS = words("i i'm i've i'll im my our we we're user user's")

/** Verbs of everyday facts: a statement has one of them at most. */
export const VERBS = words(
  'live lives living lived reside resides residing based moved move moves moving rent rents renting relocated relocating settled stay stays staying',
  'work works working worked joined join joins employed study studies studying attend attends attending graduated enrolled go goes',
  'drive drives driving bought buy buys ride rides riding use uses using commute commutes commuting walk walks walking cycle cycles cycling',
  'like likes love loves enjoy enjoys prefer prefers play plays playing read reads reading support supports listen listens watch watches',
  'visit visits visited visiting travel travels travelling fly flies flying meet meets meeting train trains training',
  'pay pays subscribe subscribes subscribed run runs running speak speaks rescheduled postponed',
)

/** Nouns that say which fact is stated. */
export const FACT_NOUNS = words(
  'phone telephone cell cellphone landline email e-mail mail address website site homepage url https http blog instagram twitter handle username account',
  'home hometown city town village country neighbourhood neighborhood area district region street road avenue lane square apartment apt flat',
  'house studio loft condo townhouse villa cottage bungalow houseboat room place bedroom bedrooms rooms floor one-bedroom two-bedroom',
  'three-bedroom four-bedroom two-room three-room detached semi-detached terraced downtown suburb suburbs centre center north south east west',
  'wifi wi-fi password network date job employer company firm workplace position role profession occupation industry team department sector',
  'school university college course degree certificate exam workdays hours days gym sport workout race hobby hobbies instrument favourite',
  'favorite colour color food dish meal drink restaurant cafe book author film movie series show music artist band song game club season genre cuisine',
  'car vehicle bike bicycle camera computer laptop tablet licence license plate registration software app apps tool rent subscription plan plans',
  'internet provider broadband want wants planning carrier trip flight flights holiday vacation destination seat preference preferred airline class commute travel mode',
  'euros euro pounds pound dollars dollar kroner kr nok sek dkk eur usd gbp chf km kilometres kilometers miles mile minutes foot',
  'dark light bright black white red green blue yellow orange purple pink brown grey gray navy turquoise teal beige silver gold maroon',
)

/** Words of jobs beside those of the lexicon. */
const JOB_WORDS = words(
  'senior junior lead head chief principal associate assistant deputy manager director engineer officer analyst specialist consultant',
  'coordinator administrator supervisor executive tester representative product project program programme marketing sales software hardware',
  'data design designer developer scientist researcher research accountant accounting operations finance financial graphic web mobile',
  'backend frontend full-time part-time freelance freelancer technician electrician carpenter secretary apprentice intern trainee',
  'civil business content customer support hr it ux ui qa',
)

/** Where and how people work; "I live at the hospital" is another matter. */
export const WORKPLACES = words(
  'shop store bakery factory warehouse depot hotel restaurant cafe café bank library hospital clinic museum garage farm brewery airport port',
  'station supermarket salon council county municipality government ministry agency newspaper embassy start-up startup bar kitchen plant',
  'nights shift shifts remotely remote hybrid part-time full-time',
)

/** Days, parts of days and periods. */
export const TIMES = words(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec',
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue wed thu',
  'fri sat sun today tomorrow tonight next this last morning afternoon evening noon midday midnight day days week weeks weekend weekends',
  "weekdays month monthly months year yearly years spring summer autumn fall winter am pm o'clock half past quarter st nd rd th",
  'one two three four five six seven eight nine ten eleven twelve',
  'early mid late beginning end',
)

/** What plainly harmless appointments are about. */
export const EVENTS = words(
  'dinner lunch breakfast brunch coffee drinks tea picnic barbecue party birthday wedding concert gig festival film movie cinema theatre theater',
  'opera match game gym class lesson yoga pilates tennis football golf piano guitar choir practice rehearsal training book club quiz haircut dentist',
  'hairdresser barber flight train ferry trip holiday vacation check-in viewing house flat team staff meeting meetup standup stand-up',
  'kick-off kickoff review sprint retrospective demo presentation conference workshop webinar seminar lecture webcast job interview call',
  'project exam maths physics history english chemistry marathon race run walk hike tour visit museum exhibition delivery plumber car service',
  'mot inspection tyre change board neighbours residents colleagues friends office release launch planning sync one-on-one',
)

/** What only says that something takes place, and not what. */
export const OCCASIONS = words('appointment reminder deadline event plan plans rescheduled postponed moved')

/** Who an appointment is with, besides names. */
export const COMPANY = words(
  'mum mom dad sister brother parents family friends colleagues neighbours team board wife husband partner',
)
/** What is wanted or planned: "to visit Rome". */
export const INFINITIVES = words('visit travel fly go meet')

/** Whose words are harmless values: foods, jobs, things that people own and like. */
const HARMLESS = [
  'job food drink sport hobby activity art book media games music colour season vehicle car bicycle train bus tram ship device software',
  'room house flat houseboat subject degree language animal plant flower holiday_place museum park city country place cuisine industry',
  'university school student internet nature weather',
].flatMap((line) => line.split(' '))
/** Whose words are none, whatever else they mean: what health or safety may depend on, or the wellbeing of a child. */
const HARMFUL = [
  'condition disability accessibility medicine symptom care_worker doctor emergency crime weapon war secret safe dangerous',
  'child baby unhealthy forbidden alone no_alcohol non_alcoholic decaf recreational_drug debt security swimming_pool_home detention bullying',
  'health_care hospital therapy smoking gambling accident_event death cannot_swim no_driving',
  'no_flying screen_time diet homeless shelter',
].flatMap((line) => line.split(' '))

/** Words and phrases of harmful values, in lower case. */
export const HARMFUL_VALUES: ReadonlySet<string> = membersBelow(HARMFUL)
/** Words and phrases of harmless values, in lower case. */
export const VALUES: ReadonlySet<string> = new Set(
  [...membersBelow(HARMLESS), ...JOB_WORDS].filter((member) => !HARMFUL_VALUES.has(member)),
)

/** The words and phrases of concepts and of all narrower ones. */
function membersBelow(roots: readonly string[]): Set<string> {
  const isBelow = ({ name }: Concept) => {
    const wider = widerConcepts(name)
    return roots.some((root) => wider.has(root))
  }
  return new Set(CONCEPTS.filter(isBelow).flatMap(({ words, phrases }) => [...words, ...phrases]))
}
