/** What the label of a record says it is: "Allergy: sesame", "Prescription active: …". Each line an attribute and its labels. */
const LABELS = `
allergy: allergy allergies allergic
intolerance: intolerance intolerances
condition: diagnosis diagnoses condition conditions
medicine: medication medications medicine medicines prescription prescriptions rx
diet: diet
home: home residence lives town city
address: address
phone: phone mobile tel telephone cell
email: email e-mail
birthday: birthday born dob
phone_model: handset smartphone
car: car vehicle
bicycle: bike bicycle
bank: bank
gym: gym
doctor: gp doctor physician
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
hobby: hobby hobbies
`

const BY_LABEL: ReadonlyMap<string, string> = new Map(
  LABELS.trim()
    .split('\n')
    .flatMap((line) => {
      const [attribute, labels] = line.split(': ')
      return labels!.split(' ').map((label) => [label, attribute!] as const)
    }),
)
const LABELLED = /^(?<label>[a-z][\w -]{1,30}?)\s*:\s*(?<value>\S.*)$/

/** The attribute and value of a labelled record; `undefined` for any other clause. */
export function labelledFact(plain: string): { attribute: string; value: string } | undefined {
  const { label, value } = LABELLED.exec(plain)?.groups ?? {}
  const attribute = label
    ?.split(/[ -]/)
    .map((word) => BY_LABEL.get(word))
    .find(Boolean)
  return attribute && value ? { attribute, value } : undefined
}
