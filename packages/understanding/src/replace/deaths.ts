import { membersUnder } from '../topics.ts'
import { type Assertion, SELF } from './assertions.ts'
import { isDateWord, type Word, withoutPossessive } from './words.ts'

const LOSS_ONLY_OF_PETS =
  /\b(?:to sleep|run over|euthani|put .{1,30} down|ran away|gave|given|homed|new home|rainbow|flew)\b/
const ONE = new Set('a an my our the his her'.split(' '))
const PETS =
  /\b(?:dog|cat|puppy|kitten|rabbit|hamster|parrot|horse|pony|tortoise|turtle|budgie|hen|chickens?|fish|goldfish|guinea pig|pet|bird|snake|lizard|ferret|canary|mouse|rat|gerbil|donkey|goat|sheep)s?\b/

/** "Has a lurcher named Setanta". */
const OWNS_NAMED =
  /\b(?:has|have|keeps?|owns?|got|adopted) (?:an?|the|my|our|her|his|one|two|three|four) (?!(?:son|daughter|child|brother|sister|friend|husband|wife|partner|girlfriend|boyfriend|neighbou?r|colleague|boss|grand\w+|niece|nephew|cousin|uncle|aunt|boat|ship|yacht|car|van|caravan|bike|house|guitar|doll|robot)s?\b)(?:[a-z-]+ ){1,3}(?:called|named) /

/** "The cat next door", "my friend's dog". */
const OF_OTHERS = /\bnext door\b|(?<!\bto (?:\w+ ){1,2})\b(?:neighbou?r|friend)s?\b/

const ANIMALS: ReadonlySet<string> = new Set(
  ['dog', 'cat', 'dog_breed', 'cat_breed', 'bird', 'reptile', 'rodent']
    .flatMap((name) => membersUnder(name))
    .filter((word) => !/^(?:bark|woof|kennel|leash|meow|breeds?|breeder|pedigree|boxer)$| /.test(word)),
)

const TITLE_OR_SELF = /^(?:i|mr|mrs|ms|miss|dr|prof|sir|madam)$/
const BEFORE_PLACE = /^(?:in|at|near|from|outside|around)$/

/** Of an animal, it is a death; people survive it. */
const HURT = /\b(?:hit by|run over|okay|ok|safe|unhurt|survived|hospital)\b/

const GIVEN_TO = /\b(?:gave|given|handed|passed|sold|donated|left|lent|went|gone) (?:[^ ]+ ){0,5}to\b/

/** Whether a death or a loss ends what an older assertion says of a living being. */
export function deathReplaces(newer: Assertion, older: Assertion): 'certain' | 'likely' | undefined {
  const names = new Set(
    newer.words
      .filter(
        ({ isCapital, plain }, at) =>
          isCapital &&
          (at > 0 ||
            (newer.owner?.name?.includes(plain) &&
              !/\bgoodbye to\b|\b(?:lost|gave|put) (?:my|our|his|her|their|the)\b/.test(newer.plain)) ||
            newer.words[1]?.plain === 'the') &&
          !isDateWord({ plain } as Word) &&
          !TITLE_OR_SELF.test(plain) &&
          // "To her grandparents in Bogo": a place. "The car was given to Aleksi": who has it now.
          !BEFORE_PLACE.test(newer.words[at - 1]?.plain ?? '') &&
          !(newer.words[at - 1]?.plain === 'to' && GIVEN_TO.test(newer.plain)),
      )
      .map(({ plain }) => withoutPossessive(plain)),
  )
  const isPet = PETS.test(newer.plain) || LOSS_ONLY_OF_PETS.test(newer.plain)
  const mentions = older.words.some(({ plain, isCapital }) => isCapital && names.has(withoutPossessive(plain)))
  const isOfOthers = OF_OTHERS.test(newer.plain)
  if (mentions) {
    if (isOfOthers) return undefined
    const others = older.words.some(
      ({ plain, isCapital }, at) => at > 0 && isCapital && !names.has(withoutPossessive(plain)),
    )
    if (/\b(?:was|were|died|born)\b/.test(older.plain)) return undefined
    if (
      isPet ||
      PETS.test(older.plain) ||
      (OWNS_NAMED.test(older.plain) && newer.owner?.relation === undefined) ||
      older.words.some(({ plain }) => ANIMALS.has(plain))
    )
      return others && /\band\b|,/.test(older.plain) ? 'likely' : 'certain'
    if (HURT.test(newer.plain)) return undefined
    return older.owner?.name !== undefined && names.has(older.owner.name.split(' ')[0]!) && !older.topic.length
      ? 'likely'
      : undefined
  }
  if (names.size) return undefined
  // "The hamster died": the only one that the older statement names by its kind.
  const isOwn =
    !isOfOthers && !/'s /.test(newer.plain) && (!newer.owner || newer.owner === SELF || newer.owner.relation === 'pet')
  const kind = isOwn ? PETS.exec(newer.plain)?.[0] : undefined
  const at = older.words.findIndex(({ plain }) => plain === kind)
  const isOne =
    at > 0 &&
    older.words
      .slice(Math.max(0, at - 2), at)
      .some(({ plain }) => ONE.has(plain) || (newer.words[0]!.plain === 'both' && plain === 'two'))
  return isOne && !older.words.some(({ plain }) => plain === 'and') ? 'likely' : undefined
}
