/**
 * What questions say when they ask for an attribute: each line an attribute and its cues, separated by `|`; `..` stands
 * for any words between.
 */
const ASKED = `
name: what..my name | what..name of the user | who am i\\W*$ | what..i called
nickname: nickname | be called | should..call | like to be called | address me
pronouns: pronouns
age: how old am i | how old is | my age | what age
birthday: birthday | born | date of birth | how old | star sign
birthplace: birthplace | where..born
hometown: hometown | grow up | grew up | where..from | originally from
nationality: nationality | citizenship | what passport
native_language: native language | mother tongue | first language
languages: mother tongue | languages | what language | which language | speak
phone: my number | s number | be reached | ring me | phone number | mobile number | cell number | reach me | call me at
email: email address | e-mail address | what..email
address: address | postcode | zip code | street
emergency_contact: emergency contact | in an emergency | who to call
home: where..flat | where..house | where..apartment | which room | what room | room number | where..live | where..living | where..lives | where..reside | where..based | where..home | live in | living place | residence | home town | home city | what city | which city | what town | which town | what country..live | which country..live | town am i | city am i | place of living | address | where..move | where..now
housing: what kind of home | flat or house | house or flat | rent or own | what..apartment | kind of place
housemates: live with | housemate | flatmate | roommate
household: who..cook | who..cooks | who..clean | who..cleans | looks after the kids | looks after the children | looks after the house | looks after my | who..irons | who..prepares | cleaner | nanny | home help | babysitter
wifi_password: wifi | wi-fi | wlan | get online | go online | network password
job: role at work | s role | her role | his role | my role | my position | job title | work do i | work does..do | job | occupation | make a living | earn..living | make..living | who employs | profession | for a living | do for work | earn my money | earns..money | what..do for work | career | what does..do | what do i do | work as | line of work | trade
business: my job | s job | her job | his job | occupation | profession | does..do | do i do | work for | employer | business | firm | for work | for a living | own company | own a company
employer: employed | company am i | employer | employs | pays..salary | pays my | pays..wages | work for | who..work for | where..work | which company | what company | works at
workplace: where..work | office | workplace
workdays: days..work | work nights | work full | work part | full time | part time | hours..work | shifts | which days..work | what days..work | work schedule | shift
previous_job: how long was | did..for a living | did i do for work | did..do for work | did..work as | before retirement | previous job | former job | used to work | last job | before..job
retirement: did..for a living | did i do for work | did..do for work | before retirement | retire | retired
salary: salary | earn | earns | income
school: school
university: university | college | study | studied | studying | studies | major in
degree: degree | graduate
course: course | lessons | class
learning_language: learning | still learn | what language..learn
licence: licence | license | still drive | allowed to drive | able to drive
partner: am i seeing | am i dating | going out with | seeing anyone | in a relationship | going to marry | engaged to | fiance | fiancee | fiancé | fiancée | love life | still with | still together | am i with | is..still with | is..seeing
marital_status: relationship | married | single | divorced | marital
partner: relationship status | ex | married to | dating | husband | wife | spouse | partner | girlfriend | boyfriend | better half | significant other
anniversary: anniversary | when..married | when..marry | wedding
children: children | kids | son | daughter | child
mother: mother | mum | mom
father: father | dad
sibling: nephew | nephews | niece | nieces | sibling | brother | sister | siblings
grandparent: grandmother | grandfather | grandma | grandpa | grandparents
grandchild: grandchild | grandson | granddaughter | grandchildren
best_friend: best friend | closest friend
friend: friends
death: die | died | death | pass away | passed away
pet: pet | pets | dogs | cats | dog | cat | animal | animals
pet_breed: breed
vet: vet
boss: report to | reports to | boss | manager | supervisor
colleague: colleague | coworker | colleagues
doctor: doctor | gp | physician
dentist: my dentist | s dentist | dentist's name | dentist do i | who..dentist | which dentist
allergy: allergy | allergies | allergic | react to | reaction
intolerance: intolerance | intolerant | intolerances | tolerate
medicine: dose | dosage | take for | take against | which pill | what pill | inject | injects | blood thinner | antidepressant | medication | medications | medicine..take | medicines | tablets | pills | prescription | drugs..take | which drugs | what drugs
condition: wrong with | trouble | what illness | which illness | memory problem | memory problems | sleep problems | sleeping problem | breathing problem | heart problem | skin problem | bowel problem | kidney problem | eye problem | stomach problem | neurological | wrong with me | wrong with my health | condition | diagnosed | illness | disease | chronic | health problem | health problems | medical | suffer
injury: my knee | my back | my shoulder | my ankle | my hip | my wrist | her knee | his knee | her back | his back | injury | injured | hurt | hurts | pain | sore
disability: trouble hearing | trouble seeing | trouble walking | hear well | see well | disability | disabled | wheelchair
phobia: afraid | scared | fear | fears | phobia | phobias | frightened | scares
surgery: operated | surgery | operation
pregnancy: pregnant | expecting | due date
insurance: insurance | insures | insurer | insured
phone_plan: phone plan | phone provider | mobile contract | phone contract | mobile plan | mobile provider
internet: internet | broadband | isp
blood_type: blood type | blood group
vaccination: vaccinated | vaccination | vaccine | jab
height: how tall | height
weight: how heavy | many kilos | many kg | weigh | weighs | weight
shoe_size: size in shoes | size of shoes | shoe size | size shoes | size boots | shoe | size trainers | feet size
clothing_size: clothing size | shirt size | dress size | t-shirt size | what size..wear | jacket size
ring_size: ring size
glasses: glasses | contact lenses
blood_pressure: blood pressure
resting_pulse: resting pulse | resting heart rate | heart rate
diet: keto | what do i eat | diet | vegetarian | vegan | eat meat | still eat | do i eat | does..eat | eating habits | kosher | halal
food_dislike: food..dislike | food..hate | vegetable..hate | fruit..hate | foods..dislike | not eat | can't eat | won't eat | food..not like | don't..like to eat | dislike..food | not like
food_like: like to eat | like..food
favourite_food: favourite food | favorite food | favourite dish | favourite meal | favorite dish | favorite meal | dish..love | food..love | love most
favourite_drink: favourite drink | favorite drink
alcohol: do i drink | does..drink | alcohol | drink wine | drink beer | drink..beer | wine | sober | teetotal
caffeine: coffee | caffeine | tea
favourite_restaurant: favourite restaurant | favorite restaurant
cooking: cook | bake | bakes | cooks
sport: sport | sports | exercise | keep fit | stay fit | stay active | play..football | athletic
gym: gym | train at | where..train | member of
workout: work out | workout | gym | exercise | training
running: run | runs | running | jog | jogging
race: race | marathon | half marathon
personal_best: personal best | best time | fastest
steps: steps
sleep_duration: how many hours..sleep | how long..sleep | how much sleep | hours..sleep
bedtime: bedtime | go to bed | go to sleep
wake_time: wake | get up
skill: which subject is | which subjects are | subject do i find | subject does..find | subject am i | good at | bad at | weak at | weak in | struggle with | struggles with | hard for | find..hard | find..difficult | can i | able to | know how to | can she | can he
favourite_colour: favourite colour | favorite color | favourite color | colour..like | color..like
favourite_book: favourite book | favorite book
favourite_author: author | writer
favourite_film: favourite film | favorite movie | favourite movie | favorite film
favourite_series: favourite programme | favorite program | favourite series | favorite show | favourite show
favourite_music: music | listen to
favourite_film: films | movies
favourite_artist: band | singer | artist | composer
favourite_team: which..club..fan | which..club..support | what club | football club | fan of | root for | do i support | does..support | team | which club
favourite_place: favourite place | favorite place
reads: book | books | read | reading | novels
like: what do i like | what does..like | likes | favourite | favorite | enjoy | love
food_dislike: which..avoid | what foods..avoid | take..sugar | take..milk | vegetables..avoid | foods..not like | food..not like | foods don't i like | food don't i like
intolerance: which..avoid | foods..avoid
dislike: dislike | hate | annoys | bothers | irritates | annoyed by | can't..stand | cannot stand | not like | don't..like
hobby: hobby | hobbies | interests | free time | spare time | pastime
instrument: instrument | play the | piano | guitar | violin
smoking: smoker | smoke | smoking | cigarettes
commute: get around | gets around | get about | which bus | what bus | which tram | which train do i | get to school | go to school | get to college | commute | get to work | go to work | to the office
routine: every day | usually | routine | every week
car: get around | gets around | car | drive | vehicle
bicycle: bike | bicycle
phone_model: handset | kind of phone | phone do | phone does | phone..have | phone..own | phone..use | which phone | what phone | smartphone
computer: laptop | computer
vehicle_plate: plate | registration
warranty: warranty | guarantee | covered
rent: pay for my flat | pay for my apartment | pay for her flat | pay for his flat | rent | flat cost | cost..monthly | pay for the flat | pay..apartment
mortgage: mortgage
budget: budget
savings: saving | savings | putting..aside | save..for | put..aside
debt: debt | debts | owe | owes
bank: my bank | s bank | bank am i | which bank | what bank | bank with | do i bank | does..bank | bank account
subscription: streaming service | music service | streaming | subscribe to | subscription | subscriptions | membership
trip: trip | holiday | vacation | travel..last | where did..go
wants_to_visit: want..visit | want..travel | like to visit | dream..travel | bucket list
passport: passport
seat_preference: seat | aisle | window seat
travel_mode: prefer..travel | like to fly | fly
phobia_of_flying: fly | flying | flights | plane
appointment: appointment | next scan | scan | mri | haircut | appointments | see the doctor | see the dentist | when..dentist | check-up
meeting: meeting
deadline: deadline | due
goal: goal | goals | working towards | working toward | achieve | aim | dream of | wants to | want to
plan: plan | plans | planning
answer_style: rather be called | write to me | answer me | answers | reply | style | respond | talk to me | explain
religion: religion | believe in | church
politics: vote | politics
tattoo: tattoo
hair: hair
eyes: eyes | eye colour | eye color
`

/** What an answer depends on though the question does not name it: cues, then the attributes. */
const DEPENDS = `
when is the|when's the|what time is the > appointment meeting deadline event trip
spend|spending|expenses|costs|afford|outgoings > rent mortgage subscription expense budget debt
prescribe|prescription|antibiotic|antibiotics|medicine|medicines|medication|painkiller|painkillers|drug|drugs|tablet|pill|pills|ibuprofen|aspirin|paracetamol|penicillin|amoxicillin|treatment|headache|fever|infection|sore throat|emergency|ambulance|paramedic|anaesthetic|anesthetic|surgeon|pharmacy|pharmacist|remedy|vaccine|flu|cold|cough > allergy medicine condition pregnancy intolerance
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

/** An expression that a question matches if it asks for the attributes. */
interface Cue {
  readonly expression: RegExp
  readonly attributes: readonly string[]
}

/** One way to match a cue: all these words must occur. */
interface Way {
  readonly cue: number
  readonly words: readonly string[]
}

/** Words of lower-case letters; words of the cues consist of these. */
const WORD = /[a-z]+/g

/** A list of cues, of which only those are tested whose words occur. */
class Cues {
  readonly #cues: Cue[] = []
  /** By the longest word of each way, usually the rarest. */
  readonly #ways = new Map<string, Way[]>()

  add(sources: readonly string[], attributes: readonly string[]): void {
    const cue = this.#cues.push({ expression: anyOf(sources), attributes }) - 1
    for (const source of sources) {
      const words = source.match(WORD)!
      const longest = words.reduce((best, word) => (word.length > best.length ? word : best))
      const ways = this.#ways.get(longest)
      if (ways) ways.push({ cue, words })
      else this.#ways.set(longest, [{ cue, words }])
    }
  }

  /** The attributes of the cues that a text in lower case matches, in the order of the list. */
  attributesIn(lower: string, words: ReadonlySet<string>): string[] {
    const possible: number[] = []
    for (const word of words)
      for (const way of this.#ways.get(word) ?? [])
        if (!possible.includes(way.cue) && way.words.every((each) => words.has(each))) possible.push(way.cue)
    return possible
      .sort((a, b) => a - b)
      .map((cue) => this.#cues[cue]!)
      .flatMap(({ expression, attributes }) => (expression.test(lower) ? attributes : []))
  }
}

function anyOf(cues: readonly string[]): RegExp {
  const sources = cues.map((cue) => cue.replaceAll('..', '\\b.{0,40}?\\b'))
  return new RegExp(`\\b(?:${sources.join('|')})(?![\\p{L}-])`, 'u')
}

const NAMED = new Cues()
for (const line of ASKED.trim().split('\n')) {
  const at = line.indexOf(': ')
  NAMED.add(line.slice(at + 2).split(' | '), [line.slice(0, at)])
}
const IMPLIED = new Cues()
for (const line of DEPENDS.trim().split('\n')) {
  const [cues, attributes] = line.split(' > ')
  IMPLIED.add(cues!.split('|'), attributes!.split(' '))
}

/** The words of a question in lower case, as `namedIn` and `impliedIn` expect them. */
export function cueWords(lower: string): ReadonlySet<string> {
  return new Set(lower.match(WORD))
}

/** The attributes that a question in lower case names; some may be named twice. */
export function namedIn(lower: string, words: ReadonlySet<string>): string[] {
  return NAMED.attributesIn(lower, words)
}

/** The attributes that the answer to a question in lower case depends on; some may be named twice. */
export function impliedIn(lower: string, words: ReadonlySet<string>): string[] {
  return IMPLIED.attributesIn(lower, words)
}
