import type { Clause } from './clauses.ts'
import { canBeJob } from './patterns/listed.ts'

/*
 * How people introduce themselves: "Hi, I'm Ines, 34, from Coimbra", "Ines here, 34", "Bus driver, 61", "34F". The name counts if
 * it is the person's own, so that "Tiago, 34, from Porto" and "I'm German, 34" give none.
 */

export interface Introduction {
  readonly name: string | undefined
  readonly age: string | undefined
  readonly job: string | undefined
}

const LEAD =
  /^(?:(?:hi|hello|hey|good (?:morning|evening|afternoon))(?: there| all)?[,!]? )?(?:(?<self>i'm|i am|this is|my name is|my name's|(?:the )?user is(?: called| named)?|(?:the )?user's name is) )?/
const WORD = /^[\p{L}'-]+/u
const NAME_WORDS_MAX = 4
const TENS = '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)'
const UNITS = '(?:one|two|three|four|five|six|seven|eight|nine)'
const YEARS = `(?<age>\\d{2}|(?:six|seven|eigh|nine)teen|${TENS}(?:-${UNITS})?)`
const OLD = '(?:[- ]years?[- ](?:old|young)\\b|[- ]?y[/.]?o\\b|[- ]yrs?(?:[- ]old)?\\b)'
const ENDS = '(?=$|[,;).]| (?:and|but|from|in|with|living|based|married|single|now)\\b)'
const AGE_AFTER_NAME = new RegExp(
  `^(?: here)?(?:,? (?:and )?(?:(?:i'm|i am|am|is|aged?|i'll be|an?) )?|,? ?\\(|,? ?/ ?)${YEARS}${OLD}?(?:${ENDS}|(?<=old)(?= \\p{L}))`,
  'u',
)
const AGE_FIRST = new RegExp(
  `^(?:(?:i'm|i am|(?:the )?user is) )?(?:${YEARS}${OLD}(?=$|[,;).]| (?:and|but|from|in|with|living|based|married|single)\\b)|(?<sexed>\\d{2}) ?[mf](?=$|[,;]| (?:from|in|living|based)\\b)|[mf] ?(?<after>\\d{2})(?=$|[,;]))`,
)
/** "I'm a retired bus driver, 61, from Leeds". */
const AGE_AFTER_JOB = new RegExp(
  `^(?:(?:i'm|i am|(?:the )?user is) )?(?:an? )?(?<title>[\\p{L}'-]+(?: [\\p{L}'-]+){0,3}), (?:aged )?${YEARS}${OLD}?(?=$|[,;.]| from\\b| and (?:from|married|single)\\b)`,
  'u',
)
/** "…, an accountant from Kumasi", "…, 41-year-old chef". */
const JOB_AFTER =
  /^(?:, (?:and )?| and (?:i'm|i am|am) | (?=\p{L}+$))(?:an? |the )?(?:\d{2}[- ]year[- ]old )?(?<title>(?:[\p{L}'-]+ ){0,3}?[\p{L}'-]+)(?=$|[,;.]| (?:from|in|at|with|by|for|living|based|who|and)\b)/u
/** Of a given name that is not known to be the person's own. */
const GIVEN_NAME =
  /^(?!(?:on|in|at|to|for|not|the|an?|of|spel\p{L}+|pronounced|wrong|missing|still|now|also|misspel\p{L}+|too)\b)[\p{L}'-]+(?: (?!and\b)[\p{L}'-]+){0,3}/u
const AGE_MIN = 10
const JOB_AGE_MIN = 16

/** The person's own name and age, if a clause introduces the person by them. */
export function introductionIn({ plain }: Clause, ownNames: ReadonlySet<string>): Introduction | undefined {
  const { 0: lead, groups } = LEAD.exec(plain)!
  const named = nameAt(plain, lead.length, ownNames)
  const isGiven = /name/.test(groups?.self ?? '')
  const end = named?.end ?? (isGiven ? endOfName(plain, lead.length) : 0)
  if (!end) return agedOnly(plain)
  const rest = plain.slice(end)
  const aged = AGE_AFTER_NAME.exec(rest)
  const age = ageOf(aged, AGE_MIN)
  const isSaid = groups?.self !== undefined || rest.startsWith(' here') || age !== undefined
  if (!isSaid || groups?.self === 'this is') return undefined
  const { title } =
    JOB_AFTER.exec(age === undefined ? rest : rest.slice(aged![0].length).replace(/^\)/, ''))?.groups ?? {}
  return { name: named?.name, age, job: title !== undefined && isJob(title) ? title : undefined }
}

function endOfName(plain: string, from: number): number {
  const name = GIVEN_NAME.exec(plain.slice(from))
  return name ? from + name[0].length : 0
}

function isJob(title: string): boolean {
  return canBeJob(title.split(' ').at(-1)!)
}

function nameAt(plain: string, from: number, ownNames: ReadonlySet<string>): { name: string; end: number } | undefined {
  let end = from
  for (let words = 0; words < NAME_WORDS_MAX; words++) {
    const start = end > from ? end + 1 : end
    if (end > from && plain[end] !== ' ') break
    const word = WORD.exec(plain.slice(start))?.[0]
    if (word === undefined || !(ownNames.has(word) || ownNames.has(plainLetters(word)))) break
    end = start + word.length
  }
  return end > from ? { name: plain.slice(from, end), end } : undefined
}

/** "Siobhán" for an account of "Siobhan". */
function plainLetters(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '')
}

function agedOnly(plain: string): Introduction | undefined {
  const job = AGE_AFTER_JOB.exec(plain)
  const age =
    ageOf(AGE_FIRST.exec(plain), AGE_MIN) ?? (job && isJob(job.groups!.title!) ? ageOf(job, JOB_AGE_MIN) : undefined)
  return age === undefined ? undefined : { name: undefined, age, job: undefined }
}

function ageOf(match: RegExpExecArray | null, min: number): string | undefined {
  const { age, sexed, after } = match?.groups ?? {}
  const found = age ?? sexed ?? after
  return found !== undefined && !(Number(found) < min) ? found : undefined
}
