import { ASKED_OF_BODY } from './asked-body.ts'
import { ASKED_OF_LIFE } from './asked-life.ts'
import { ASKED_OF_WORLD } from './asked-world.ts'
import { CueList } from './cue-list.ts'

/** What an answer depends on though the question does not name it: cues, then the attributes. */
const DEPENDS = `
when is the|when's the|what time is the > appointment meeting deadline event trip
spend|spending|expenses|costs|afford|outgoings > rent mortgage subscription expense budget debt
prescribe|prescription|antibiotic|antibiotics|medicine|medicines|medication|painkiller|painkillers|drug|drugs|tablet|pill|pills|ibuprofen|aspirin|paracetamol|penicillin|amoxicillin|treatment|headache|fever|infection|sore throat|emergency|ambulance|paramedic|anaesthetic|anesthetic|anaesthetist|anesthetist|anesthesiologist|surgeon|pharmacy|pharmacist|remedy|vaccine|flu|cold|cough > allergy medicine condition pregnancy intolerance
eat|eating|cook|cooking|recipe|recipes|dish|dishes|meal|meals|dinner|lunch|breakfast|brunch|supper|snack|snacks|restaurant|restaurants|menu|serve|cake|dessert|bake|soup|salad|steak|pizza|pasta|sandwich|toast|grocery|groceries|ingredient|ingredients|food|foods|takeaway|takeout|catering|barbecue|bbq|picnic|buffet|canteen|order > allergy intolerance diet food_dislike condition
drink|drinks|cocktail|cocktails|wine|beer|champagne|whisky|bar|pub|toast|bottle > alcohol caffeine medicine pregnancy
doctor|hospital|nurse|clinic|health|healthy|medical|first aid|check-up|checkup|physio|symptom|symptoms|pain|dentist > condition allergy medicine injury blood_type pregnancy
train|training|workout|exercise|run|running|gym|sport|sports|strength|stretch|yoga|hike|hiking|climb|swim|swimming|marathon|fitness|ski|skiing|cycling > injury condition disability sport goal workout running
fly|flight|flights|plane|airport|travel|trip|holiday|vacation|journey|hotel|pack|packing|tour|cruise|abroad > phobia_of_flying phobia travel_mode passport allergy condition seat_preference medicine
climbing|tower|rooftop|skyscraper|cable car|ferris|cliff|rollercoaster|balloon|bungee > phobia condition injury
needle|needles|injection|vaccinated|vaccination|blood test|donate blood > phobia condition
avoid|avoided|avoids > allergy intolerance diet medicine condition
kitten|kittens|puppy|puppies|cat|cats|dog|dogs|hamster|rabbit|guinea pig|horse|pet|pets > allergy phobia
ladder|roof|scaffolding|heights|balcony > phobia injury condition disability
blood thinner|surgery|operation|operate|anaesthesia > medicine allergy condition
gift|present|birthday|surprise > like hobby favourite_colour allergy
swim|swimming|pool|beach|boat|kayak > skill phobia
drive|driving|car|pick up > licence car
invite|guests|party|host > alcohol diet allergy
book|arrange|phone|ring|telephone|contact|reach|get in touch|appointment > answer_style
buy|shop|shopping|wear|dress|shoes|boots|jacket|coat > shoe_size clothing_size favourite_colour
`

/** What questions say when they ask for an attribute: each line an attribute and its cues, separated by ` | `. */
const NAMED = new CueList()
for (const line of [ASKED_OF_LIFE, ASKED_OF_BODY, ASKED_OF_WORLD].flatMap((list) => list.trim().split('\n'))) {
  const at = line.indexOf(': ')
  for (const cue of line.slice(at + 2).split(' | ')) NAMED.add(cue, [line.slice(0, at)])
}
const IMPLIED = new CueList()
for (const line of DEPENDS.trim().split('\n')) {
  const [cues, attributes] = line.split(' > ')
  IMPLIED.add(`(${cues!})`, attributes!.split(' '))
}
/** Words of lower-case letters. */
const WORD = /[a-z]+/g

/** The words of a question in lower case, as `namedIn` and `impliedIn` expect them. */
export function cueWords(lower: string): ReadonlySet<string> {
  return new Set(lower.match(WORD))
}

/** The attributes that a question in lower case names. */
export function namedIn(lower: string, words: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(NAMED.attributesIn(lower, words))
}

/** The attributes that the answer to a question in lower case depends on; some may be named twice. */
export function impliedIn(lower: string, words: ReadonlySet<string>): string[] {
  return IMPLIED.attributesIn(lower, words)
}
