import { conceptsWith } from '../concepts.ts'
import { membersUnder } from '../topics.ts'
import type { Owner } from './assertions.ts'
import { computedOnce } from './computed-once.ts'
import { TEMPORARY } from './cues.ts'
import type { Clause, Reading } from './reading.ts'
import { isDateWord, type Word, withoutPossessive, wordsOf } from './words.ts'

/*
 * Animals that have died or live with others now, whatever the form of the sentence: "Bolek is buried under the pear tree", "my
 * ex kept Farofa", "the goats went to the neighbour". The older statement names the animal and its kind.
 */

const KINDS: ReadonlySet<string> = new Set(
  [
    ...['dog', 'cat', 'dog_breed', 'cat_breed', 'bird', 'reptile', 'rodent', 'fish', 'livestock', 'horse', 'rabbit']
      .flatMap((name) => membersUnder(name))
      .filter(
        (word) =>
          !/ |ing$|^(?:boxer|herd|bull|saddle|stable|song|meow|bark|woof|kennel|leash|breeder|feather|beak)$/.test(
            word,
          ),
      ),
    ...(
      'huntaway kelpie heeler lurcher whippet tom lab russell mare colt pup pooch moggie stray lovebird quail hound bulldog elkhound sheepdog boerboel shiba collie alpaca ' +
      'donkey duck goose chicken chick bunny bunnies ferret hedgehog axolotl betta guppies arowana tetra carp fish goldfish koi ' +
      'ram lamb kid calf heifer piglet rooster drake doe buck animal animals bird budgie finch macaw parakeet stallion gelding ' +
      'guineapig goat sheep pig mule spider tarantula scorpion frog newt skink terrapin bees mouse rat gerbil degu chinchilla sow cow buffalo camel llama'
    ).split(' '),
  ].flatMap((word) => [word, `${word}s`, word.replace(/([^aeiou])y$/, '$1ies')]),
)
const ARTICLES = '(?:the |my |our |his |her |their |all |both |poor |old |little |two |three |four )*'
const KIN =
  '(?:ex|mother|mum|mom|father|dad|parents|sister|brother|aunt|uncle|cousin|niece|nephew|grand\\p{Ll}+|son|daughter|in-laws?|friends?|neighbou?rs?|colleague|flatmate|roommate|landlord|farmer|breeder|family|couple|owners?|adopters?|boss|girl|boy|kids|children|caretaker|farmer)'
const PLACE =
  '(?:farm|sanctuary|shelter|rescue|home|zoo|school|restaurant|caf[eé]|market|butcher|slaughter|nursery|stable|ranch|kindergarten|heaven)'
const AFTERWARDS =
  '(?! (?:for|until|till|while|over) (?:the |a |an |two |three |some |my |our )?(?:week|weekend|day|month|holiday|summer|winter|night|christmas|easter|we |i ))'
const TO_OTHERS = `to (?:live\\b|(?:(?:an?|the|my|our|his|her|their|some|another|new) )*(?:[\\p{L}-]+ ){0,2}?(?:${KIN}|${PLACE})\\b${AFTERWARDS}|[\\p{L}-]+'s\\b)`
const WITH_OTHERS = `with (?!me\\b|us\\b)(?:(?:an?|the|my|our|his|her|their) )*(?:[\\p{L}'-]+ ){0,2}?(?:${KIN}\\b|[\\p{L}-]+$)`
const FILL =
  '(?:has |have |had |is |are |was |were |did |been |got |all |both |now |finally |sadly |in the end |since )*'

/** "The goldfish in the hall". */
const PART = '(?: (?:in|on|at|from) (?:(?:the|my|our) )?[\\p{L}-]+)?'

/** "@" stands for the animal. */
const GONE = new RegExp(
  [
    // It died.
    `@(?: tank)?${PART}[,:]? ${FILL}(?:died|dead\\b|deceased|passed (?:away|on)|gone$|gone\\b(?= [^t])|no more$|no longer (?:with us|alive)|put (?:down|to sleep)|not (?:survive|make it|wake|pull through|come back|come home)|slipped away|fell asleep for|killed|shot\\b|poisoned|run over|hit by|drowned|eaten|euthani[sz]ed|cremated|buried|laid to rest|floated|floating|succumbed|stolen|empty|beyond saving|never came (?:back|home)|no longer (?:here|with))`,
    `\\b(?:ashes|death|grave|loss|funeral) of ${ARTICLES}@`,
    `\\b(?:lost|buried|cremated|outlived|mourns?|mourning|said goodbye to|(?:do|could do|can do) nothing (?:more )?for|not save) ${ARTICLES}@(?! on (?:a |the )?(?:walk|lead))`,
    `\\bput ${ARTICLES}@ (?:down|to sleep)|\\bfound ${ARTICLES}@ (?:dead|lifeless|floating|cold)`,
    `\\b(?:fox|foxes|coyote|marten|hawk|eagle|genet|owl|snake|jackal|dogs?|cats?|stroke|cancer|fever|parvo|car|lorry|truck|van|train|disease|virus|cold|heat|storm) (?:has |have )?(?:took|got|killed|ate|eaten|caught|had|ran over|hit|finished) ${ARTICLES}@`,
    // Others have it.
    `@${PART},? ${FILL}(?:handed (?:over )?to|given (?:away|to|up)|sold\\b|re-?homed|adopted (?:out|by)|set free|freed|released|donated|surrendered|escaped|ran (?:away|off)|flew (?:off|away|out)|flown (?:off|away|out)|vanished|disappeared|got out\\b|flown the|flew the|never returned|with (?:(?:an?|the|my|our|his|her|their) )*(?:[\\p{L}-]+ )?${KIN}\\b${AFTERWARDS}|belongs? to (?!me\\b|us\\b)|(?:returned|retired|sent|went back|gone back|(?:brought|taken|given) back) to (?:the |a )?(?:[\\p{L}-]+ )?(?:${KIN}|${PLACE})\\b|(?:went|gone|moved|off) ${TO_OTHERS}|(?:lives?|living|staying|stays|moved in|stayed) (?:behind )?${WITH_OTHERS}${AFTERWARDS}|found (?:an? )?(?:[\\p{L}-]+ ){0,3}?(?:home|family|owners?)\\b)`,
    `\\b(?:gave|given|handed|passed|returned|brought|sent) ${ARTICLES}@ (?:away\\b|up\\b|(?:back |on |over )?${TO_OTHERS})`,
    `\\b(?:sold|re-?homed|freed|released|donated|surrendered|let go of|found (?:a )?(?:new |good )*home for|retired) ${ARTICLES}@|\\b(?:set|let) ${ARTICLES}@ (?:free|go(?=$|,| (?:for good|because|since|back to the)\\b))|\\bretired ${ARTICLES}@ to\\b`,
    `@,? (?:we|i|she|he) (?:gave|sold|handed|brought|took) (?:away )?${TO_OTHERS}`,
    // The vet came, or it is missed.
    `@[^@]{0,80}\\b(?:it was (?:very |so |all |quite )*peaceful|peaceful end|went peacefully)\\b`,
    `@ (?:went out|walked off|slipped out|got out) .{0,40}(?:days?|weeks?|months?) ago,? .{0,40}\\b(?:bowl|bed|basket|food)\\b.{0,16}\\b(?:full|empty|untouched)\\b`,
    `\\b(?:too (?:small|big|loud|much|old|tired|ill)|no (?:room|space|time)) for ${ARTICLES}@,? .{0,30}\\b${KIN} (?:[\\p{L}-]+ )?(?:took|takes|have|has|adopted|keeps?|kept) (?:him|her|it|them)\\b(?! (?:for|until|till)\\b)`,
    `\\btoo (?:much|strong|wild) for (?:me|us)\\b.{0,40}\\bhas @`,
    `^${ARTICLES}${KIN} (?:[\\p{L}-]+ )?(?:kept|keeps|adopted|has taken|have taken|took (?:in|over)|has adopted) ${ARTICLES}@`,
  ].join('|'),
  'u',
)
/** Taken by an animal of another: "the neighbour's cat got both canaries". */
const PREY =
  /\b(?:cats?|dogs?|fox|foxes|hawk|ferret) (?:has |have )?(?:got|took|killed|ate|caught) (?:both|all|the|our|my) (?:(?:the|our|my|two|three|four) )*@/
/** One of these stands in every text that says so. */
export const MAY_BE_GONE =
  /\b(?:(?:lives?|living|stays?|staying|stayed|moved in|left|is|are) (?:behind )?with|(?:went|gone|moved|off|belongs?|returned|sent|brought|taken|given) (?:back )?to|ashes|buried|cremated|grave|funeral|loss|lost|outlived|mourn\w*|lifeless|float(?:ing|ed)|slipped|killed|shot|poisoned|drowned|eaten|ate|succumbed|nothing|fox|foxes|coyote|marten|hawk|eagle|genet|owl|handed|given|gave|freed|free|released|donated|surrendered|escaped|retired|kept|keeps|adopted|taken|took|vanished|disappeared|died|dead|put|passed|sold|re-?homed|never|hit|found|ran|flew|flown|got|gone|euthani[sz]ed|goodbye|empty|not|peaceful\w*|ago|room|space|time|small|much|let)\b/
/** Tells of a death or a loss already: "had to say goodbye to our dog Max". */
const IS_OVER =
  /\b(?:(?:say|saying|said) goodbye|died|passed away|buried|cremated|put (?:down|to sleep)|(?:death|loss) of)\b/
/** One word, so that it names its kind. */
const GUINEA_PIG = /\b([Gg])uinea[ -]pig/gu
/** Says what may be so. */
const MAY = /\b(?:if|might|may|would|wants?|plans?|hopes?|thinking|going to|will|should|almost|nearly)\b/
const BEFORE_PLACE = /^(?:in|at|from|near|on|of|by|to|for|with|outside|above)$/
const SENTENCES = /[.;!?]+(?:\s|$)|, (?:and|but|so) /u
/** "Her neighbour's dog @". */
const OF_OTHER = /[\p{L}]'s? (?:[\p{L}-]+ ){0,2}@/u
const SENTENCES_MAX = 8
const SENTENCE_CHARS_MAX = 240
const SEVERAL = /\b(?:and|two|three|four|five|six|both)\b|,/

/** The animal that a statement is about, and its kinds. */
interface Animal {
  readonly kinds: readonly string[]
  readonly names: readonly string[]
  /** Names or counts several. */
  readonly areSeveral: boolean
}

/** Whether a newer text says that the animal of an older one has died or lives with others. */
export function animalIsGone(newer: Reading, older: Reading): 'certain' | 'likely' | undefined {
  const sentences = sentencesOfFates(newer)
  const animal = sentences.length ? animalOf(older) : undefined
  if (!animal || IS_OVER.test(older.text.toLowerCase())) return undefined
  const isOwned = newer.clauses.every(({ assertion }) => isOwnKind(assertion.owner, animal.kinds))
  const isGone = (of: readonly string[]) =>
    sentences.some((sentence) => {
      const marked = withMark(sentence, of)
      return PREY.test(marked) || (GONE.test(marked) && (isOwned || !OF_OTHER.test(marked)))
    })
  const gone = animal.names.filter((name) => isGone([name]))
  if (gone.length) return gone.length === animal.names.length || !animal.areSeveral ? 'certain' : 'likely'
  const isPrey = sentences.some((sentence) => PREY.test(withMark(sentence, animal.kinds)))
  if (!(isOwned || isPrey) || !isGone(animal.kinds)) return undefined
  return animal.kinds.some((kind) => /s$|fish$|^(?:koi|sheep|carp|geese|mice|guppy)$/.test(kind)) ? 'certain' : 'likely'
}

/** The sentences of a text, if it may say so of an animal. */
const sentencesOfFates = computedOnce(({ text: content, clauses }: Reading): readonly string[] => {
  const text = content.toLowerCase().replace(GUINEA_PIG, '$1uineapig')
  if (!MAY_BE_GONE.test(text) || MAY.test(text) || clauses.some(isTemporary)) return []
  return text
    .replace(/[’ʼ]/gu, "'")
    .replace(/n't\b/gu, ' not')
    .split(SENTENCES)
    .filter((sentence) => sentence && sentence.length <= SENTENCE_CHARS_MAX)
    .slice(0, SENTENCES_MAX)
})

/** "Stays with my aunt now" is no visit. */
function isTemporary({ assertion: { plain }, cues }: Clause): boolean {
  return cues().isTemporary && (!STAYS.test(plain) || TEMPORARY.test(plain.replace(STAYS, 'is with ')))
}
const STAYS = /\bstay(?:s|ing)? with (?=.*\b(?:now|for good|from now on|these days)\b)/

const animalOf = computedOnce((reading: Reading): Animal | undefined => {
  const content = reading.text
  const words = wordsOf(content.slice(0, SENTENCE_CHARS_MAX).replace(GUINEA_PIG, '$1uineapig'))
  const kinds = words.filter(
    ({ plain }, at) =>
      KINDS.has(withoutPossessive(plain)) && !/^(?:night|early|no|any)$/.test(words[at - 1]?.plain ?? ''),
  )
  if (!kinds.length || !isOwn(reading, kinds)) return undefined
  // The words of clauses do not contain the person's own name.
  const others = new Set(reading.clauses.flatMap(({ assertion }) => assertion.words.map(({ plain }) => plain)))
  const names = namesOf(words, kinds).filter((name) => others.has(name))
  return { kinds: kinds.map(({ plain }) => plain), names, areSeveral: SEVERAL.test(content) }
})

/** A sentence in which "@" stands for an animal. */
function withMark(sentence: string, names: readonly string[]): string {
  const words = sentence.split(' ').map((word) => {
    const plain = withoutPossessive(word.replace(/[^\p{L}\p{N}-]+$/u, ''))
    return names.includes(plain) ? word.replace(plain, '@').replace("@'s", '@ is') : word
  })
  // "Pixel the hamster", "the guinea pig Pip".
  return words
    .join(' ')
    .replace(/@,? (?:the|my|our|his|her) [\p{L}-]+,?(?= )/u, '@')
    .replace(/@ @/gu, '@')
}

/** Capitalised words of a statement about an animal that are not its kind nor a place. */
function namesOf(words: readonly Word[], kinds: readonly Word[]): string[] {
  return words
    .filter((word, at) => {
      if (
        !word.isCapital ||
        kinds.includes(word) ||
        isDateWord(word) ||
        word.plain === 'i' ||
        /'s$|s'$/u.test(word.plain)
      )
        return false
      if (BEFORE_PLACE.test(words[at - 1]?.plain ?? '')) return false
      return at > 0 || /^(?:is|the)$/.test(words[1]?.plain ?? '')
    })
    .filter(({ plain }) => plain !== 'user' && plain.length > 1)
    .map(({ plain }) => plain)
}

/** "The goats", "my cat", and not "Ana's cat". */
function isOwnKind(owner: Owner | undefined, kinds: readonly string[]): boolean {
  if (!owner) return true
  if (owner.relation !== undefined) return owner.relation === 'self' || owner.relation === 'pet'
  return owner.name === undefined || owner.name.split(' ').some((part) => kinds.includes(part))
}

/** Whose animals live with the person: "the kids keep a rabbit". */
const HOUSEHOLD: ReadonlySet<string> = new Set(['self', 'pet', 'children', 'partner'])

/** Whether a statement is about an animal of the person, and about no other party than the animal. */
function isOwn({ clauses }: Reading, kinds: readonly Word[]): boolean {
  return clauses.every(({ assertion: { owner, plain }, cues }) => {
    if (cues().isHypothetical || cues().isPast || / next door\b|\bneighbou?r'?s'? /.test(plain)) return false
    if (owner === undefined || HOUSEHOLD.has(owner.relation ?? '')) return true
    if (owner.relation !== undefined || owner.name === undefined) return false
    const parts = owner.name.split(' ')
    const isNamed =
      kinds.length > 0 &&
      !/^(?:has|have|keeps?|got|owns?|adopted|feeds?|bought)\b/.test(plain.split(' ').slice(parts.length).join(' '))
    return parts.some((part) => KINDS.has(part) || conceptsWith(part).length > 0) || isNamed
  })
}
