import { readStatement } from '@memory-service/understanding/statement'

/*
 * Finds sentences of a chat that state a lasting fact about the person who wrote them. A sentence must begin with a
 * first-person statement of one of the classes below and hold nothing that ties it to the moment, to a condition or to
 * the other side of the chat. Precision before reach; English only. What is found is only offered for review.
 */

export interface TalkFact {
  readonly content: string
  readonly type: 'fact' | 'preference' | 'goal' | 'event'
  /** Whether the class is one of those that are nearly always right: identity, home, work, family, diet. */
  readonly isClear: boolean
}

/** A longer message is mostly pasted text. */
const MESSAGE_CHARS_MAX = 1_500
const WORDS_MIN = 3
const WORDS_MAX = 30
const FACTS_MAX = 20

/** Stands where code or a quotation was: a sentence with it is not read. */
const REMOVED = '\u0001'
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
const QUOTED_LINE = /^[ \t]{0,40}(?:>|(?:from|to|subject|sent|cc|date):).*$/gim
const QUOTATION = /["“][^"”]*["”]?|(?<=[\s:])'[^'\n]{12,}'/g
/** Requests about a text, after which the text itself may follow. */
const TASK =
  /\b(?:translat|rewrit|rephras|paraphras|proofread|summari[sz]e|correct (?:this|the|my)|edit (?:this|the|my)|fix (?:this|the|my) (?:text|grammar|sentence|email|letter)|write (?:me )?(?:a|an|the|some|about|in|my)|draft|compose|pretend|imagine|role-?play|act as|play the|story|poem|lyrics|dialogue|cover letter|in the first person|example sentence|continue (?:this|the)|roleplay|quote|grammar|(?:is|are) (?:this|these) (?:right|correct|ok)|(?:turn|put|make|change) this)/i
const SENTENCE_END = /(?<=[.!?…])(?<!\b(?:Dr|Mr|Mrs|Ms|St|Prof|vs|etc)\.)\s+|\n+/

/** Conditions, moments, the other side of the chat, and objects that only the chat explains. */
const UNLASTING =
  /\b(?:if|unless|would|wouldn't|could|couldn't|might|may|maybe|perhaps|probably|wish|guess|suppose|assume|wonder|you|your|yours|you're|u|today|tonight|tomorrow|yesterday|now|atm|just|currently|lately|so far|this (?:morning|afternoon|evening|week|weekend|month|time|one|file|code|error|text|email|question|project|chat|is|was)|last (?:night|week|weekend|month|time)|next (?:week|weekend|month)|soon|later|again|instead|anyway|also tried|the (?:way|above|following|same|other|idea|rest|first|second|last)|here|following|below|above|attached|please|thanks|sorry|lol|haha|kidding|joking|jealous)\b|\bthe (?:games?|shows?|movies?|songs?|episodes?|characters?)[.!]?$|^.{0,60}\b(?:this|that|these|those|it|them|there|one) ?[.!]?$|[:?]$|https?:/i
const OBJECT_OF_TALK =
  /^(?:i|i'm|i am|i've|my) (?:\w+ ){1,3}(?:this|that|these|those|it|them|how|what|why|when|where|so)\b/

/** A task, its measures and dates, and what the person asks for: a matter of the chat, in any part of a sentence. */
const OF_TASK =
  /(?<=\S )(?:i'm (?:trying|looking|wondering|thinking|ready|still|having|working|considering)|i'd like|i need|i want|so i (?:think|want|need|switched|used|decided|guess)|make sure|aiming|targeting|got any|any (?:tips|ideas|advice|suggestions|recommendations)|(?:what|how) (?:other|else|should|can|do|does|would) )|\b(?:my|our|the|an?|this) (?:\w{1,20} ){0,2}(?:app|apps|application|api|project|code|codebase|feature|endpoint|dataset|model|script|container|pipeline|assessment|exam|exams|quiz|test|score|scores|website|prototype|function|database|deployment|assignment|essay|draft|presentation|session|deadline)\b|\d ?(?:%|ms|mb|gb|fps)(?!\w)|\b(?:january|february|march|april|june|july|august|september|october|november|december|may) \d{1,2}\b/i

/** Words that point at something said before, which only clear classes survive. */
const OF_CONTEXT =
  /\b(?:it|it's|its|her|his|their|then|this|these|those|him|them|there|too much|all the|also|such|people involved|like also)\b/i

const KIN =
  '(?:wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|mother|mom|mum|father|dad|parents|sister|brother|siblings|twin|son|daughter|kids?|children|grand(?:mother|father|ma|pa|son|daughter|parents|kids|children)|aunt|uncle|cousin|niece|nephew|in-laws|mother-in-law|father-in-law|best friend|roommate|flatmate|dog|cat|puppy|kitten|horse|rabbit|parrot)'
const NUMBER = '(?:\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|several|many|some)'
const OFTEN =
  '(?:every|each|daily|weekly|monthly|(?:once|twice|three times|\\d times|several times) an?|most|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|on weekends|at weekends|all year|on weekdays|in the (?:mornings|evenings))'
const LASTING_VERB =
  'speak|play|sail|row|knit|sew|bake|cook|paint|draw|sing|dance|swim|run|cycle|climb|hike|ski|surf|fish|garden|brew|grow|keep|breed|raise|collect|restore|build|study|teach|coach|tutor|volunteer|foster|drive|ride|commute|wear|eat|drink|smoke|meditate|write|read|fly|throw|weave|carve|practise|practice|train|rent|own|run|manage|lead|edit|farm|record|compose|photograph|sell|make|use|attend|go to'

interface Rule {
  readonly type: TalkFact['type']
  readonly isClear: boolean
  readonly form: RegExp
}

const rule = (type: Rule['type'], isClear: boolean, ...forms: string[]): Rule => ({
  type,
  isClear,
  form: new RegExp(`^(?:${forms.join('|')})`, 'i'),
})

const RULES: readonly Rule[] = [
  // Identity, age, origin.
  rule(
    'fact',
    true,
    "my (?:full |first |last |middle )?name(?:'s| is) \\w",
    "(?:i'm|i am) \\d{1,2}(?: years? old)?(?:[.,!]| and |$)",
    'i was born (?:in|on)\\b',
    "(?:i'm|i am) (?:originally )?from \\w",
    "(?:i'm|i am) (?:an? )?(?:\\w+ ){0,2}(?:vegetarian|vegan|pescatarian|coeliac|celiac|diabetic|asthmatic|left-handed|right-handed|colou?r-?blind|gluten.free|lactose.intolerant|teetotal|dyslexic|autistic|deaf|blind|jewish|muslim|catholic|christian|buddhist|hindu|single|married|divorced|widowed|engaged|retired|pregnant|bilingual|trans|gay|lesbian|bisexual|non-binary)\\b",
    "(?:i'm|i am|i've been|i have been) (?:severely |mildly )?allergic to\\b",
    'my (?:birthday|pronouns|zodiac|star sign|blood type|height|native language|mother tongue|nationality|hometown|phone number|email|address)\\b.{0,20}\\b(?:is|are)\\b',
    'i speak (?!to\\b|with\\b|for\\b|about\\b|up\\b)\\w',
  ),
  // Home.
  rule(
    'fact',
    true,
    '(?:i|we) (?:live|lived|grew up|reside|have lived|settled) (?:\\w+ )?(?:in|on|at|near|outside|with|alone|by|close to|above)\\b',
    '(?:i|we) (?:moved|relocated|emigrated) (?:here |back |out )?(?:to|from) \\w',
    '(?:i|we) (?:rent|own|bought) (?:an?|our|my) (?:\\w+ ){0,2}(?:house|flat|apartment|cottage|allotment|farm|boat|cabin|home|garden|studio|shop)\\b',
  ),
  // Work and learning.
  rule(
    'fact',
    true,
    'i (?:work|worked|have worked|freelance|teach|taught|studied|study|graduated|volunteer|intern|trained) (?:part-time |full-time |remotely |mostly )?(?:as|at|for|in|from|\\w+ (?:at|in)) \\w',
    "(?:i'm|i am) (?:an? |the )(?!bit|little|lot|fan|big fan|huge fan|mess|idiot|fool|total|complete|person|people|sucker|goner|wreck|believer|firm|man of|woman of)(?:[\\w-]+ ){0,3}(?:teacher|nurse|doctor|engineer|developer|designer|student|writer|author|artist|lawyer|accountant|manager|chef|baker|musician|farmer|beekeeper|carpenter|electrician|plumber|mechanic|pilot|driver|librarian|scientist|researcher|professor|lecturer|therapist|psychologist|counsellor|counselor|photographer|journalist|editor|translator|architect|consultant|analyst|programmer|scientist|biologist|chemist|physicist|veterinarian|vet|dentist|pharmacist|paramedic|firefighter|officer|soldier|veteran|founder|owner|director|assistant|administrator|salesperson|waiter|waitress|barista|bartender|hairdresser|gardener|builder|potter|weaver|dancer|actor|singer|runner|cyclist|swimmer|climber|mother|father|mom|mum|dad|parent|widow|widower|grandmother|grandfather|freelancer|entrepreneur|translator|midwife|surgeon|tutor|coach)\\b",
    'my (?:job|work|profession|employer|company|boss|degree|major|thesis|business|startup|workplace) (?:is|was|makes|sells)\\b',
    'i (?:have|hold|got|earned) an? (?:\\w+ ){0,2}(?:degree|phd|doctorate|diploma|masters?|bachelors?|certificate)\\b',
    'i run an? (?!test|script|command|query|program|check|loop)(?:[\\w-]+ ){0,3}(?:shop|business|company|bakery|caf[eé]|restaurant|studio|practice|agency|farm|school|club|charity|blog|podcast|newsletter|store|stall)\\b',
  ),
  // Family and pets.
  rule(
    'fact',
    true,
    `my (?:(?:older|elder|younger|little|big|late|youngest|oldest|eldest|twin|only|adopted|ex) ?-?)?${KIN}(?:'s name|,? [A-Z][\\w-]+,?)? (?:is (?!here|there|so|very|really|on the|with|a (?:little|bit)|(?:\\w+ )?\\w+ing\\b)|are (?!here|there|so|very|really|with|(?:\\w+ )?\\w+ing\\b)|was (?:born|an?)|has (?!been|to|just|got|gotten)|have (?!been|to|just|got|gotten)|lives?|works? (?:as|at|for|in)|teaches|studies|speaks?|owns|plays (?:the|in)|runs an?|died|passed away|suffers|got married)\\b`,
    `(?:i|we) have ${NUMBER} (?:[\\w-]+ ){0,3}${KIN.replace(')', '|sons|daughters|sisters|brothers|cousins|nieces|nephews|dogs|cats|horses|rabbits|parrots|hens|chickens|goats|bees|hives)')}`,
    `my (?:[\\w-]+ )?(?:${KIN})(?:'s)? (?:is )?(?:called|named|name is) \\w`,
    "(?:i'm|i am|i've been|we're|we've been|i got) (?:\\w+ )?(?:married|engaged|divorced|together) (?:to|with|for|since|in|with)\\b",
  ),
  // Health.
  rule(
    'fact',
    false,
    'i (?:have|suffer from|was diagnosed with|am recovering from|deal with|live with) (?:an? |mild |severe |chronic |type \\d )*(?:asthma|diabetes|adhd|add|autism|anxiety|depression|migraines?|eczema|psoriasis|arthritis|epilepsy|insomnia|ibs|crohn|hypertension|high blood pressure|hypothyroidism|dyslexia|tinnitus|endometriosis|celiac|coeliac|bad (?:knee|back|hip|shoulder)s?|sleep apn|hay fever|allerg|scoliosis|lupus|fibromyalgia|ocd|ptsd|bipolar)',
    "i (?:can't|cannot|don't|do not|never|no longer) (?:eat|drink|tolerate|digest|smoke|take) \\w",
    'i take (?!a look|a break|care|it|advantage|part|notes?|photos?|pictures?|pride|the time|time|my time|things|on|off|over|up|out|issue)(?:\\w+ ){1,4}(?:mg|daily|every|for my|tablets?|pills?|insulin|medication|supplements?)\\b',
    "(?:i'm|i am) (?:intolerant|sensitive) to\\b",
  ),
  // What the person has.
  rule(
    'fact',
    false,
    `(?:i|we) (?:own|keep|drive|ride) (?!\\w+ing\\b|up\\b|on\\b|in\\b|to\\b|trying|getting|having|thinking|going|it\\b|track|an eye|in mind)(?:${NUMBER} |my |the )?\\w`,
    `i have ${NUMBER} (?:\\w+ ){0,2}(?:car|van|motorbike|bike|bicycle|boat|house|flat|piano|guitar|violin|cello|garden|greenhouse|allotment|kiln|loom|telescope|tattoos?|sailboat|dinghy|campervan|instruments?)\\b`,
    'my (?:car|bike|bicycle|boat|phone|laptop|computer|house|flat|apartment|garden|piano|guitar|violin|kiln) (?:is|has|was) (?:an?|called|named|from|in|on|near)\\b',
  ),
  // Habits and hobbies.
  rule(
    'fact',
    false,
    `(?:i|we) (?:usually |always |never |normally |regularly |often |mostly |still )?(?:${LASTING_VERB})\\b.{0,60}\\b${OFTEN}\\b`,
    `i (?:usually|always|never|normally|regularly) (?:${LASTING_VERB}|get up|wake up|go to bed|have breakfast|skip|take the|travel|sleep|work|shop|walk)\\b`,
    '(?:i|we) (?:play|sail|knit|sew|brew|breed|collect|restore|coach|foster|teach|study|farm) (?!around\\b|with\\b|it\\b|a role|for\\b|to\\b|the role|in\\b)\\w+',
    "(?:i've|i have) (?:been (?:playing|studying|learning|teaching|working (?:as|at|for|in)|living|running|practicing|practising|doing|collecting|sailing|knitting|painting|dancing|married)|played|lived|worked|taught|studied|sung|sailed|owned|been an?) .{2,60}\\b(?:for (?:\\w+ ){0,4}(?:years|decades|months|a year|a decade|my whole life|ages)|since (?:\\d{4}|i was|i left|childhood|birth|(?:high |primary |middle )?school|college|university))\\b",
  ),
  // Taste.
  rule(
    'preference',
    false,
    'my (?:all-time |absolute |personal )?favou?rite (?!one|ones|part|thing about)(?:\\w+ ){1,4}(?:is|are|was|has always been)\\b',
    'i (?:really |much |strongly |generally |definitely |always |absolutely |particularly )?(?:prefer|like|love|enjoy|adore|hate|dislike|detest) (?!to (?:see|hear|know|think|say|ask|get|be able)|the (?!(?:ocean|sea|outdoors|mountains|beach|rain|snow|cold|heat|forest|countryside|theat(?:re|er)|gym|winter|summer|sun|piano|guitar)\\b)|(?:\\w+ ){1,2}\\w+\u0027s |to[.!]?$|not|being|when|for|that|this|it|how|hearing|seeing|knowing|talking|your|his|her|their|its|my|our|all of|everything|nothing|what|how|both|him|them)\\w',
    "i (?:can't stand|cannot stand|am afraid of|am scared of|avoid) (?!it|this|that|when|how|the)\\w",
    "(?:i'm|i am) (?:afraid|scared|terrified|a (?:big|huge) fan|fond|passionate|really into|into) (?:of|about|\\w)",
  ),
  // Aims.
  rule(
    'goal',
    false,
    "(?:i'm|i am|we're|we are) (?:training for|saving (?:up )?for|learning (?:to|how to|the|[A-Z])|studying (?:for|towards) (?:my|an?|the) (?:\\w+ )?(?:degree|masters?|master's|phd|doctorate|bar|licen[cs]e|diploma)|planning to (?:move|retire|become|learn|open|get married|study|buy an?)|hoping to (?:move|retire|become|learn|open|have|buy an?)|working towards (?:my|an?) (?:\\w+ )?(?:degree|masters?|phd|diploma|promotion|licen[cs]e)|trying to (?:lose weight|quit (?:smoking|drinking|sugar|vaping|coffee)|get fit|get pregnant|become an?|learn (?:to|how to|[A-Z])))\\b",
    '(?:my|one of my) (?:\\w+ )?(?:goals?|dream|aim|ambition|resolution)(?: \\w+){0,3} (?:is|are) to (?:one day )?(?:become|be an?|learn|run an?|swim|climb|visit|travel|move (?:to|back)|open|retire|own|buy an?|lose weight|quit|read|speak|save up|have (?:an?|my own)|get (?:fit|married|into)|start (?:my|an?)|live|write an? (?:\\w+ )?(?:book|novel|memoir)|publish|teach|help|see|sail|cycle|hike)\\b',
    'i (?:want|plan|hope|aim|intend|dream)(?: to|ing to| of) (?:become|learn|run a|climb|visit|move to|open|start (?:my|an?)|write a|retire|buy a|build an?|swim|lose|quit|finish my|get (?:my|into))\\b',
  ),
]

/** The lasting facts that a message of the person states. */
export function talkFacts(message: string): TalkFact[] {
  if (message.length > MESSAGE_CHARS_MAX || TASK.test(message.slice(0, 300))) return []
  const plain = message
    .replace(/[’‘ʼ]/g, "'")
    .replace(CODE, REMOVED)
    .replace(QUOTED_LINE, REMOVED)
    .replace(QUOTATION, REMOVED)
  const facts: TalkFact[] = []
  for (const written of plain.split(SENTENCE_END)) {
    const fact = sentenceFact(written.trim())
    if (fact) facts.push(fact)
    if (facts.length === FACTS_MAX) break
  }
  return facts
}

function sentenceFact(sentence: string): TalkFact | undefined {
  const content = sentence
    .replace(/,? (?:too|though|as well|haha|lol)(?=[.!]*$)/i, '')
    .replace(
      /^(?:(?:yes|yeah|yep|no|nope|well|oh|ok|okay|so|and|but|also|actually|hi|hello|hey|btw|by the way|fyi),? )+/i,
      '',
    )
  const words = content.split(/\s+/).length
  if (words < WORDS_MIN || words > WORDS_MAX || sentence.endsWith('?') || content.includes(REMOVED)) return undefined
  if (UNLASTING.test(content) || OBJECT_OF_TALK.test(content.toLowerCase())) return undefined
  const rule = RULES.find(({ form }) => form.test(content))
  if (
    !rule ||
    (!rule.isClear && (OF_CONTEXT.test(content) || OF_TASK.test(content))) ||
    readStatement(content).form !== 'statement'
  )
    return undefined
  return { content: content[0]!.toUpperCase() + content.slice(1), type: rule.type, isClear: rule.isClear }
}
