import { type Assertion, keyOf, SELF } from './assertions.ts'
import type { Claim } from './claims.ts'
import { kindOf } from './kinds.ts'
import { stemsIn, wordsIn } from './values.ts'
import { isVehicleOfWork } from './vehicles.ts'
import type { Word } from './words.ts'

/** Has it. */
const HAS =
  /^(?:uses?|using|drives?|driving|have|has|owns?|speaks?|listens? to|pays? for|paying for|subscribes? to|subscribed to|streams? (?:music )?(?:with|on)|edits? (?:\w+ )?(?:in|with)|mix(?:es)? (?:\w+ )?(?:in|with)|writes? (?:in|with)|works? (?:in|with|on)) (?<has>.+)/
/** Has it from now on. */
const GETS =
  /^(?:bought|got|ordered|purchased|(?:switched|upgraded|downgraded|changed|moved|migrated|converted|went|gone|goes)(?: [^ ]+){0,4}? to|(?:traded(?: in)?|swapped|exchanged|ditched|gave up)(?: [^ ]+){1,6}? for|replaced(?: [^ ]+){1,6}? (?:with|by)) (?<gets>.+)/
const FIRST = new Set(
  'pay pays paying subscribe subscribes subscribed stream streams edit edits mix mixes uses use using drives drive driving rides has have owns own speaks speak listens listen writes write works work bought got ordered purchased switched upgraded downgraded changed moved migrated converted went gone goes traded swapped exchanged ditched gave replaced'.split(
    ' ',
  ),
)
const SAME_THING =
  /^(?:phone|smartphone|mobile|car|laptop|computer|browser|editor|estate|hybrid|only|mostly|app|plus|mini|pro|max)$/
const ONE_OF_SEVERAL = /^(?:work|company|business|second|spare|vintage|classic|toy|wife's|husband's|hired|rental)$/
/** In whose company or for what: "with the kids". */
const WITH = /\b(?:with|to|at) (?:my |the |our |her |his )?(?<whom>[a-z]+)/

/** The thing or service that its subject has, of a kind of which one is used at a time. */
export function kindClaim({ main, owner, topic }: Assertion): Claim | undefined {
  // "Has" is no auxiliary before a noun.
  const has = /^(?:now )?(?:have|has) (?=(?:now )?(?:an?|my|her|his|our) )/.test(main.whole)
  if (topic.length || !(has || FIRST.has(main.words[0]?.plain ?? ''))) return undefined
  const gets = GETS.exec(main.text)?.groups?.gets
  const found = gets ?? HAS.exec(has ? main.whole.replace(/^now /, '') : main.text)?.groups?.has
  if (found === undefined || isVehicleOfWork(main.text)) return undefined
  const words = wordsIn(found, main.words)
  const end = words.findIndex(({ plain }) => /^(?:from|with|for|at|because|since|to|and|instead|now)$/.test(plain))
  const named = end < 0 ? words : words.slice(0, end)
  const brandAt = named.findIndex(({ text, plain, isCapital }) => (isCapital || isCamel(text)) && kindOf(plain))
  const kind = brandAt < 0 ? undefined : kindOf(named[brandAt]!.plain)
  // "A Samsung fridge", "a work phone, a Samsung": another thing of the brand, or one of several.
  const isOther = ({ plain, isCapital, text }: Word, at: number) =>
    at > brandAt && !isCapital && !/\d/.test(text) && /^[a-z]{3,}$/.test(plain) && !SAME_THING.test(plain)
  if (!kind || named.some(isOther) || named.some(({ plain }) => ONE_OF_SEVERAL.test(plain))) return undefined
  const whom = kind === 'spoken' ? WITH.exec(found)?.groups?.whom : undefined
  // A person can speak several languages, though one to each other person.
  if (kind === 'spoken' && whom === undefined) return undefined
  return {
    key: `${keyOf(owner ?? SELF)}|kind ${kind}${whom === undefined ? '' : ` ${whom}`}`,
    value: stemsIn(named.filter(({ plain }) => plain !== 'only' && plain !== 'mostly')),
    strength: 'certain',
    needsChange:
      (gets === undefined && !/^(?:drives?|driving) /.test(main.text)) ||
      /^(?:bought|got|ordered|purchased)\b/.test(main.text),
  }
}

/** "iPhone". */
function isCamel(text: string): boolean {
  return /^[a-z]\p{Lu}/u.test(text)
}
