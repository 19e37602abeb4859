/** What the label of a record says it is: "Allergy: sesame", "Prescription active: …". Each line an attribute and its labels. */
const LABELS = `
allergy: allergy allergies allergic
intolerance: intolerance intolerances
condition: diagnosis diagnoses condition conditions
medicine: medication medications medicine medicines meds pills prescription prescriptions rx
diet: diet
home: home res residence lives town city
address: addr address
phone: phone mobile tel telephone cell
email: email e-mail
birthday: bday birthday born dob
phone_model: handset smartphone
car: car vehicle
bicycle: bike bicycle
bank: bank
gym: gym
doctor: gp doctor physician cardiologist endocrinologist rheumatologist dermatologist neurologist nephrologist urologist oncologist haematologist hematologist gastroenterologist pulmonologist allergist immunologist gynaecologist gynecologist gynae ophthalmologist paediatrician pediatrician obstetrician orthopaedist podiatrist surgeon
dentist: dentist
boss: boss manager supervisor
rent: rent
budget: budget
insurance: insurer insurance
wake_time: wake-up alarm
bedtime: bedtime
job: job occupation role position profession
employer: employer company
emergency_contact: emergency
goal: goal goals aim target
partner: partner relationship
appointment: appointment booking reservation
blood_type: blood
weight: weight
height: height
language_preference: language
hobby: hobby hobbies interests
computer: computer laptop
camera: camera
religion: religion faith denomination
politics: politics
sport: sport sports
instrument: instrument instruments
airline_preference: airline
answer_style: tone
resolution: resolution resolutions
wish: wishlist
pronouns: pronouns
nationality: nationality citizenship
birthplace: birthplace
star_sign: zodiac
website: website homepage
hometown: hometown
salary: salary income
degree: degree
university: university
licence: licence license
mortgage: mortgage
debt: debt debts
subscription: subscription subscriptions
pension: pension superannuation
internet: broadband
`
/** Labels that mean an attribute only as they are: "Age: 37", but not "retirement age: 67". */
const WHOLE = `
degree: studies, studying, field of study, course of study
age: age
nickname: nickname, known as, goes by
gender: gender, sex
birthplace: place of birth, born in
native_language: native language, first language, mother tongue
languages: languages, languages spoken, speaks
star_sign: star sign
previous_home: previous address, previous home, old address, former address
housemates: housemates, flatmates, roommates
workplace: workplace, office, place of work
workdays: workdays, working days, work days, working hours, work hours, hours, shifts, shift pattern
colleague: colleagues, coworkers
previous_job: previous job, last job, former job, previous employer, former employer
salary: pay, wage, wages, annual pay, take-home pay
industry: industry, sector, field
school: school
course: course, courses
skill: skill, skills
savings: savings
debt: loan, loans, student loan, car loan
investment: investments
tax: accountant, tax adviser, tax advisor
expense: childcare, electricity, outgoings
hometown: from, originally from, grew up in
shoe_size: shoe size, shoes, shoe
clothing_size: dress size, shirt size, t-shirt size, clothes size, clothing size, collar, collar size, trouser size
ring_size: ring size
vehicle_plate: licence plate, license plate, number plate, registration
phobia: phobia, phobias, fear, fears, afraid of
dislike: dislikes, hates
like: likes, loves
`

const BY_LABEL: ReadonlyMap<string, string> = new Map(
  LABELS.trim()
    .split('\n')
    .flatMap((line) => {
      const [attribute, labels] = line.split(': ')
      return labels!.split(' ').map((label) => [label, attribute!] as const)
    }),
)
const BY_WHOLE_LABEL: ReadonlyMap<string, string> = new Map(
  WHOLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [attribute, labels] = line.split(': ')
      return labels!.split(', ').map((label) => [label, attribute!] as const)
    }),
)
const LABELLED = /^(?<label>[a-z][\w -]{1,30}?)\.?\s*:\s*(?<value>\S.*)$/

/** What follows says where, when or whose it is: "Door code at home" is a code. */
const BESIDE =
  /^(?:above|after|and|at|before|behind|below|beside|between|by|during|for|from|in|inside|near|next|on|opposite|outside|over|since|to|under|until|when|where|with)$/
/** Words that may follow the word that says what it is: "phone number", "prescription active". */
const FORMS = new Set(
  (
    'active am amount brand current currently date day dates details due group id info information kind latest list ' +
    'main make model name names new no note notes now nr pm number numbers on-file place primary reading record status time times ' +
    'title today type update updated value'
  ).split(' '),
)
/** With them, it is what was so, or about something else than the attribute. */
const OTHER = new Set('ex former formerly last old previous'.split(' '))
/** Labels that mean an attribute only beside another word. */
const ONLY_WITH: ReadonlyMap<string, RegExp> = new Map([
  ['blood', /\b(?:type|group)\b/],
  ['emergency', /\b(?:contact|contacts|number|phone|person)\b/],
])

/** The attribute and value of a labelled record; `undefined` for any other clause. */
export function labelledFact(plain: string): { attribute: string; value: string } | undefined {
  const { label, value } = LABELLED.exec(plain)?.groups ?? {}
  const attribute = label && (BY_WHOLE_LABEL.get(label.replace(/^(?:(?:current|my|user) )/, '')) ?? attributeOf(label))
  return attribute && value ? { attribute, value } : undefined
}

function attributeOf(label: string): string | undefined {
  const words = label.toLowerCase().split(' ')
  const end = words.findIndex((word) => BESIDE.test(word))
  const head = (end < 0 ? words : words.slice(0, end)).flatMap((word) =>
    BY_LABEL.has(word) ? [word] : word.split('-'),
  )
  if (head.some((word) => OTHER.has(word))) return undefined
  const of = head.indexOf('of')
  // "Name of the doctor", "place of residence", but "photos of the car".
  const noun =
    of < 0 ? head : head.slice(0, of).every((word) => FORMS.has(word)) ? head.slice(of + 1) : head.slice(0, of)
  const last =
    noun.find((word) => BY_LABEL.get(word) === 'email') ??
    noun.findLast((word) => !FORMS.has(word) || BY_LABEL.has(word))
  if (last === undefined || !(ONLY_WITH.get(last)?.test(label) ?? true)) return contactIn(noun, label)
  return BY_LABEL.get(last) ?? contactIn(noun, label)
}

/** "Emergency contact": the word that says what it is stands before a word of its own. */
function contactIn(noun: readonly string[], label: string): string | undefined {
  const word = noun.find((each) => ONLY_WITH.has(each))
  return word !== undefined && ONLY_WITH.get(word)!.test(label) ? BY_LABEL.get(word) : undefined
}
