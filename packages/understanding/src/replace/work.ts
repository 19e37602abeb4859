import { categoriesOf } from '../category.ts'
import { canBeJob, isOccupation, JOBS } from '../patterns/listed.ts'
import { TRADE } from '../trades.ts'
import { type Assertion, keyOf } from './assertions.ts'
import { canBeTrade, employmentBy, hires, isDoneToOther, isNamed as isNamedBy, isUnnamed } from './employers.ts'
import { DETERMINERS } from './grammar.ts'
import { partsOf } from './parts.ts'
import { textOf } from './predicate.ts'
import { TRADE_FOR } from './trades-for.ts'
import { placeIn, stemsIn, wordsIn } from './values.ts'

/** The occupation and employer of a person. */
export interface Work {
  readonly key: string
  readonly role: ReadonlySet<string> | undefined
  readonly organisation: ReadonlySet<string> | undefined
  /** Says that it has become so: "became", "joined", "new job". */
  readonly isChange: boolean
  /** The organisation is the person's own, which they may run besides. */
  readonly isOwn?: boolean
  /** States that a person no longer works, or no longer works there. */
  readonly isOver: boolean
  /** Has no work, rather than has just left it. */
  readonly isIdle?: boolean
  /** Says that it takes the place of any other work. */
  readonly isOther?: boolean
  /** Says that it is so now or full-time, and is no usual job of a student. */
  readonly isMain?: boolean
  /** Stated by what is done: "lays tiles", which a tiler does. */
  readonly isTrade?: boolean
  /** An occupation with the name of who employs them: "is a driver for Arriva". */
  readonly isEmployed?: boolean
  /** Only "is a nurse", which others may be besides. */
  readonly isBare: boolean
  /** The part of the day, the week or the year that it takes: "in the mornings"; empty if none is named. */
  readonly times: string
  /** Its organisation is "the school", "the firm". */
  readonly isGeneric?: boolean
  /** The person may as well be a member or a customer of its organisation: "joined Zoho". */
  readonly isVague?: boolean
  /** Its organisation has no name: "the warehouse", "a bakery". */
  readonly isUnnamed?: boolean
  /** Which organisation it is is new: "a bakery". */
  readonly isSome?: boolean
  /** What stands for its organisation is where it is: "a nurse in Leeds". */
  readonly isPlace?: boolean
}

const AS =
  /^(?!hired (?!as |back |again |on |full|part|perm))(?:works?|working|worked|employed|freelances?|hired|taken on|started|starting|promoted|appointed|retrained|requalified|qualified|become|moved up|switched|made|took (?:over|a job|a position|a role|up a post)|(?:(?:took|accepted|found|landed|started|got) )?(?:a |the )?(?:(?:new|staff|permanent|full-time|part-time|temporary) )?(?:job|position|role)|joined|(?:went|gone|go|came) back to work|returned to work|back at work|earns? (?:a|my|his|her) living|makes? (?:a|my|his|her) living|ended up(?: working)?|self-employed|freelancing|went freelance|gone freelance)(?: (?!as )[\w'-]+){0,4} as (?:an? |the |being an? )?(?<role>.+)/
const PROMOTED =
  /^(?:promoted|appointed|(?:moved up|stepped up|risen|rose|worked (?:my|her|his) way up)(?!.*\b(?:years?|grade|levels?|courses?|class|classes|group|league|division|set|stage|belt|table|band|tier|size|form|semester|term|floor|flat|house|bed|room|half|miles|k|kilos|kg|lbs|\d+)\b)) to (?:an? |the )?(?<role>.+)/
const BECAME =
  /^(?:changed careers and |(?:left|quit|gave up) [^,]{1,30} to )?(?:become|became|becomes|becoming|made(?= (?:an? |the )?(?:head|chief|deputy|lead|senior|associate|junior|full|staff|principal|assistant|vice|general|acting|managing|executive|consultant|registrar|lecturer|reader|sergeant|inspector|lieutenant|matron|fellow|chair|producer|controller|coordinator|superintendent|secretary|officer|regional|area|branch|permanent|full|partner|captain|principal|store|team|department|shift|store|project|sales|manager|director|supervisor|foreman|professor|principal|editor)\b)) (?:an? |the )?(?<role>.+)/
/** What a person becomes without working as it. */
const NO_ROLE =
  /\b(?:drinker|smoker|eater|reader|runner|vegetarian|vegan|father|mother|dad|mum|mom|parent|uncle|aunt|grand\w+|god(?:mother|father|parent)|citizen|member|fan|believer|friends?|adult|teenager|mentor|volunteer|trustee|treasurer|elder|deacon|deaconess|churchwarden|donor|patron|sponsor|stickler|sucker|lover|hater|learner|survivor|winner|riser|sleeper|follower|supporter|subscriber|homeowner|landlord|landlady|owner of (?:an?|the|two|three|my|our|his|her) (?!.*\b(?:shop|business|company|firm|caf[eé]|restaurant|bar|pub|hotel|salon|studio|agency|bakery|farm|garage|store|guesthouse|workshop|practice|clinic|stall|boutique|gallery|gym)\b))\b|^(?:fond|aware|involved|interested|close|tired|used|more|less|good|better|very|too|so|obsessed|addicted|passionate)\b/
const AT =
  /^(?!.*@|works? out\b|teach(?:es)? (?:an?|one|some) |start(?:s|ed)? (?:the|my|her|his|each|every) |working out\b|work(?:s|ed|ing)? on (?:an? (?!(?:[\w-]+ ){0,2}(?:farm|ranch|ship|boat|ferry|trawler|rig|site|ward|estate|plantation|vineyard|orchard|barge)\b)|[a-z]+ing\b)|worked with |start(?:s|ed|ing)? (?!(?:working|teaching|lecturing|interning|freelancing|consulting|nursing|cooking|training)\b)(?:(?:(?!working|teaching)[a-z]+ )?[a-z]+ing\b(?! (?:job|position|role|post|apprenticeship|internship|assistant|officer)\b)|(?:\d+|weekly|daily|monthly)\b|(?:an?|the|my|her|his|our|this) (?!(?:[\w-]+ ){0,3}?(?:job|position|role|post|internship|apprenticeship|traineeship|placement|contract|career|work|shift)\b))|start(?:s|ed|ing)? (?:out\b|to (?!work|teach|train)[a-z])|works? (?:phone|laptop|mobile|email|car|van|number|shoes|clothes|uniform|visa|permit|day|week|hours|schedule|party|trip)\b|hired by (?:an?|my|our|some|the) .*\bto [a-z])(?:(?:works?|working|worked|employed|hired|headhunted|recruited|starts?|started|starting|interns?|taken on|contracted|teach(?:es)?|lectures?)(?: (?!at |for |with |by |in )[\w'-]+){0,6}?(?: in (?!an? |the |my |our )[\w'-]+(?: (?!at )[\w'-]+)?(?= at ))? (?:(?:at|for|with|by)|in(?= an? )|on(?= an? (?:[\w-]+ ){0,2}(?:farm|ranch|ship|boat|ferry|trawler|rig|site|ward|estate|plantation|vineyard|orchard|barge)\b))|joined|joining|accepted (?:an?|the|my|his|her) (?:job )?offer (?:from|at|with)|(?:(?:took|started|found|accepted|landed|got) )?(?:a |the |my |his |her )?(?:new )?(?:job|position|role|post)(?: (?!at |with )[\w-]+){0,5}? (?:at|with)|(?:moved|went|switched|changed) to a (?:new )?(?:job|position|role|post) (?:at|with)|moved (?:over )?to (?=\S+ as )|switched to (?=\S+ as )) (?!(?:(?:about|over|almost|nearly|around|the last|the past) )?(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|many|several|some|\d+)(?: few)? (?:hour|day|week|month|year|decade)s?\b)(?<org>.+)/
const IS_A =
  /^(?:an? |the |head |chief )(?<role>.+)|^(?!(?:in|on|at|from|near|with|under|by|sober|eager|better|poor|bitter|older|younger|later|closer|popular) )(?<title>(?:[a-z-]+ )?[a-z-]*(?:er|or|ist|ant|ian|head|lead|president|dean|chef|nurse)) (?:at|for) (?<org>.+)/
/** "Teaches maths": an occupation that is stated by its verb. */
const DOES =
  /^(?<role>teach(?:es)? (?!an? |one |some |me\b|us\b|him\b|her\b|myself\b|my\b)[^ ]+(?: [^ ]+)??)(?: (?:at|in) (?<org>.+)|$)/
const FOR_LIVING = /^(?<role>[a-z]+ [^,]{2,40}?) for a living\b/
/** "Runs her own bakery", "opened a bakery of her own". */
const OWN_BUSINESS =
  /^(?:(?:have|has|now|just|recently) )*(?:founded|started|opened|set up|launched|runs?|running) (?:up )?(?:(?:my|her|his|their|our) own (?<org>[^,]+)|an? (?<of>[^,]+?) of (?:my|her|his|their|our) own\b)/
/** Says that the person has begun to have it. */
const FOUNDED = /^(?:(?:have|has|now|just|recently) )*(?:founded|opened|set up|launched)\b/
/** "Drives a tram for HTM": done for an organisation; only where the text is about work. */
const DOES_FOR =
  /^(?!(?:stud|attend|major|enrol|volunteer|go|goes|shop|bank|play|train|meet|eat|buy|book|stay|sign|appl|interview|fundrais|campaign|queue|sail|fish)\w* )(?:now )?(?<role>[a-z]+ (?:[^ ,]+ ){0,5}?)(?:at|for) (?<org>.+)/
const ABOUT_WORK_MIN = 0.4
/** Verbs of trades: "repairs watches at Sato & Sons" states an occupation, "buys bread at Backhaus" none. */
const TRADE_VERB =
  /^(?:sells?|repairs?|mends?|paints?|cuts?|bakes?|cleans?|designs?|builds?|delivers?|installs?|manages?|edits?|develops?|translates?|welds?|sews?|tailors?|brews?|butchers?|packs?|assembles?|machines?|audits?|inspects?|supervises?|drives? an?|waits? tables|tends? bar|stacks? shelves)\b/
/** Says that a person has another occupation than before. */
const NEW_OCCUPATION =
  /\b(?:retrained|requalified|(?:switched|changed) (?:careers?|jobs?|professions?|fields?)|quit (?:my|her|his|their) |left (?:my|her|his|their) (?:old )?(?:job|position|post)|handed in|gave (?:in )?(?:my|her|his) notice|gave up (?:my|her|his|[a-z]+ing\b)|new (?:job|career|profession|occupation)|career change|no longer (?:a|an|work)|(?:has|have|had)? ?quit and)\b/
const GENERIC_ORG =
  /^(?:the|my|her|his|our) (?:[a-z]+ )?(?:school|firm|company|office|hospital|bank|shop|store|agency|university|clinic|factory|warehouse|restaurant|hotel|council|practice|paper|job)\b/
const CLUB =
  /\b(?:club|choir|church|team|league|society|association|union|party|parish|board|committee|fc|united|rovers)\b/
const OVER =
  /^(?:quit$|resigned$|(?:switched|changed) (?:careers?|professions?|jobs?|trades?)(?=$| (?:[a-z]+ )?[a-z]+(?:er|or|ian|ist|man) (?:at|for|in)\b)|took early retirement|taken early retirement|(?:a )?stay-at-home (?:mum|mom|dad|mother|father|parent)|(?:a )?house(?:wife|husband)|retired|(?:an? )?(?:pensioner|retiree)|drawing (?:my|her|his|a) pension|retrenched|unemployed|out of work|jobless|between jobs|(?:looking|searching) for (?:work|(?:a |another )?(?:new )?(?:job|position|employment))|job-hunting|laid off|(?:made )?redundant|fired|sacked|let go|(?:quit|lost|left|resigned from|gave up|given up|handed in|gave) (?:my|his|her|their) (?:\w+ )?(?:job|position|post|role|notice|resignation)|gave notice|resigned|stopped working|quit work|on (?:a |my |her |his )?pension|pensioned off|on the dole)(?! (?:on|for|of) (?:the|my|her|his|our|a) (?!job|post|position|role)| (?:to|at|with|from) (?:the|my|her|his|our|a) (?:[\w'-]+ ){0,3}(?:club|gym|choir|band|team|society|association|landlord|landlady|council|orchestra|board|committee|church|agent|agency|party|union)\b)(?: (?:from|at|as|by|to|with) (?<org>.+)| .*)?$/
/** "Gave up teaching". */
const LEFT_FIELD =
  /^(?:gave up|given up|quit|left|stopped|finished(?: with)?|done with|through with|(?:packed|chucked|jacked) in|retired from(?= \p{Ll}+(?:$|[,.;]| (?:after|in|last|this|because|and|at \d)\b)))(?: the)? (?<role>teaching|nursing|acting|farming|lecturing|freelancing|tutoring|coaching|translating|modelling|journalism|waitressing|banking|law|medicine|politics|consulting|(?<verb>[a-z]{3,})ing)\b/u
const IDLE =
  /^(?:unemployed|out of work|jobless|between jobs|looking for|searching for|job-hunting|(?:a )?stay-at-home|(?:a )?housewife|(?:a )?househusband)\b/
const CHANGED =
  /\b(?:made|these days|nowadays|no longer|ended up|freelance|self-employed|became|become|becomes|hired|promoted|appointed|joined|joining|started|starting|retrained|requalified|qualified|new|now|switched|changed|took|got|accepted|landed|moved|since|again|taken on|went back)\b/
/** "Worked at the mill for thirty years", but not "has worked at the mill for thirty years". */
const PAST_WORK = /^(?:always )?worked\b/
const STILL_WORK = /\b(?:has|have|having|'ve)\b[^,;]{0,30} ?\bworked\b/
const DURATION =
  /^(?:(?:about|over|almost|nearly|around|the last|the past) )?(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|many|several|some|\d+)(?:[ -][a-z]+)? (?:hour|day|week|month|year|decade)s?\b/
/** How a job is, not what it is: "my job is stressful". */
const JOB_IS =
  /^(?:(?:was|were|has|have|been|got|very|so|too|quite|really|still|mostly|pretty|rather|not|now|more|less|fully|entirely|getting|going|made|being|become|becoming|all) )*(?:permanent|temporary|remote|hybrid|safe|secure|gone|over|done|boring|stressful|hard|tough|easy|easier|harder|fun|great|good|bad|fine|okay|ok|demanding|exhausting|tiring|draining|rewarding|interesting|important|flexible|physical|seasonal|well paid|badly paid|unpaid|paid|full-time|part-time|full time|part time|busy|quiet|better|worse|worth|keeping|killing|taking|paying|starting|ending|moving|on the|at risk|under|about|from|to)\b/
const SIDE =
  /\b(?:weekends?|evenings?|side|part-time|volunteer\w*|to give back|for charity|hobby|spare time|sometimes|occasionally|freelance|also|(?:sunday|saturday|bible) (?:school|class|classes)|on (?:saturdays|sundays)|mondays|tuesdays|wednesdays|thursdays|fridays)\b/
/** A part of the day, the week or the year that leaves room for other work. */
const PARTIAL =
  /\b(?:(?:in|during|over) (?:the )?(?:mornings?|afternoons?|day|daytime|week|term|night|(?:school |summer |semester )?holidays|spring|summer|autumn|winter)(?! (?:19|20)\d\d)|(?:at|by) (?:night|day)|(?:after|before) (?:dark|school|classes|lectures|hours|midnight)|(?:every|each) (?:other |second )?(?:week|month|morning|afternoon|night|weekday)|(?:mornings|afternoons|(?<!\b(?:works?|working|on|does|do) )nights|half days|half-days)|(?:an?|one|two|three|four|a few|some|[1-9]|[12]\d) (?:half )?(?:hours?|days?|evenings?|mornings?|afternoons?|nights?|shifts?) (?:a|per|each|every) (?:week|month|fortnight)|half[- ]time)\b/g
/** "Deloitte hired me as an analyst". */
const HIRED =
  /^[^ ]+(?: [^ ]+){0,3}? (?:(?:hired|employed) me (?:on )?(?:as |to )?(?:an? |the )?|(?:promoted|took) me (?:on )?(?:as |to )(?:an? |the )?|(?<made>made) me (?:an? |the )?)(?<role>.+)/
const FULL_TIME = /\bfull[- ]time\b/
const NOW_WORKS = /\b(?:now|nowadays|these days)\b/
/** What students do besides. */
const STUDENT_JOB =
  /\b(?:assistant|barista|waiter|waitress|server|cashier|receptionist|tutor|babysitter|nanny|carer|courier|driver|rider|bartender|barman|barmaid|cleaner|usher|lifeguard|intern|trainee|apprentice|temp|freelancer|volunteer|packer|shelf-stacker|salesperson|coach|instructor|researcher|lecturer|photographer|dj|musician|model)\b|\b(?:help|hand|worker)$/
/** "I am welder in the shipyard". */
const PLAIN_TITLE = /^(?<role>(?:[a-z-]+ ){0,2}?(?<title>[a-z]+)(?: (?:at|for|with|in|of|on|now|since)\b.*)?)$/
const NOW = / (?:these days|nowadays|now|again|since .{1,40})$/
const LEADING = /\b(?:boss|owner|lead|head|president|director|manager|officer|dean)$/
const TITLE = /^(?<title>(?:[a-z-]+ ){0,3}?[a-z-]+?)(?: (?:at|for|with|in|of|by) .+)?$/
const ROLE_END =
  /^(?<role>.*?)(?: these days$| nowadays$| now$|,| (?:(?:at|for|with|by) (?<rest>.+)|(?:in|from|on) (?<place>.+)))?$/u

/** What an assertion says about the work of its subject. */
export function workOf(assertion: Assertion): Work | undefined {
  const { owner, topic, main, isLabelled } = assertion
  const { text, whole, hasCopula } = main
  const title = titleOf(assertion)
  const predicate = title === undefined ? assertion.predicate : assertion.words
  const isChange = CHANGED.test(assertion.plain)
  if (title !== undefined)
    return { ...read('self|work', title, undefined), isBare: true, isEmployed: isEmployedIn(title) }
  if (!owner || (SIDE.test(whole) && !/\b(?:went|gone) freelance\b/.test(whole))) return undefined
  if (PAST_WORK.test(text) && !STILL_WORK.test(assertion.plain)) return undefined
  const key = `${keyOf(owner)}|work`
  if (topic.length) {
    const name = textOf(topic)
    const isNew = /\bnew\b/.test(assertion.plain)
    const value = whole.replace(/^(?:(?:is|now|currently|has|changed|to|been|as|an?|the) )+/, '')
    if (/^(?:job|occupation|profession|position|role|job title|career)$/.test(name))
      return JOB_IS.test(value) ? undefined : { ...read(key, value, undefined), isOther: isNew }
    if (name === 'employer' || (name === 'company' && isLabelled))
      return {
        key,
        role: undefined,
        organisation: stemsIn(wordsIn(value, predicate)),
        isChange,
        isOver: false,
        isBare: false,
        times: '',
      }
    return undefined
  }
  const living = FOR_LIVING.exec(text)?.groups?.role
  if (living && !/^(?:earns?|makes?|does|do|works?)\b/.test(living)) return read(key, living, undefined)
  const business = OWN_BUSINESS.exec(text)?.groups
  if (business) {
    const found = read(key, undefined, business.org ?? business.of)
    return { ...found, isOwn: true, isChange: found.isChange || FOUNDED.test(text) }
  }
  const does = DOES.exec(text)?.groups
  if (does) return read(key, does.role, does.org)
  const isState = hasCopula && !/ing\b/.test(text.split(' ', 1)[0]!)
  const paid = isState ? null : TRADE_FOR.exec(text)
  const trade = isState ? undefined : (TRADE.exec(text) ?? paid)?.groups
  if (trade) {
    const isGeneric = /^(?:the|an?|my|his|her|our) /.test(trade.org ?? '') && !isNamed(trade.org!)
    const found = read(key, trade.role ?? trade.work, isGeneric && !paid ? undefined : trade.org)
    return { ...found, isBare: !found.organisation, isTrade: true, isUnnamed: found.isUnnamed || isGeneric }
  }
  const by = assertion.plain.includes(' me ') ? HIRED.exec(assertion.plain)?.groups : undefined
  if (by && (by.made === undefined || isTitle(by.role!))) return read('self|work', by.role, undefined)
  const left = LEFT_FIELD.exec(text)?.groups
  if (left && (left.verb === undefined || isTradeVerb(left.verb)))
    return { ...read(key, left.role, undefined), isOver: true }
  const over = isDoneToOther(text, main.words) ? undefined : OVER.exec(text)?.groups
  if (over)
    return {
      ...read(key, undefined, over.org),
      isOver: true,
      isIdle: IDLE.test(text),
      isGeneric: GENERIC_ORG.test(over.org ?? ''),
    }
  const become = BECAME.exec(text)?.groups?.role
  const role =
    (AS.exec(text) ?? promotionOf(text))?.groups?.role ?? (become && !NO_ROLE.test(become) ? become : undefined)
  const at = hires(text, main.words) ? undefined : AT.exec(text)?.groups?.org
  const employed =
    at && employmentBy({ text, org: at, words: wordsIn(at, predicate), hasRole: role !== undefined, isChange })
  if (role !== undefined || employed)
    return { ...read(key, role, employed ? at : undefined), isVague: employed === 'vague' }
  const doesFor = hasCopula || !canBeTrade(text) ? undefined : DOES_FOR.exec(text)?.groups
  const isTrade = doesFor && TRADE_VERB.test(text) && (/ at /.test(text) || / for .+[ &]/.test(text))
  if (doesFor && isNamed(doesFor.org!) && (isTrade || categoriesOf(assertion.plain).job >= ABOUT_WORK_MIN))
    return read(key, doesFor.role, doesFor.org)
  const is = hasCopula ? IS_A.exec(text)?.groups : undefined
  if (is?.title !== undefined) return read(key, is.title, is.org)
  const bare = is?.role ?? plainTitle()
  return bare !== undefined && namesOccupation(bare.replace(NOW, ''), whole.replace(NOW, ''))
    ? { ...read(key, bare, undefined), isBare: true, isEmployed: isEmployedIn(text) }
    : undefined

  /** "For Arriva", but not "for the club" or "in Leeds". */
  function isEmployedIn(plain: string): boolean {
    const org = / (?:at|for) (?<org>[^,]+)/.exec(plain)?.groups?.org
    return org !== undefined && isNamed(org) && !CLUB.test(org)
  }

  function plainTitle(): string | undefined {
    const found = hasCopula ? PLAIN_TITLE.exec(text)?.groups : undefined
    return found && JOBS.has(found.title!) ? `a ${found.role}` : undefined
  }

  /** "Moved up to team lead", but not "moved up to Gdynia". */
  function promotionOf(plain: string): RegExpExecArray | undefined {
    const found = PROMOTED.exec(plain)
    return found && !isNamed(found.groups!.role!) ? found : undefined
  }

  function isNamed(org: string): boolean {
    return isNamedBy(wordsIn(org, predicate))
  }

  function read(key: string, role: string | undefined, organisation: string | undefined): Work {
    const found = (role === undefined ? undefined : ROLE_END.exec(role))?.groups
    const title = found?.role?.replace(/^an? /, '')
    const rest = found?.rest !== undefined && DURATION.test(found.rest) ? undefined : found?.rest
    const org = organisation ?? rest ?? found?.place
    const words = org === undefined ? [] : wordsIn(org.split(/ (?:as|in|since) /)[0]!, predicate)
    const named = org === undefined ? [] : placeIn(wordsIn(org, predicate))
    const stems = named.length ? stemsIn(named) : organisation === undefined ? undefined : stemsIn(words)
    return {
      key,
      role: title ? stemsIn(wordsIn(title, predicate)) : undefined,
      organisation: stems?.size ? stems : undefined,
      isUnnamed: isUnnamed(words),
      isSome: isUnnamed(words) && /^an?$/.test(words[0]!.plain),
      isPlace: organisation === undefined && rest === undefined,
      isChange,
      isOther: NEW_OCCUPATION.test(assertion.plain),
      isMain: FULL_TIME.test(assertion.plain) || (NOW_WORKS.test(assertion.plain) && !STUDENT_JOB.test(title ?? '')),
      isOver: false,
      isBare: false,
      times: partsOf(assertion.plain, [PARTIAL]),
    }
  }
}

/** "Added Todoist for reminders": a note of what was done. */
const HAS_DONE =
  /^(?!(?:retired|self-employed|employed|certified|chartered|qualified|licensed|registered|experienced|skilled|trained|red)\b)[a-z-]{2,}ed /

const NO_TITLE = /\b(?:an?|the|my|her|his|in|but|not)\b/

/** "Team lead at Acme", "Self-employed painter": a note that is nothing but an occupation. */
function titleOf({ owner, topic, predicate, words }: Assertion): string | undefined {
  if (owner || predicate.length || !topic.length || !words.length || DETERMINERS.has(words[0]!.plain)) return undefined
  const text = textOf(words)
  const title = TITLE.exec(text)?.groups?.title ?? ''
  const last = title.split(' ').at(-1)!
  if (
    NO_TITLE.test(title) ||
    /^doctor of (?!the )/.test(text) ||
    NO_ROLE.test(text) ||
    HAS_DONE.test(title) ||
    isVisit(text)
  )
    return undefined
  if (/ with /.test(text) && !JOBS.has(last)) return undefined
  const isTitle = LEADING.test(title) || namesOccupation(last, `as a ${title}`)
  return isTitle && !SIDE.test(text) ? text : undefined
}

const AT_TIME =
  /\b(?:\d{1,2}[:.]\d\d|\d{1,2} ?[ap]m|noon|today|tomorrow|tonight|(?:next|this) \w+|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2})\b/

/** "Ophthalmologist for the photos, 30 November, 17:00": an appointment with one. */
function isVisit(text: string): boolean {
  return AT_TIME.test(text) && !/\b(?:since|from|as of|until|till)\b/.test(text)
}

function namesOccupation(role: string, text: string): boolean {
  const end = text.length - role.length
  for (const { 0: word, index } of role.matchAll(/[a-z\u00df-\u00ff0-9]+/g))
    if (isOccupation(word, text.slice(0, end + index), text.slice(end + index + word.length))) return true
  return false
}

/** "Store manager", "head of the shop", but not "appreciate my friends". */
function isTitle(role: string): boolean {
  const title = ROLE_END.exec(role)?.groups?.role ?? role
  return /^(?:head|chief|captain|partner)\b/.test(title) || canBeJob(title.split(' ').at(-1)!)
}

/** "Welding": what a listed occupation does. */
function isTradeVerb(verb: string): boolean {
  const stem = verb.replace(/(.)\1$/, '$1')
  return stem.length >= STEM_MIN && [...JOBS].some((job) => job.startsWith(stem) && /(?:er|or|ist|man)$/.test(job))
}
const STEM_MIN = 4
