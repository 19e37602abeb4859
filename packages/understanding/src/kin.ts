/** Words for people close to a person, by the attribute that names them. */
const KIN: Readonly<Record<string, string>> = {
  partner: 'husband wife spouse partner boyfriend girlfriend fiance fiancé fiancee fiancée hubby missus',
  children:
    'son daughter child children youngest eldest kid kids boy girl boys girls baby toddler stepson stepdaughter twins sons daughters',
  mother: 'mother mum mom mommy mummy mam mama mamma stepmother stepmum stepmom',
  father: 'father dad daddy papa stepfather stepdad',
  parent: 'parent parents',
  sibling: 'brother sister brothers sisters sibling siblings twin stepbrother stepsister half-brother half-sister',
  grandparent:
    'grandmother grandfather grandma grandpa granny gran nana nan oma opa abuela abuelo nonna nonno grandad granddad grandparents',
  grandchild: 'grandson granddaughter grandchild grandchildren grandkids',
  in_law: 'mother-in-law father-in-law sister-in-law brother-in-law son-in-law daughter-in-law in-laws',
  relative: 'uncle aunt auntie cousin cousins nephew niece nephews nieces godmother godfather goddaughter godson',
  ex_partner: 'ex ex-husband ex-wife ex-boyfriend ex-girlfriend ex-partner',
  friend: 'friend friends buddy pal mate mates bestie',
  neighbour: 'neighbour neighbor neighbours neighbors',
  roommate: 'roommate flatmate housemate roommates flatmates housemates',
  colleague: 'colleague coworker co-worker teammate colleagues coworkers',
  boss: 'boss manager supervisor',
  pet: 'dog cat puppy kitten rabbit hamster parrot horse pony tortoise budgie hen sheepdog greyhound labrador retriever collie terrier poodle spaniel dachshund beagle husky corgi canary cockatiel parakeet goldfish ferret donkey',
}

/** From a word such as "husband" to its attribute, such as `partner`. */
export const KIN_ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  Object.entries(KIN).flatMap(([attribute, words]) => words.split(' ').map((word) => [word, attribute] as const)),
)

/** After a kin word: the two name something else, as in "mother tongue", "sister company". */
const NO_KIN =
  '(?![- ](?:tongue|ship|lode|board|nature|earth|superior|of pearl|christmas|company|companies|cit(?:y|ies)|site|brand|publication|magazine|organi[sz]ation|clock|annexe?|in arms|in crime|cells?|fights?|request|of a gun)\\b)'
/** "The youngest of seven" is no child. */
const AMONG_SIBLINGS = '(?! of (?:\\d|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\\b)'

/** All kin words, longest first, for regular expressions over lower-case text. */
export const KIN_PATTERN = `(?:${[...KIN_ATTRIBUTES.keys()]
  .sort((a, b) => b.length - a.length)
  .map((word) => (/^(?:young|eld)est$/.test(word) ? `${word}${AMONG_SIBLINGS}` : word))
  .join('|')})${NO_KIN}`

/** After a word for children, without a possessive: it names a thing and no child, as in "a baby monitor", "girls' night". */
export const THING_FOR_CHILDREN =
  "(?:['’]s?)? (?:monitor|menus?|meals?|portions?|clubs?|nights?|weekends?|evenings?|days? (?:out|off)|shower|carriage|buggy|foods?|formula|milk|gates?|car seats?|seats?|strollers?|clothes|clothing|shoes|sitter|sitting|steps|carrots?|spinach|potatoes|corn|names?|books?|shops?|stores?|sections?|corner|class(?:es)?|teams?|squad|schools?|parties|party|games?|movies?|films?|songs?|shows?|channel|care|bikes?|trips?|gear|powder|wipes|bump|boomers?|grand|pool|league|football|choir|hospital|wards?|authors?|literature|charity|charities|blue|pink|wool|blankets?|furniture|toys?|wear|scouts?|guides)\\b"
