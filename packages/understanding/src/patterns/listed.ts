import { membersUnder } from '../topics.ts'

/** A fact that a listed word states in a clause of a certain form. */
export interface Listed {
  readonly attribute: string
  /** What the clause must contain. */
  readonly form: RegExp
  /** Whether what stands before the word must match `form`. */
  readonly isBefore: boolean
  /** Whether a note of a few words needs no such form: "Vegan since birth". */
  readonly isTerse: boolean
}

const HAS =
  /\b(?:has|have|had|having|'ve|suffers?|suffering|with|is|am|'m|got|gets|diagnosed|because of|due to|was|lives? with)\b/
const TAKES =
  /\b(?:takes?|taking|took|on(?! (?:the )?\d{1,2}(?:st|nd|rd|th)? [jfmasond][a-z]{2}| (?:mon|tues|wednes|thurs|fri|satur|sun)day)|prescribed|uses?|using|injects?|needs?|started|swallows?|puts? on|applies)\b/
const IS_A =
  /(?:\b(?:is|am|'m|(?<=\b(?:she|he|who))'s|are|as|became|become|now|still|being) (?:now |still |currently |also )?(?:an? |the |our |their )?(?:(?!(?:[\w-]{3,}ing(?<!\b(?:working|training|practising|practicing|qualifying|being|freelancing))|with|to|for|like|near|about|married|engaged|allergic|in|on|at|by|from) )[\w-]+(?:(?<=men|children)'s)? ){0,3}|^(?:(?!(?:i|my|we|she|he|they|her|his|our|the|a|an|no|new) )[\w-]+ )?)$/
const VERB_BEFORE = /\b(?:is|am|'m|(?<=\b(?:she|he|who))'s|are|as|became|become|now|still|being)\b/
/** The words of {@link VERB_BEFORE}. */
export const VERBS_BEFORE_JOBS = "is am 'm 's are as became become now still being".split(' ')
/** What follows a title without a verb. */
const AFTER_TITLE =
  /^(?:$|,| (?:at|in|for|with|by|of|since|and|from|who|these days|(?:one|two|three|four|five|\d) (?:days|mornings|evenings|nights|shifts|afternoons) (?:a|per) week|on (?:night|day|late|early|rotating|(?:an?|the) (?:[\w-]+ )?(?:ward|unit|rig|farm|ship|ferry|estate)))\b)/
/** An appointment rather than an occupation: "Dentist for Ada on 3 May". */
const VISIT = /^ (?:for|with|on|at|in) .*\d/
const IS_A_PLAINLY =
  /\b(?:is|am|'m|(?<=\b(?:she|he|who))'s|as|became|become) (?:now |still |currently |also )?an? (?:[\w-]+(?:(?<=men|children)'s)? ){0,3}$/
/** Stands before an activity: "plays", "goes to", "is into"; up to four words may be between. */
const PRACTISES =
  /(?:\b(?:does|doing|goes|go)(?: [\w',-]+){0,2}|(?:\b(?:plays?|playing|practi[sc]es?|trains?|loves?|enjoys?|likes?|(?:took|taken|takes|gave|given) up|quit|packed in|stopped|started|starting|coaches|teaches|keen on|fond of|mad about|passionate about|member of|fan of|(?:is|am|'m|really|big|also|very|now) into)|^into)(?: (?!watch|follow)[\w',-]+){0,4}) $/
const TO_GYM = /\b(?:goes|go|going|loves?|likes?|enjoys?|member of) (?:to )?(?:(?:the|an?|her|his|my|our) )?(?:\w+ )?$/
const ENJOYS = /(?:\b(?:loves?|likes?|enjoys?|prefers?|into|fond of|passionate about)(?: [\w',-]+){0,3}|^into) $/
/** Stands before the verb of an activity: "loves to swim". */
const LIKES_TO = /\b(?:loves?|likes?|enjoys?|prefers?|taught (?:herself|himself|myself)) to $/
/** Activities, of the body and others; of each the word or phrase of two words. */
const SPORTS =
  'yoga pilates zumba crossfit hiit calisthenics aerobics triathlon biathlon football soccer futsal rugby cricket baseball softball basketball netball volleyball handball hockey lacrosse tennis badminton squash padel pickleball golf karate judo taekwondo jiujitsu aikido capoeira kendo bjj mma sumo archery gymnastics athletics dressage showjumping petanque boules bowls darts snooker billiards hurling camogie kabaddi shinty parkrun parkour running jogging walking hiking trekking rambling hillwalking climbing bouldering mountaineering cycling biking swimming diving snorkelling snorkeling surfing windsurfing kitesurfing paddleboarding sailing rowing canoeing kayaking rafting skiing snowboarding skating curling boxing kickboxing wrestling fencing trampolining riding skateboarding rollerblading karting skydiving paragliding bowling weightlifting powerlifting bodybuilding spinning orienteering'
const SPORT_PHRASES =
  'table tennis,ping pong,water polo,jiu jitsu,kung fu,krav maga,muay thai,tai chi,gaelic football,martial arts,lawn bowls'
const SPORT_VERBS = 'run jog walk hike climb cycle swim surf sail row ski skate box kayak canoe snowboard'
const HOBBIES =
  'birdwatching birding sewing needlework knitting crochet crocheting embroidery quilting patchwork macrame weaving spinning pottery ceramics woodwork woodworking carpentry whittling woodturning carving origami scrapbooking calligraphy lego photography writing journaling journalling blogging fishing angling hunting foraging beekeeping astronomy stargazing geocaching improv brewing homebrewing winemaking silversmithing leatherwork bookbinding soapmaking genealogy juggling gardening painting drawing sketching singing karaoke baking chess crosswords sudoku jigsaws gaming stamps dancing ballet ballroom tango waltz foxtrot salsa bachata samba flamenco'
const HOBBY_PHRASES =
  'model railways,model ships,model trains,model building,family history,life drawing,metal detecting,amateur dramatics,coin collecting,stamp collecting,bird watching,video games,board games,line dancing,tap dancing'
const HOBBY_VERBS = 'read paint draw sing dance sew knit write garden fish bake sketch sculpt crochet'
const KEEPS = /\b(?:my|our|her|his|their|has|have|keeps?|owns?|adopted|got|named|called)\b/
const FOLLOWS = /\b(?:is|am|'m|follows?|keeps?|eats?|on|strictly|been|became|went|turned|cooks?|have to be|has to be)\b/

/** Not an occupation of the person, though a concept of the field lists it. */
const NOT_JOBS = new Set(
  'work job jobs profession trade occupation career careers vocation livelihood apply applied applying applies applications applicant taught tutored cv resume curriculum interview interviewed interviews vacancy vacancies staff crew patient patients client customer customers office class case court law art'.split(
    ' ',
  ),
)
const NOT_CONDITIONS = new Set(
  'diagnosed intolerance intolerant oncologist allergist allergologist immunologist cold infection allergy allergies allergic insulin glucose accident virus stress stressed worry worried nervous sad low panic'.split(
    ' ',
  ),
)

/** An occupation is looked for in so many characters before its last word. */
const LEAD_CHARS = 60

const TERSE: ReadonlySet<string> = new Set(['condition', 'medicine', 'diet'])

/** What can stand before and after the name of a condition or medicine in a note without a verb: "Severe asthma since 2010". */
const NOTED_LEAD =
  /^(?:(?:severe|mild|moderate|chronic|acute|early|late|stage|type|[12]|one|two|i{1,2}|recurrent|recurring|frequent|occasional|known|suspected|seasonal|bilateral|left|right|lower|upper|congenital|childhood|lifelong|long-term|borderline|bad) ){0,3}$/
const NOTED_REST =
  /^(?:'s)?(?: (?:disease|syndrome|trait|disorder))?(?:$|,| \(| (?:since|from|with|due|under|currently|diagnosed|controlled|managed|treated|well|for (?:\d|the|her|his|my)|daily|nightly|weekly|twice|once|every|each|at night|as needed|when needed|(?:in|on|of) (?:the|both|my|her|his|one) (?:(?:left|right|big|little|lower|upper) ){0,2}(?:arms?|hands?|fingers?|thumbs?|wrists?|elbows?|shoulders?|neck|back|spine|hips?|knees?|legs?|ankles?|foot|feet|toes?|heels?|scalp|face|eyes?|ears?|skin|lungs?|jaw))\b)/

/** What follows a condition that another has, or that a thing is named after: "asthma in the family", "cancer research". */
const NOT_HAD =
  /^ (?:in (?:the|my|her|his|our|their) (?:family|families|household|house|home|brother|sister|son|daughter|mother|father|husband|wife|partner|parents|children|kids|dog|cat)\b|research|awareness|charity|charities|fund|foundation|campaign|hospice|appeal)\b/

/** Whether a short note names a condition only in passing, by what follows it. */
export function isNamedOnly(rest: string): boolean {
  return NOT_HAD.test(rest)
}

/** Whether a condition or medicine is all that a clause is about: "Epilepsy, well controlled". */
export function isNoted(lead: string, rest: string): boolean {
  return NOTED_REST.test(rest) && NOTED_LEAD.test(lead)
}

const ACTIVITIES: readonly (readonly [attribute: string, words: readonly string[], form: RegExp])[] = [
  ['sport', [...SPORTS.split(' '), ...SPORT_PHRASES.split(',')], PRACTISES],
  ['sport', SPORT_VERBS.split(' '), LIKES_TO],
  ['sport', ['gym'], TO_GYM],
  ['hobby', [...HOBBIES.split(' '), ...HOBBY_PHRASES.split(',')], PRACTISES],
  ['hobby', HOBBY_VERBS.split(' '), LIKES_TO],
  ['hobby', ['reading'], ENJOYS],
  ['hobby', ['plays bridge', 'play bridge'], /$/],
]

/** By word or phrase: what it can state. */
export const LISTED: ReadonlyMap<string, readonly Listed[]> = collect([
  ['condition', 'condition', HAS, NOT_CONDITIONS],
  ['medicine', 'medicine', TAKES, new Set(['drug', 'drugs', 'medicine', 'medication', 'pill', 'tablet', 'dose'])],
  ['pet', 'pet', KEEPS, new Set(['vet', 'litter', 'pet shop', 'pet food'])],
  ['diet', 'diet', FOLLOWS, new Set(['fast', 'calorie', 'calories', 'kcal', 'dietitian'])],
])

/** Words for occupations. */
export const JOBS: ReadonlySet<string> = new Set(
  membersUnder('job')
    .filter((member) => !NOT_JOBS.has(member))
    .concat(
      'manager director officer contractor caretaker warden organist treasurer matron registrar bursar umpire student apprentice trainee intern freelancer analyst carer nanny lifeguard masseur entrepreneur midwife postie brickie sparky maid housemaid docker housekeeper dishwasher farmhand fitter hawker mason stonemason usher bailiff dj kitchenhand busboy superintendent au-pair salesclerk stagehand roadie laundress seamstress paralegal postie barrister controller porter dispatcher signaller toolmaker greenkeeper fishmonger radiographer phlebotomist sonographer coroner sommelier croupier milliner cobbler upholsterer arborist rigger assembler animator taxidermist farrier purser sexton verger invigilator potter glassblower brewer distiller cheesemaker optometrist optician hydrologist moderator assessor weaver'.split(
        ' ',
      ),
    ),
)
/** Occupations that are more often named as the person one visits: the subject is one only if a verb says so. */
export const JOBS_AFTER_VERB: ReadonlySet<string> = new Set(
  (
    'nurse midwife doctor physician surgeon dentist psychologist psychiatrist pharmacist paramedic carer caregiver vet ' +
    'guard soldier priest imam rabbi monk nun vicar pastor judge clerk chef cook pilot guide aide coach tutor model'
  ).split(' '),
)
const JOB_ENDING = /(?:ist|ician|ologist|eer|smith|wright|monger|maker|keeper|worker|man|woman|er|or|ant|ian)$/
/** The last letters of these endings. */
const LAST_OF_JOBS = new Set([...'thnr'].map((char) => char.charCodeAt(0)))
/** Words with such an ending that are no occupation. */
const NEVER_JOBS = new Set(
  (
    'godmother godfather vegetarian pescatarian flexitarian christian mother father brother sister daughter grandmother grandfather stepfather stepmother ' +
    'teenager smoker drinker eater sleeper lover fan member owner user beginner winner runner swimmer cyclist hiker climber reader ' +
    'listener player speaker citizen person woman man foreigner believer learner supporter volunteer donor stranger worrier pacifist ' +
    'feminist optimist pessimist perfectionist neighbour neighbor partner customer lover riser walker dancer singer dreamer loner ' +
    'parishioner holder subscriber newcomer survivor other another older younger former elder bigger smaller better never ever over ' +
    'under after summer winter november october september december dinner paper letter number weather water matter order offer ' +
    'shower tower flower power river silver color honor minor major junior senior elephant restaurant giant important pregnant ' +
    'intolerant brilliant elegant human italian norwegian german brazilian indian russian canadian australian asian egyptian austrian ' +
    'belgian hungarian ukrainian persian bulgarian romanian peruvian nigerian ethiopian iranian syrian armenian georgian estonian ' +
    'latvian lithuanian croatian serbian bosnian albanian macedonian slovenian argentinian bolivian colombian ecuadorian haitian ' +
    'jordanian palestinian tunisian algerian malaysian indonesian cambodian mongolian ghanaian scandinavian californian parisian ' +
    'venetian adventist calvinist presbyterian episcopalian rastafarian socialist communist marxist nationalist minimalist idealist ' +
    'tourist nudist barbarian door floor error mirror doctorate atheist buddhist baptist methodist realist ' +
    'reminder however remember whatever whenever wherever whoever forever rather whether either neither consider wonder chapter character banner poster folder newsletter monster quarter container ' +
    'easter midsummer supper printer computer scooter heater boiler cooker mixer blender toaster freezer dishwasher ' +
    'washer dryer mower trailer camper cruiser tracker filter snooker soccer ladder butter pepper ginger cancer ' +
    'disorder tractor sensor monitor elevator radiator generator calculator projector charger adapter router corner ' +
    'center locker hammer rubber leather feather cluster blister plaster counter pullover hangover takeover turnover ' +
    'layover disaster semester trimester register theater drawer trigger bumper jumper slipper sweater blazer sneaker ' +
    'hamster lobster oyster spider beaver panther terrier retriever setter rottweiler schnauzer dartmoor exmoor ' +
    'labrador equator ecuador corridor interior exterior behavior behaviour favour labour harbor harbour humor humour ' +
    'rumour tumor tumour vapour visitor motor protestant warrant tenant occupant implant transplant antioxidant ' +
    'anticoagulant deodorant disinfectant stimulant antidepressant instant constant distant relevant significant ' +
    'pleasant vacant reluctant tolerant resistant vibrant checklist playlist waitlist wishlist shortlist exist twist ' +
    'reindeer career stickler sucker hater'
  ).split(' '),
)

/**
 * Whether a word names a person's occupation: "is a potter", "Potter at the old mill", but not "Dentist appointment".
 * @param lead what stands before it in its clause, and `rest` what follows.
 */
export function isOccupation(word: string, lead: string, rest: string): boolean {
  return canBeJob(word) && isTitled(word, lead, rest, VERB_BEFORE.test(lead))
}

/** Whether a word is listed as an occupation, or ends like one. */
export function canBeJob(word: string): boolean {
  if (JOBS.has(word) || JOBS_AFTER_VERB.has(word)) return true
  return word.length >= 6 && canEndJob(word.charCodeAt(word.length - 1)) && endsLikeJob(word)
}

/** Whether a word that is not listed as an occupation can be one by its last letter. */
export function canEndJob(last: number): boolean {
  return LAST_OF_JOBS.has(last)
}

function endsLikeJob(word: string): boolean {
  return JOB_ENDING.test(word) && !NEVER_JOBS.has(word)
}

/** What follows a word that is no occupation: "is a Manchester City fan", "Victor and she split up". */
const NO_TITLE =
  /^(?: [\w-]+){0,2} (?:fan|supporter|follower|enthusiast|lover|addict|buff)s?\b|^ (?:loans?|debts?|discounts?|visas?|cards?|halls?|houses?|digs|flats?|accommodation|union|fees?|ids?|council|appointments?|visits?)\b|^ and (?:i|she|he|they|her|his|my) /

/** The rest of {@link isOccupation}, for a word that can be an occupation. `hasVerb`: whether a verb is before it. */
export function isTitled(word: string, lead: string, rest: string, hasVerb: boolean): boolean {
  if (rest.startsWith("'s ") || NO_TITLE.test(rest)) return false
  if (!hasVerb && (!AFTER_TITLE.test(rest) || (JOBS_AFTER_VERB.has(word) && VISIT.test(rest)))) return false
  return (JOBS.has(word) ? IS_A : IS_A_PLAINLY).test(lead.slice(-LEAD_CHARS))
}

/** The occupation at `index` with the words before and after it: "master electrician with his own firm". */
export function jobIn(plain: string, index: number): string {
  const lead =
    /(?:^|\b(?:an?|the|as|am|is|are|'m|was|were|became|now) )((?:(?!an? |the |as |is |am )[\w-]+(?:(?<=men|children)'s)? ){0,3})$/.exec(
      plain.slice(0, index),
    )
  return `${lead?.[1] ?? ''}${plain.slice(index)}`
}

function collect(sources: readonly (readonly [string, string, RegExp, ReadonlySet<string>])[]) {
  const found = new Map<string, Listed[]>()
  const add = (word: string, listed: Listed) => found.set(word, [...(found.get(word) ?? []), listed])
  for (const [attribute, concept, form, except] of sources)
    for (const member of membersUnder(concept))
      if (!except.has(member))
        for (const word of attribute === 'condition' ? withPlural(member) : [member])
          add(word, { attribute, form, isBefore: false, isTerse: TERSE.has(attribute) })
  for (const [attribute, words, form] of ACTIVITIES)
    for (const word of words) add(word, { attribute, form, isBefore: true, isTerse: false })
  return found
}

/** A word and its plural: "gets migraines". */
function withPlural(word: string): string[] {
  return /[a-rt-z]$/.test(word) && !word.includes(' ') ? [word, `${word}s`] : [word]
}

export const SUBSTANCES: ReadonlySet<string> = new Set(
  ['food', 'drink', 'allergen', 'medicine', 'animal', 'material', 'insect']
    .flatMap(membersUnder)
    .concat('pollen', 'dust', 'perfume', 'plasters', 'detergent'),
)
/** How a body reacts badly, and how people warn of it. */
const REACTION =
  /\b(?:rash(?:es)?|(?<!\b(?:bee|two|three|four|five|six|ten|his|her|our|my|the|new|of|\d) )hives|blisters?|swell(?:s|ing)?|swollen|itch(?:es|y|ing)?|anaphyla\w+|wheez(?:e|es|ing)|react(?:s|ed)? badly|bad reaction|violently ill|throws? up|vomits?|breaks? out|comes? out in|puffs? up|never again|could kill|can kill|deadly|epi-?pen|welts|tingl(?:e|es|ing)|hallucinat\w+|sneez(?:e|es|ing)|wheezing|vomiting|throat clos\w+)\b/
/** Words of which each text that {@link REACTION} matches contains one; for `anaphyla\w+` the beginning. */
export const REACTION_WORDS = (
  'rash rashes hives blister blisters swell swells swelling swollen itch itches itchy itching anaphyla wheeze wheezes ' +
  'welts tingle tingles tingling sneeze sneezes sneezing vomiting closes closed closing ' +
  'wheezing badly reaction ill throw throws vomit vomits break breaks come comes puff puffs again kill deadly epi epipen'
).split(' ')
const RELIEF = /\b(?:helps?|helped|against|relieves?|cures?|treats?|cream for|for the|soothes?)\b/

/** Whether a clause states a bad reaction of a body, such as "penicillin: rash, never again". */
export function statesReaction(plain: string): boolean {
  return REACTION.test(plain) && !RELIEF.test(plain)
}
