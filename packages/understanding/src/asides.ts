import type { Clause } from './clauses.ts'
import { KIN_ATTRIBUTES, KIN_PATTERN } from './kin.ts'
import type { Subject } from './subject.ts'

/*
 * What a clause says in passing of another whom it names: "married to Beatriz, a firefighter", "my brother Sam, who has
 * epilepsy, sings". It is read as a clause of its own.
 */

const NAME = "(?<name>\\p{Lu}\\p{Ll}[\\p{L}'’-]*)(?: \\p{Lu}[\\p{L}'’-]+)?"
const OF_PARTNER = `(?:(?:[Mm]arried|[Ee]ngaged) to|(?:[Ss]eeing|[Dd]ating|[Gg]oing out with)) ${NAME}`
const OF_KIN = `(?:^|[Mm]y |[Oo]ur |[Hh]er |[Hh]is |[Tt]heir |[Tt]he |[Aa] )(?:[\\p{Ll}-]+ )?(?<kin>${KIN_PATTERN})(?: called| named|,)? ${NAME.replaceAll('name', 'called')}`
const END = '(?=$|[,;(]| and (?:i|we|has|have|had|is|am|lives|works|moved|they)\\b)'
/** "…, a court interpreter, …" and "… who drives a bus". */
const ASIDE = new RegExp(
  `(?:${OF_PARTNER}|${OF_KIN})(?:, (?<noun>an? [\\p{L}][^,;(]{2,60}?)|,? who (?<verb>(?:is|was|has|had|[\\p{Ll}'-]+) [^,;(]{2,100}?))${END},?`,
  'u',
)
/** "Married to a firefighter". */
const SPOUSE = /\b(?:married|engaged) to (?<noun>an? [^,;(]{3,60}?)(?=$|[,;(]| (?:and|for|since|with|who)\b)/

export interface Aside {
  /** The clause without what it says in passing. */
  readonly main: Clause
  readonly aside: Clause
  /** Whom that is about: `relation` is one to the subject of the clause. */
  readonly name: string | undefined
  readonly relation: string | undefined
}

export function asideIn(clause: Clause, ownNames: ReadonlySet<string>): Aside | undefined {
  const { text, plain } = clause
  if (!plain.includes(' who ') && !/, an? | to an? /.test(plain)) return undefined
  const spouse = SPOUSE.exec(plain)?.groups
  if (spouse)
    return { main: clause, aside: clauseOf(`is ${spouse.noun!}`, clause), name: undefined, relation: 'partner' }
  const found = ASIDE.exec(text)
  if (!found) return undefined
  const { name, kin, called, noun, verb } = found.groups!
  const plainName = (name ?? called)!.toLowerCase()
  if (ownNames.has(plainName)) return undefined
  const said = noun ?? verb!
  const at = found.index + found[0].lastIndexOf(said)
  const from = text.slice(0, at).replace(/,? (?:who )?$/, '')
  return {
    main: clauseOf(`${from}${text.slice(found.index + found[0].length)}`, clause),
    aside: clauseOf(noun === undefined ? said : `is ${said}`, clause),
    name: plainName,
    relation: kin ? KIN_ATTRIBUTES.get(kin) : 'partner',
  }
}

function clauseOf(text: string, { isQuestion }: Clause): Clause {
  return {
    text,
    plain: text.toLowerCase().replace(/[’‘ʼ]/gu, "'"),
    isQuestion,
    continuesSentence: false,
    continuesNote: false,
  }
}

/** Whom an aside is about: kin of the person, but only a name in a clause about another. */
export function bearerOf({ name, relation }: Aside, subject: Subject): Subject {
  if (subject.who !== 'other' || (subject.relation === relation && subject.name === name))
    return subject.who === 'other' ? subject : { who: 'other', relation, name }
  return { who: 'other', relation: undefined, name }
}
