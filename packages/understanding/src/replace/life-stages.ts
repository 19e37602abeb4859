import { bareOf, saidIn } from './bare.ts'
import { computedOnce } from './computed-once.ts'
import { HYPOTHETICAL } from './cues.ts'
import { isOnSomeDays } from './parts.ts'
import { areOfOnePerson, isOfEarlierYear } from './persons.ts'
import { type Clause, onlyClauseOf, type Reading } from './reading.ts'

/*
 * States of life of which a person has one at a time and that follow one another: leave and the return to work, no job and a job,
 * single and in a relationship, the stages of education, training and its end, aids for walking and doing without.
 */

interface Stages {
  readonly name: string
  /** In the order in which they follow one another. */
  readonly stages: readonly RegExp[]
  /** Whether an earlier stage can follow a later one, too. */
  readonly isEitherWay?: boolean
}

const stage = (says: string) => new RegExp(`^(?:${says})$`, 'u')

const ALL: readonly Stages[] = [
  {
    name: 'leave',
    isEitherWay: true,
    stages: [
      stage(
        `(?:(?:gone |went )?on (?:maternity|paternity|parental|adoption|sick|study|unpaid|compassionate|carer's|long-term sick) leave|signed off(?: work| sick)?(?: with .{2,20})?|off sick|on (?:a )?sabbatical|furloughed|on furlough)`,
      ),
      stage(
        `(?:back (?:at|to|in) (?:work|the office|my desk|her desk|his desk|my job|her job|his job)|(?:went|gone|came|come) back to work|returned to work|signed back on(?: at work)?|back from (?:maternity|paternity|parental|adoption|sick|study|unpaid)? ?(?:leave|sabbatical))`,
      ),
    ],
  },
  {
    name: 'job',
    stages: [
      stage(
        `(?:unemployed|out of work|out of a job|jobless|between jobs|job-hunting|on the dole|looking for (?:a job|work))`,
      ),
      stage(
        `(?:(?:got |found |landed |taken |took |started )?(?:an? |my |her |his )?(?:new )?(?:full-time |part-time )?job(?: (?:at|as|with|in) .{2,40})?|(?:hired|taken on|employed) (?:by|at|as) .{2,40}|(?:started|starting) (?:work )?(?:at|with|as) .{2,40}|works? (?:at|for|as) .{2,40}|in work|employed)`,
      ),
    ],
  },
  {
    name: 'bond',
    stages: [
      stage(
        `(?:single|unattached|divorced|widowed|a widow(?:er)?|separated|relationship status: single|(?:do |does )?not seeing anyone|no (?:boyfriend|girlfriend|partner))`,
      ),
      stage(
        `(?:seeing someone|dating(?: someone)?|(?:started|begun) (?:seeing|dating) someone|in a (?:new |serious |happy )?relationship|(?:met|found) someone(?: new)?|got (?:engaged|(?:re)?married|hitched)|remarried|married|engaged|(?:got )?a (?:new )?(?:boyfriend|girlfriend|partner|fiancée?|husband|wife)|going out with someone|spoken for|taken)`,
      ),
    ],
  },
  {
    name: 'education',
    stages: [
      stage(
        `(?:home-?schooled|home-?educated|(?:(?:goes|go|going) to|at|in|attends?) (?:a |the )?(?:nursery|kindergarten|playgroup|preschool|pre-school)(?: in the mornings)?)`,
      ),
      stage(
        `(?:(?:(?:goes|go|going|started|moved up) to|at|in|attends?|started|started at) (?:an? |the )?(?:local |village |primary |elementary |infant )*(?:school)|in reception)`,
      ),
      stage(
        `(?:(?:(?:goes|go|going|started|moved up) to|at|in|attends?|started|started at) (?:an? |the )?(?:secondary|middle|high|big|upper) school)`,
      ),
      stage(
        `(?:(?:doing|does|studying for|taking|in|at) (?:the |my |her |his )?(?:a-levels|sixth form|gcses|abitur|baccalaureate))`,
      ),
      stage(
        `(?:(?:(?:goes|go|going|gone|started|off) to|at|started|started at|in) (?:an? |the )?(?:uni|university|college)|a (?:university |uni )?student|a fresher|an undergraduate)`,
      ),
    ],
  },
  {
    name: 'training',
    stages: [
      stage(
        `(?:(?:doing|does|in) (?:my |her |his |the )?(?<trade>\\p{L}+) training(?: (?:at|in) .{2,30})?|training (?:to be|as) an? (?<as>\\p{L}+)|(?:an? )?(?:trainee|student|apprentice) (?<what>\\p{L}+))`,
      ),
      stage(
        `(?:(?:qualified|certified|registered|licensed) as an? (?<trade>\\p{L}+)|(?:an? )?(?:qualified|certified|registered|licensed|fully qualified|fully-fledged) (?<as>\\p{L}+))`,
      ),
    ],
  },
  {
    name: 'contract',
    stages: [
      stage(
        `(?:on an? (?:zero-hours?|temporary|temp|fixed-term|casual|agency|probationary) contract|on probation|a temp|an agency worker|(?:job |contract|employment): (?:temporary|temp|zero-hours?|fixed-term|probation))`,
      ),
      stage(
        `(?:(?:made|gone|went|got|become|became) permanent|given a permanent (?:contract|job|post)|on a permanent contract|permanent|(?:got |signed )?an? (?:permanent|open-ended) contract|passed (?:my|her|his|the) probation|through (?:my|her|his|the) probation|(?:contract|employment): permanent)`,
      ),
    ],
  },
  {
    name: 'workplace',
    isEitherWay: true,
    stages: [
      stage(
        `(?:(?:works?|working) (?:from|in|at) the office(?: in \\p{L}+)?|office-based|in the office (?:every day|full-time|five days a week)|commutes? to the office)`,
      ),
      stage(
        `(?:(?:gone |went )?(?:fully|completely|100%) remote|(?:works?|working) (?:fully |completely |entirely )?(?:remotely|from home)(?: every day)?|home-based)`,
      ),
    ],
  },
  {
    name: 'household',
    isEitherWay: true,
    stages: [
      stage(
        '(?:(?:lives?|living) (?:alone|by (?:my|her|him)self|on (?:my|her|his) own)|the only one in the (?:flat|house))',
      ),
      stage(
        '(?:(?:got |taken in )?an? (?:lodger|flatmate|roommate|housemate)|(?:shares?|sharing) (?:an? |the |my |her |his )?(?:flat|house|apartment|place) with .{2,40}|(?:lives?|living) with (?:my|her|his|two|three|four) (?:parents|mum|mother|dad|father|partner|boyfriend|girlfriend|husband|wife|sister|brother|friends?|flatmates?|housemates?|mates|roommates?|son|daughter))',
      ),
    ],
  },
  {
    name: 'walking',
    isEitherWay: true,
    stages: [
      stage(
        `(?:(?:walks?|walking|gets? (?:about|around)|goes|on) (?:with |on )?(?:an? |my |her |his )?(?:crutches|stick|cane|frame|walking frame|rollator|zimmer frame)|(?:uses?|using|needs?) (?:an? |my |her |his )?(?:crutches|stick|cane|frame|walking frame|rollator|zimmer frame|wheelchair)|on crutches|in a wheelchair)`,
      ),
      stage(
        `(?:(?:off|done with|rid of|threw away|without|can walk without|walks without) (?:an? |the |my |her |his |any )?(?:crutches|stick|cane|frame|walking frame|rollator|zimmer frame|wheelchair)|walks? (?:unaided|without (?:help|aids|support)))`,
      ),
    ],
  },
]
const BY_THE_WAY = /\b(?:sometimes|at (?:weekends|night)|for (?:a|the) (?:day|week|moment)|not yet|almost)\b/
const FORMER_BOND = /\b(?:divorced|widow(?:ed|er)?|separated)\b/
const MARRIES = /\b(?:married|remarried|hitched)\b/
const AIDED = /\b(?:crutches|stick|cane|frame|rollator|wheelchair)\b/

interface Stage {
  readonly of: Stages
  readonly at: number
  readonly trade: string | undefined
}

/** Whether a newer text says that a person is at another stage of life than an older one says. */
export function isAtOtherStage(newer: Reading, older: Reading, olderYear?: number): boolean {
  const [next, before] = [onlyClauseOf(newer), onlyClauseOf(older)]
  if (!next || !before || [next, before].some(isUncertain)) return false
  const [now, then] = [stageOf(next), stageOf(before)]
  if (!now || !then || now.of !== then.of || now.at === then.at) return false
  if (!areOfOnePerson(next, before) || isOfEarlierYear(next, olderYear)) return false
  if (now.of.name === 'leave' && IS_DUE.test(next.assertion.plain)) return false
  if (now.of.name === 'job' && !isTakenOn(next, before)) return false
  // Who is divorced or widowed and sees someone is still divorced or widowed.
  if (FORMER_BOND.test(before.assertion.plain) && !MARRIES.test(next.assertion.plain)) return false
  if (!/^(?:leave|contract)$/.test(now.of.name) && [next, before].some(isInPart)) return false
  if (now.trade !== then.trade || (!now.of.isEitherWay && now.at < then.at)) return false
  if (now.of.name === 'workplace' && [next, before].some(({ assertion }) => isOnSomeDays(assertion.plain))) return false
  // A job for a term has no probation to pass.
  const [passed, known] = [next, before].map(({ assertion }) => assertion.plain.includes('probation'))
  if (passed && !known) return false
  return now.of.name !== 'walking' || isOfSameAid(next, before)
}

/** The stages of life that a clause is about: statements about the same are compared. */
export function stagesKeyOf(clause: Clause): string | undefined {
  const found = stageOf(clause)
  return found && `stage of ${found.of.name}`
}

const stageOf = computedOnce((clause: Clause): Stage | undefined => {
  const said = bareOf(saidIn(clause))
  for (const of of ALL)
    for (const [at, says] of of.stages.entries()) {
      const found = says.exec(said)
      if (found) return { of, at, trade: found.groups?.trade ?? found.groups?.as ?? found.groups?.what }
    }
  return undefined
})

/** A stage may be temporary, as a leave is. */
function isUncertain({ assertion: { plain }, cues }: Clause): boolean {
  const text = plain.replace(/\blooking for\b/, '')
  return cues().isPast || cues().isAddition || HYPOTHETICAL.test(text) || BY_THE_WAY.test(plain)
}

/** "Lives with her husband in summer", "a flatmate this month", "walks unaided indoors". */
function isInPart({ assertion: { plain }, cues }: Clause): boolean {
  return cues().isTemporary || IN_PART.test(plain)
}
const IN_PART =
  /\b(?:in (?:the )?(?:spring|summer|autumn|winter|holidays?|term|term time)|(?:at|by|near) the (?:coast|sea|seaside|lake|beach)|indoors|outdoors|at home|on good days|when|for (?:long|short) (?:walks|distances|trips)|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/

/** A person who looks for work may have some; a gym, a course or a hobby is no job. */
function isTakenOn({ assertion: next }: Clause, { assertion: before }: Clause): boolean {
  if (NO_JOB.test(next.plain)) return false
  return !/\blooking for\b/.test(before.plain) || /\b(?:got|found|landed|taken|took|started|hired)\b/.test(next.plain)
}
/** "Back at work in May" may be to come, and "went back to work in May" is not. */
const IS_DUE =
  /^(?!.*\b(?:went|gone|came|come|returned|signed)\b).* (?:in|from|on) (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|(?:mon|tues|wednes|thurs|fri)day)$/
const NO_JOB =
  /\b(?:works?|working|started|starting)(?: work)? (?:with|at|for|as) (?:(?:the|an?|my|her|his|some) )?(?:\p{L}+ )?(?:gym|yoga|pilates|therap(?:y|ist)|chemo\w*|physio\w*|garden|allotment|english|french|german|spanish|judo|club|choir|course|school|college|uni|university|beginner|volunteer|hours?|night|home|free|rehab|clinic for|diet|lessons?|classes|tablets|medication|insulin)\b|\b(?:volunteer\w*|as a child|beginner|for free|unpaid)\b/u

/** "Off the crutches" says nothing of the stick. */
function isOfSameAid(newer: Clause, older: Clause): boolean {
  const [next, before] = [newer, older].map(({ assertion }) => AIDED.exec(assertion.plain)?.[0])
  return next === undefined || next === before
}
