import type { Fact } from './statement.ts'

/* What is only thought, dreamt, nearly so, said in jest or long past: it states nothing that is so of the person. */

/** Attributes that an examination finds, or rules out. */
export const FOUND_BY_TESTS: ReadonlySet<string> = new Set([
  'condition',
  'intolerance',
  'allergy',
  'pregnancy',
  'disability',
])
/** "Was told she might have an intolerance, but the biopsy came back clean". */
const SUSPECTED =
  /\b(?:might|may|could) (?:have|be)\b|\b(?:thought|suspect(?:s|ed)|suspicion|feared|worried|was sure|was told|believed|told|possibly)\b/
/** The same of the clauses before: "was told I have asthma" is no suspicion. */
const SUSPECTED_BEFORE =
  /\b(?:might|may|could) (?:have|be)\b|\b(?:thought|suspect(?:s|ed)|suspicion|feared|believed|possibly|tested for|checked for|screened for)\b/
const CLEARED =
  /\bruled (?:it |that |this |them )?out\b|(?<!\b(?:pressure|cholesterol|weight|hearing|eyesight|mammogram|smear|thyroid|sugar|iron|x-?ray) )\bcame back (?:all )?(?:clean|clear|negative|fine|normal)\b|\b(?:tests?|biopsy|scans?|results?|endoscopy|bloods?) (?:was|were|is|are) (?:all )?(?:clean|clear|negative|normal|fine)\b|\bturned out (?:to be )?(?:fine|nothing|harmless|not to be)\b|\bbut (?:it|that) (?:was not|wasn't|isn't|is not)\b|\bfalse alarm\b|\ball[- ]clear\b|\bnothing (?:was )?(?:found|wrong)\b|\b(?:tested|was|were) negative\b/
/** "Is getting tested for ADHD". */
const TESTED =
  /\b(?:(?:getting|get|gets|be|being) (?:tested|checked|screened|assessed|evaluated|referred)|waiting list) for (?:an? |the )?(?:[\w-]+ )?$/
const AS_A_CHILD =
  /\bas (?:a|an?) (?:young |small |little )?(?:kid|child|baby|boy|girl|teenager|toddler|student)\b|\bwhen (?:i|she|he) was (?:a |still )?(?:kid|child|baby|boy|girl|little|small|young|at school|in school)\b|\bin (?:my|her|his) (?:childhood|youth)\b/
/** "Nearly became a priest", "I dreamt I was engaged to a postman". */
const NEARLY =
  /(?:^|\b(?:i|she|he|they|we|user) |\b(?:has|have|had) )(?:very |so )?(?:nearly|almost|as good as) (?:became|become|bought|got|get|married|marry|moved|move|joined|took|signed|went|gone|accepted|adopted|studied|won|worked|lived)\b|\bdream(?:t|ed) (?:that |of |about )?/
/** "Everybody thinks I am a vegetarian": others may be wrong. */
const THOUGHT_BY_OTHERS =
  /\b(?:some(?:body|one)|every(?:body|one)|people|they|colleagues?|neighbou?rs?|strangers?|kids|guests|others|[a-z]+ at work|(?:some(?:body|one)|every(?:body|one)) at [\w ]{2,20}) (?:always |still |all |just |seems? to |wrongly )?(?:thinks?|thought|assumes?|assumed|presumes?|presumed|believes?|believed|figures?|guess(?:es|ed)?|takes? me for|mistakes? me for)\b/
/** "My horoscope says I will move to Paris". */
const FORETOLD =
  /\b(?:horoscope|tarot(?: \w+)?|fortune (?:cookie|teller)|psychic|clairvoyant|palm reader|astrologer|quiz|rumou?r) (?:says?|said|predicts?|predicted|claims?|claimed|thinks?|thought|has it)\b/
/** "Basically married to my job". */
const IN_JEST = /\bmarried to (?:my|her|his|their|the) (?:job|work|career|phone|laptop|desk|game|craft|music|sea)\b/
/** What no body reacts to. */
const NO_ALLERGEN =
  /^(?:mondays?|mornings?|conflict|drama|work|working|nonsense|meetings?|small talk|bureaucracy|boredom|effort|commitment|change|stupidity|bullshit|responsibility|cleaning|housework|politics|politicians|e-?mails?|hypocrisy|fools|romance|authority|losing|excel|spreadsheets|deadlines?|fun|people|idiots|liars|cheap|bad|dull|boring)\b/
/** "Has me living on cetirizine", "was vegan until I met brisket", "tried keto, lasted a weekend". */
const GIVEN_UP =
  /\b(?<!\b(?:has|have|had|'ve) )(?:was|were) (?:an? )?(?:strict )?(?:vegan|vegetarian|pescatarian|keto|paleo|raw)\b.{0,40}\b(?:until|till|before|and then|but then|then i|for (?:\w+ )?(?:weeks?|months?|years?))\b|\btried (?:going |being |to go |to be )?(?:an? )?(?:keto|paleo|vegan|vegetarian|veganism|fasting|intermittent|low[- ]carb|raw|gluten|dairy)\b/
/** "If it rises again, the doctor will start me on amlodipine". */
const WOULD_TAKE =
  /^(?:if|when|once|unless|in case)\b.*\b(?:will|would|'ll|might|may) (?:have to |need to )?(?:start|put|take|try|prescribe|give|go|switch)\b/
/** "Was prescribed to my father, not to me". */
const FOR_ANOTHER =
  /\bnot (?:to|for) (?:me|her|him|them|us|the user)\b|\bprescribed (?:to|for) (?!me\b|her\b|him\b|us\b|the user\b)(?:my |her |his |our )?[\p{L}]/u
/** "Scared by the rent": a worry. */
const WORRY =
  /\b(?:rents?|prices?|costs?|bills?|future|thought|idea|news|deadlines?|exams?|mortgage|interest rates?|job market|money|debt|taxes|politics|state of)\b/
/** "No eggs because of Paul". */
const FOR_A_GUEST =
  /\bbecause of (?!my\b|the\b|an?\b|health|allerg|religio|ramadan|lent|covid|ibs|gout|reflux)\p{L}+\b/u
/** "The dogs like me", "nothing against cats". */
const ANIMALS_IN_GENERAL =
  /^(?:dogs|cats|animals|birds|horses) (?:like|love|hate|ignore|fear|adore|trust|don't|do not)\b|\bnothing against\b/
/** "It's my sister who is the nurse". */
const IT_IS_ANOTHER = /^it(?:'s| is| was) (?:my|her|his|our) [\p{L} -]{2,24} (?:who|that)\b/u
/** "Could be a vegetarian if it weren't for bacon". */
const COULD = /\b(?:could|would|might|'d) (?:be|become|go|live|have|own|get|keep|work|play|drive|eat)\b/
const IF_IT_WERE =
  /\bif (?:only|it (?:weren't|wasn't|were not|was not|were)|(?:i|she|he|they|we) (?:had|were|could|lived|earned|knew)|[a-z]+ (?:didn't|did not|weren't|wasn't|hadn't))\b/
/** "I'd have married him", "if I were allergic to cats", "you could drive a Transit through it". */
const WOULD_HAVE =
  /(?:\b(?:would|could|might|should)(?: not| never|n't)?|\b(?:i|we|she|he|they)'d(?: not| never)?) have (?:[a-z]+(?:ed|en|ne|ght)|had|kept|left|lost|sold|made)\b/
const IF_I_WERE =
  /^(?:even )?if (?:only )?(?:i|we|she|he|they|anyone|you)(?:'d| had| were| was)\b|^you(?:'d| could| would| might) /
/** "The nurse asked if I was diabetic", "joked that I was gluten-free". */
const ASKED_OR_FEIGNED =
  /\b(?:asked|asks|asking|wondered|wonders) (?:me |us |her |him |them )?(?:if|whether|did|was|were|do|does|am|is|have|has)\b|\b(?:jok(?:ed|es|ing)|pretend(?:s|ed|ing)?|lied|lying|faked|faking)\b/
/** What follows is said by itself: "I asked if they had nuts because I am allergic". */
const APART = /[,:;–—] |\b(?:because|since|as|but|so|and (?:i|she|he|we))\b/
/** "The heroine of the book lives in Siena", "in my dream I was captain of a ferry". */
const IN_FICTION =
  /\b(?:in|of|from) (?:my|the|a|that|this|her|his|last night's) (?:[\w'-]+ )?(?:dream|nightmare|film|movie|book|novel|sitcom|comedy|drama|musical|video game|computer game|fairy tale|murder (?:night|mystery))\b(?! (?:industry|club|business|trade|department|world|festival|society|studios?|course|class|school|shop|store|group|crew|set|score|music|production|magazine|company))|\b(?:hero(?:ine)?|protagonist|narrator|narrated|villain|character (?:they|she|he) gave)\b|\bquiz (?:answer|question)\b/
/** What fiction says of the person: tastes. */
const OF_TASTES = /^(?:favourite_|reads$|like$|dislike$|watches$|hobby$|plays$)/
/** "It's raining cats and dogs", "played second fiddle", "kid gloves". */
const IDIOM =
  /\bcats and dogs\b|\bcats? out of the bag\b|\bcat burglar\b|\bdog days\b|\bhair of the dog\b|\b(?:top|under) ?dog\b|\bhot dogs?\b|\b(?<!would |'d )like an? (?:horse|pig|bird|fish|dog|lamb|chicken|cat|baby|child|kid|brother|sister|mother|father|son|daughter)\b|\bhold your horses\b|\bdark horse\b|\bguinea pigs? for\b|\bpet (?:peeve|hate|project|name|theory|subject|topic)s?\b|\bdad (?:jokes?|bod|dancing)\b|\bmother of all\b|\bkid gloves\b|\bchild's play\b|\b(?:is|was|'s) (?:my|her|his|our) baby\b|\bbaby (?:steps|blues)\b|\bsecond fiddle\b|\b(?:my|her|his|your|their|our) own trumpet\b|\bfishing for (?:compliments|sympathy|gossip|information|clues)\b|\bsmoking (?:hot|gun)\b|\bsober as\b|\bmasters? of (?:disguise|ceremonies|none)\b|\b(?:to|by) (?:some|a certain|what|any|\w+) degrees?\b|\bgoal of the (?:century|season|match|tournament)\b|\bhome is where\b|\bnursing an? (?:coffee|pint|drink|beer|grudge|hangover|wine)\b|\bdriving (?:me|her|him|us|them) (?:mad|crazy|up the wall|round the bend|nuts)\b/
/** "Lasted four days", "in her twenties tried the cabbage soup diet". */
const NOT_KEPT_UP =
  /\blasted (?:about |only |all of |barely )?(?:an?|one|two|three|four|five|six|\d+) (?:days?|weeks?|hours?|months?|minutes?)\b/
const IN_YOUTH =
  /\bin (?:my|her|his) (?:early |late |mid-)?(?:teens|twenties|thirties|forties|schooldays|student days)\b/
/** Of what one takes up and gives up again. */
const TAKEN_UP: ReadonlySet<string> = new Set(['diet', 'learning_language', 'sport', 'hobby'])
const LASTS = /\b(?:since|still)\b/
/** "Bumped into Caroline, six months gone and glowing". */
const MET_APPOSED = /\b(?:met|ran into|bumped into) [\p{L}-]+, [^,]*$/u
const INJURED_YOUNG =
  /\bwhen (?:i|she|he) was (?:about |only )?(?:[1-9]|1[0-7]|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)\b/
const ONCE = /\b(?:was|were) (?:engaged|married) once\b/
/** "Half my wardrobe is navy", "half the office is on keto". */
const GROUP =
  /^(?!.*\b(?:i|me|my)\b)(?:half|most|all|some) (?:of )?(?:the|my|our|her|his) (?:office|team|class|street|department|village|band|floor|table|crew|staff|choir|neighbourhood)\b/
const PART_OF_THINGS = /^(?:half|most|much|some|all|part|a third) (?:of )?(?:my|her|his|our|their|the) /
const LIVING: ReadonlySet<string> = new Set(['job', 'employer', 'business', 'home'])
const SAFETY: ReadonlySet<string> = new Set([...FOUND_BY_TESTS, 'medicine'])
const TRIED = /\btried\b/
const TIMES =
  /\b(?:calls?|meetings?|mornings?|evenings?|weekends?|mondays?|fridays?|sundays?|before \d|after \d|before noon)\b/

/**
 * Whether a clause says that a value is not so, is only supposed, or is meant in jest.
 * @param lead the clause up to the value
 */
export function isUnreal(name: string, value: string, lead: string, plain: string): boolean {
  if (NEARLY.test(lead) || THOUGHT_BY_OTHERS.test(lead) || IT_IS_ANOTHER.test(plain)) return true
  if (FOUND_BY_TESTS.has(name)) {
    if (CLEARED.test(plain) && SUSPECTED.test(lead)) return true
    if (TESTED.test(lead) || (name === 'condition' && AS_A_CHILD.test(plain))) return true
  }
  if (FORETOLD.test(lead) || isWithin(ASKED_OR_FEIGNED, lead) || GROUP.test(plain)) return true
  const isSafety = SAFETY.has(name)
  if (!OF_TASTES.test(name) && IN_FICTION.test(isSafety ? lead : plain)) return true
  // What harms if it is missed is read in doubt.
  if (!isSafety && (isWithin(WOULD_HAVE, lead) || IF_I_WERE.test(plain) || IDIOM.test(plain))) return true
  if ((!isSafety || name === 'pregnancy') && MET_APPOSED.test(lead)) return true
  if (TAKEN_UP.has(name) && !LASTS.test(plain)) {
    if (NOT_KEPT_UP.test(plain) || (IN_YOUTH.test(plain) && TRIED.test(plain))) return true
  }
  if (!isSafety && IF_IT_WERE.test(plain) && COULD.test(plain)) return true
  if (LIVING.has(name) && PART_OF_THINGS.test(plain)) return true
  switch (name) {
    case 'partner':
    case 'marital_status':
      return IN_JEST.test(plain) || ONCE.test(plain)
    case 'injury':
      return INJURED_YOUNG.test(plain) && !LASTS.test(plain)
    case 'allergy':
      return NO_ALLERGEN.test(value)
    case 'intolerance':
      return TIMES.test(value)
    case 'diet':
      return GIVEN_UP.test(plain) || (/^no /.test(value) && FOR_A_GUEST.test(plain))
    case 'medicine':
      return WOULD_TAKE.test(plain) || FOR_ANOTHER.test(plain) || /^[-+−]\d/.test(value)
    case 'condition':
      return FOR_ANOTHER.test(plain) || value === 'diagnosed'
    case 'phobia':
      return WORRY.test(value)
    case 'pet':
      return ANIMALS_IN_GENERAL.test(plain)
    case 'home':
      return /\bliv(?:e|es|ing) on $/.test(lead) && INCOME_OR_FOOD.test(value)
    default:
      return false
  }
}

/** "Thought the rash was from strawberries. It was sunburn". */
const IT_WAS =
  /^(?:it|that) (?:was|turned out to be) (?:just |only |merely |simply )?(?!(?:confirmed|true|right|correct|both|indeed|so|in|on|at|from|by|last|hard|bad|awful|scary)\b)/
const THOUGHT = /\bthought\b/

/**
 * Takes what earlier clauses only suspected out of `facts` if a clause says that it is not so: "might have an intolerance, but
 * the biopsy came back clean".
 * @param known how many facts the clauses before it state
 * @param suspected which of them are only suspected
 * @param before the clause before it
 * @returns those that are only suspected after this clause
 */
export function leaveCleared(
  plain: string,
  facts: Fact[],
  known: number,
  suspected: readonly Fact[],
  before: string,
): readonly Fact[] {
  if (suspected.length && (CLEARED.test(plain) || (THOUGHT.test(before) && IT_WAS.test(plain)))) {
    facts.splice(0, facts.length, ...facts.filter((fact) => !suspected.includes(fact)))
    return []
  }
  if (facts.length === known || !SUSPECTED_BEFORE.test(plain)) return suspected
  return [...suspected, ...facts.slice(known).filter(({ attribute }) => FOUND_BY_TESTS.has(attribute.name))]
}

/** Whether what a text says up to a value is part of what a pattern finds in it. */
function isWithin(pattern: RegExp, lead: string): boolean {
  const found = pattern.exec(lead)
  return found !== null && !APART.test(lead.slice(found.index + found[0].length))
}

/** A value that begins with income or food: what one lives on, not where. */
const INCOME_OR_FOOD =
  /^(?:(?:my|her|his|our|their|the|an?|some|just|only|mostly|mainly) )*(?:[\p{L}'-]+ )?(?:grants?|wages?|salary|salaries|pension|savings|benefits?|allowance|stipend|scholarship|income|loans?|budget|tips|dole|welfare|coffee|tea|bread|rice|noodles|pasta|toast|soup|cereal|takeaways?|sandwiches|pizza|beans|greens|vegetables|fruit|salads?|snacks|ibuprofen|paracetamol|cetirizine|painkillers|antihistamines|adrenaline|caffeine|sugar|air|hope|love|nothing|water)\b/u
