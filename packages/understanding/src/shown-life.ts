import type { Shown } from './shown.ts'

/*
 * What everyday notes show by common wordings that name no attribute: "Hitchhiked round Donegal with Cillian" is a journey, "lies
 * awake until dawn" tells how one sleeps. Like `shown.ts`, for searches only.
 */

interface Wording {
  /** Attributes of the user, also in texts about others. */
  readonly ofUser?: readonly string[]
  readonly attributes?: readonly string[]
  readonly concepts?: readonly string[]
  readonly words?: readonly string[]
  /** The text must match. */
  readonly form: RegExp
  /** The text must match this, too. */
  readonly beside?: RegExp
  /** The text must not match this. */
  readonly unless?: RegExp
}

/** What a note shows, and what of it is the user's in any note. */
interface ShownByWording extends Shown {
  readonly ofUser: readonly string[]
}

const NOTE_CHARS_MAX = 240
/** A subject, if any, and auxiliaries: "We once". */
const SUBJECT =
  "^(?:(?:[Ii]|[Ww]e|[Ss]he|[Hh]e|[Tt]he user|\\p{Lu}[\\p{L}'-]+(?: and (?:I|\\p{Lu}[\\p{L}'-]+))?) )?(?:(?:have|has|had|once|finally|just|also|recently|already|even|both) ){0,2}"
const NOT_SO =
  /\b(?:never|not|wants? to|would|hopes? to|plans? to|might|dreams? of|wish(?:es)?|refus\p{L}+|almost|nearly|failed|cannot|hates?|if)\b|n't\b/iu

const WORDINGS: readonly Wording[] = [
  {
    attributes: ['trip'],
    concepts: ['trip'],
    form: new RegExp(
      `${SUBJECT}(?:hitch-?hiked|hiked|walked|cycled|biked|rode|sailed|trekked|drove|rowed|paddled|canoed|kayaked|rafted|toured|travell?ed|backpacked|interrailed|skied|climbed|flew|camped|cruised|motored|motorbiked|explored|roamed|crossed|rambled|trudged|ferried|swam|snorkell?ed|dived|road-?tripped|went|took the (?:\\p{L}+ )?(?:train|ferry|bus|boat|sleeper|coach)|spent (?:a|the|two|three|four|five|ten|\\d+|our|my|some) \\p{L}+)(?![\\p{L}-]).*\\p{Lu}`,
      'iu',
    ),
    beside:
      /[^.] (?:across|round|around|through|along|down|up|over|to|in|into|on|the|from|part of|at|off|past|between|of)?[^.]*?(?<!with )\p{Lu}\p{L}/u,
    unless:
      /\b(?:every|to (?:work|school|the (?:doctor|dentist|hospital|vet))|the (?:dog|kids|children)|into (?:debt|administration)|through (?:a phase|surgery)|on (?:strike|sick leave|a diet|leave)|ladder|mad|vegan|missing|bankrupt|off (?:meat|coffee|the)|out (?:on|of|the|with)|out the|fortune|to bed)\b/iu,
  },
  {
    attributes: ['trip'],
    concepts: ['trip'],
    form: /^(?:Interrail|Road ?trip|Honeymoon|Holidays?|Weekend|Pilgrimage|Safari|Cruise|Trip|Tour|Camping|Backpacking|Hike|Trek|City break|Sailing|Ski(?:ing)? (?:trip|week)|Voyage|Bike tour|Cycling tour)\b.*(?:\b(?:19|20)\d\d\b|\bwith \p{Lu}|\b(?:in|to|round|through|across|along|of) \p{Lu})/u,
    unless: /\b(?:planned|booked|next|wants?|dream|shifts?|tickets)\b|:/i,
  },
  {
    attributes: ['phone'],
    words: ['phone', 'number'],
    form: /\b(?:reachable|reached|reach me|text(?: me)?|call me|ring me|whatsapp|signal|telegram|phone|mobile|cell|tel|landline|handy)\b(?! lost)[^.]{0,30}?(?<![\d.,])\+?\(?\d{2,5}\)?(?:[ -]?\d{2,4}){2,4}(?![\d.,]\d)/iu,
  },
  {
    attributes: ['nickname'],
    words: ['call'],
    form: /^(?:please )?(?:(?:say|use|write) \p{L}+(?:,| and| but)? not|(?:call|address) (?:me|him|her) |(?:prefers?|wants?|likes?|would like|wishes) to be (?:called|addressed|known)|goes by|known as)/iu,
    unless: /\d{3}|\b(?:if|when|before|after|back|by)\b/i,
  },
  {
    ofUser: ['event'],
    concepts: ['concert'],
    words: ['concert'],
    form: /^(?:(?:[Ii]|[Ww]e) )?(?:(?:went|been|got|have been) (?:to see|to hear)|[Ww]ent to see|[Ss]aw|[Hh]eard) \p{Lu}[^,.]{1,40}? (?:live|play|at (?:the )?\p{Lu}\p{L}*(?: \p{L}+)? ?(?:arena|hall|stadium|shell|castle|park|dome|club|theatre|theater|festival|centre|center|garden|palace|house|bowl|spodek))\b/u,
    unless: /\b(?:Dr|clinic|hospital|doctor)\b/,
  },
  {
    attributes: ['learning_language'],
    form: /\b(?:(?:class(?:es)?|lessons?|course|tutor|tuition|tandem) (?:in|for|of) (?:spanish|french|german|italian|portuguese|dutch|norwegian|swedish|danish|finnish|icelandic|polish|czech|slovak|hungarian|romanian|croatian|russian|ukrainian|greek|turkish|arabic|hebrew|farsi|persian|hindi|urdu|bengali|tamil|chinese|mandarin|cantonese|japanese|korean|vietnamese|thai|swahili|yoruba|irish|welsh|gaelic|basque|catalan|english|latin|esperanto|asl|bsl|sign language)|(?:spanish|french|german|italian|portuguese|dutch|norwegian|swedish|danish|finnish|icelandic|polish|czech|slovak|hungarian|romanian|croatian|russian|ukrainian|greek|turkish|arabic|hebrew|farsi|persian|hindi|urdu|bengali|tamil|chinese|mandarin|cantonese|japanese|korean|vietnamese|thai|swahili|yoruba|irish|welsh|gaelic|basque|catalan|english|latin|esperanto|asl|bsl|sign language) (?:(?:evening|night|online|beginners'?) )?(?:class(?:es)?|lessons?|course|tutor|tandem)|(?:learning|studying|practising|practicing|picking up|brushing up(?: on)?) (?:some |a little )?(?:spanish|french|german|italian|portuguese|dutch|norwegian|swedish|danish|finnish|icelandic|polish|czech|slovak|hungarian|romanian|croatian|russian|ukrainian|greek|turkish|arabic|hebrew|farsi|persian|hindi|urdu|bengali|tamil|chinese|mandarin|cantonese|japanese|korean|vietnamese|thai|swahili|yoruba|irish|welsh|gaelic|basque|catalan|english|latin|esperanto|asl|bsl|sign language))\b/iu,
    unless: /\b(?:teach(?:es|ing)?|gives?|giving|wants? to|would|used to|gave up|dropped|finished)\b/i,
  },
  {
    ofUser: ['boss'],
    words: ['boss'],
    form: /\b(?:head chef|foreman|forewoman|(?:depot|team|shift|line|area|floor|branch|duty|site|store|plant|general|department|unit|ward) (?:head|lead|leader|manager|chief|supervisor|sister)|(?:signs|approves) (?:off )?my (?:leave|hours|time ?sheets?|holidays?|expenses)|[Ii] (?:report|answer) to)\b/u,
    unless:
      /\b(?:[Ii] am|[Ii]'m|as|is|was|became|become|promoted to|works? as|of being) (?:now )?(?:an? |the |our )?(?:\p{L}{1,20} )?(?:head chef|foreman|forewoman|head|lead|leader|manager|chief|supervisor|sister)\b/u,
  },
  {
    attributes: ['alcohol'],
    concepts: ['alcohol'],
    form: /\b(?:(?:had|touch(?:ed|es)?|drunk|drinks?) a drop|not a drop(?! of)|dry (?:since|for \p{L}+ (?:years|months))|sober|(?:off|gave up|given up|quit|stopped) (?:the )?(?:booze|drink|drinking|bottle))\b/iu,
    unless: /\b(?:bought|gift|gave (?:me|him|her)|spilled|sauce|recipe)\b/i,
  },
  {
    attributes: ['trip'],
    concepts: ['trip'],
    form: /^(?:(?:I|We|She|He) )?(?:[Ww]as|[Ww]ere|[Bb]een|[Hh]ave been|[Hh]as been|[Vv]isited|[Ss]tayed) (?:in |at |to |on |with )?\p{Lu}.*\b(?:with \p{Lu}|last|in (?:19|20)\d\d|ago|for (?:a|two|three) (?:week|month|day)s?)/u,
    unless: /\b(?:Hospital|Clinic|[Bb]orn|[Mm]arried|Dr)\b/u,
  },
  {
    attributes: ['sleep_fact'],
    concepts: ['sleep_disorder'],
    form: /\b(?:l(?:ies?|ying) awake|awake (?:until|till|at|all|half|most)|(?:cannot|can't|hard(?:ly)? to|struggles? to|trouble) (?:get to |fall(?:ing)? a?)?sleep(?:ing)?|sleeps? (?:poorly|badly|lightly|fitfully|terribly|like)|keeps? (?:me|him|her|us) (?:awake|up)|kept awake|light sleeper|bad sleeper|insomnia|(?:cannot|can't|never) (?:fall|get) (?:asleep|to sleep)|wakes? (?:up )?(?:a )?(?:dozen|many|ten|five|six|constantly|every)|tosses? and turns?|night sweats|wakes? (?:up )?(?:at (?:two|three|four|2|3|4)|several|in the middle))\b/iu,
  },
  {
    attributes: ['workdays'],
    concepts: ['shift_work'],
    words: ['shift'],
    form: /^(?:early|late|night|day) (?:turn|shift|week|shifts|duty)s?\b|^(?:my |the |her |his )?(?:shifts?|rota|roster|on call|on duty|working hours|office hours|opening hours|hours:|hours (?:are|at work))(?! the)(?![\p{L}-])|\b(?:on call|on duty|on standby) (?:every|each|from|on|one|this|next|until|at|second|alternate)|\bworks? (?:the )?(?:early|late|night|day|back|graveyard|swing|split|double|weekend)s?(?: shifts?)?\b|\bworks? (?:nights|earlies|lates|shifts|weekends|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\b(?:workshop|shop|studio|practice|salon|stall|surgery|clinic) is open (?:from|on|mon|tue)|\b(?:\d|two|three|four|five) (?:nights|days|shifts|evenings) (?:a|per) week\b(?=.*(?:\d|shift|work|rest))/iu,
    unless: /\bkeyboard|gear|shift key\b/i,
  },
  {
    attributes: ['debt'],
    concepts: ['debt'],
    words: ['owe', 'debt'],
    form: /\b(?:(?:have|has|need|needs) to (?:pay|give) .{0,30}\bback\b|(?:pay|pays|paying) (?:back|off) (?:the|my|a|her|his|our|\d)|student loans?|(?:left|still) to pay(?: on| for|\b(?=.*\d))|(?:car|bank|personal) loan|loan of|in debt|overdraft|overdrawn|i\.?o\.?u\.?\b|behind (?:on|with) (?:the )?(?:rent|bills|tax|payments)|in arrears|still owes?)/iu,
    unless: /\b(?:paid|no longer|cleared|lent|owe[sd]? (?:me|us|him|her)|owed (?:[\d.,€£$]{1,12} )?by)\b/i,
  },
  {
    attributes: ['home'],
    concepts: ['home'],
    words: ['live'],
    form: /^(?:House|Flat|Apartment|Bungalow|Cottage|Maisonette|Condo|Room|Studio|Farmhouse|Loft|Houseboat|Caravan|Home)(?: of (?:my|our|her|his) own)? (?:in|at|near|outside|above|on) (?:the )?\p{Lu}\p{L}+/u,
    unless: /\b(?:sale|sold|rented out|holiday|summer|viewing|dream|nights?|booked|hilton|hotel|marriott|ibis)\b/i,
  },
  {
    attributes: ['hometown', 'birthplace'],
    words: ['native'],
    form: /^(?:(?:[Ii]|[Ww]e|[Ss]he|[Hh]e) (?:come|comes|hail|hails|am|is) |(?:Comes|Hails|Is|Am) (?:originally )?|Originally )?(?:originally )?[Ff]rom (?:the )?(?!\p{Lu}\p{L}+:|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|I\b|Dr\b)\p{Lu}\p{L}+/u,
    unless: /^From \p{Lu}\p{L}+ (?:on|onwards|until|till|to)\b|\bfrom \p{Lu}\p{L}+(?: \p{Ll}+)? (?:at|with)\b/u,
  },
  {
    attributes: ['hometown'],
    words: ['native'],
    form: /\b(?:grew up|was raised|was brought up|spent (?:my|her|his) childhood) (?:in|on|near|outside) (?:the |a )?/iu,
  },
  {
    attributes: ['favourite_food'],
    concepts: ['food'],
    words: ['comfort'],
    form: /\b(?:cheers? (?:me|him|her) up|(?:when|whenever|if) (?:(?:i|she|he|\p{L}+)(?: am|'m| is|'s| feels?| feel)|feeling|everything is)? ?(?:down|sad|blue|low|grey|gray|gloomy|bad|awful|cold outside|stressed|ill|miserable|homesick|lonely|upset|heartbroken|under the weather)|comforts? (?:me|him|her|my|himself|herself)|(?:on|after) (?:bad|hard|rough|sad|grey|gloomy) days?|picks? (?:me|him|her) up|soul food|makes? everything (?:better|all right|alright)|gets? (?:me|him|her) through)\b/iu,
    beside:
      /\b(?:eats?|eating|makes?|cooks?|bakes?|bowl|plate|soup|stew|rice|noodles|ramen|pasta|macaroni|cheese|mash|potatoes|chips|pudding|cake|pie|chocolate|ice cream|toast|dumplings|pancakes?|curry|dal|porridge|congee|broth|biscuits|sausages?|beans|pizza|lasagne|crisps|pelmeni|varenyky|pirozhki|borscht|momos|jollof|fufu|poutine|pasties|crumble|goulash|pho|risotto|pierogi|khichdi)\b/iu,
  },
  {
    ofUser: ['event'],
    concepts: ['concert'],
    words: ['gig', 'show', 'perform'],
    form: /\b(?:band|choir|orchestra|group|ensemble|quartet|trio|duo|we|i|chorus|company|troupe)(?: \p{L}+)? (?:plays?|performs?|sings?|dances?|appears?) (?:at|in|on)\b|^(?:the )?\p{L}+ (?:plays?|performs? at|sings? at|headlines?) (?:at )?(?:the |a )?(?:\p{L}+ ){0,3}?(?:festival|club|hall|arena|fair|wedding|fest|theatre|church|pub|stage)\b|\b(?:have|has|having) (?:a|our|my|another|the next) (?:\p{L}+ )?(?:show|gig|concert|recital|performance|set)\b|\b(?:concert|gig|recital)s?\b|\b(?:on stage|headlin\p{L}+|supports? act)\b/iu,
    beside:
      /\b(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}* \d{1,2}|tonight|tomorrow|next|this (?:week|month|mon|tue|wed|thu|fri|sat|sun)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\d\/\d/iu,
  },
  {
    attributes: ['award'],
    words: ['achieved', 'accomplished', 'proud'],
    form: new RegExp(
      `${SUBJECT}(?:won|passed|graduated|earned (?:my|an?|the|her|his)|published|qualified|(?:finished|completed) (?:restoring|renovating|building|writing|(?:my|an?|the|her|his) (?:\\p{L}+ ){0,3}?(?:thesis|dissertation|degree|phd|masters?|marathon|triathlon|ironman|race|book|novel|album|course|training|apprenticeship|exams?|studies|quilt|boat|house|trail|way|season|project|challenge))|placed (?:first|second|third|\\d)|came (?:first|second|third)|got (?:(?:my|his|her|the|an?|\\p{L}+|\\p{L}+'s) ){0,3}?(?:certificate|licence|license|diploma|degree|citizenship|promotion|promoted|black belt|qualification|medal|tenure)|ran (?:an?|my|the|her|his) (?:first |full |half |whole )?(?:\\p{L}+ )?(?:marathon|ultra|10k|5k)|gave (?:a|my|her|his) (?:first )?(?:talk|lecture|concert|recital|speech)|paid off|reached (?!out|for|him|her|me|them)|(?:beat|broke) (?:a|the|my|her|his) (?:\\p{L}+ )?(?:records?|best|pb|time)|beat cancer|was (?:awarded|promoted|elected)|learn(?:ed|t) to|swam (?:the|across)|quit smoking|stopped smoking|founded|(?:opened|set up|started) (?:a|my|her|his|the) (?:own )?(?:\\p{L}+ )?(?:shop|business|company|charity|café|cafe|restaurant|studio|school|practice|club|bakery|gallery|museum|firm)|built (?:a|my|her|his)|wrote (?:a|my|her|his) (?:\\p{L}+ )?(?:book|novel|thesis|memoir|album|play))(?![\\p{L}-])`,
      'iu',
    ),
    unless: /\bpassed (?:away|out|by|on|the (?:salt|time|ball|buck))\b/iu,
  },
  {
    ofUser: ['housemates'],
    words: ['housemate'],
    form: /\b(?:(?:[Ll]ives?|living|[Ss]tays?|staying|lodges?) (?:alone |now |still )?(?:in|at) (?!fear|hope|peace|sin)(?:[^ ,.;]{1,20} ){1,6}with (?:me|us|him|her|\p{Lu})|(?:[Ll]ives?|living|lodges?) with (?:me|us|(?:him|her)(?=$|[.,;]))|moved in with (?:me|us)|[Ss]hares? (?:the|a|my|our|his|her) (?:\p{L}{1,20} )?(?:house|flat|apartment|home|place|room|boat|cabin))/u,
  },
  {
    attributes: ['age', 'birthday'],
    form: /(?:^|, |\()born (?:in |on )?(?:\p{L}+ )?(?:19|20)\d\d\b/u,
  },
  {
    attributes: ['age'],
    form: /^(?:\p{L}+ ){0,3}?\p{Lu}\p{L}+(?:,| is| are| has turned| turns| turned| just turned) (?:now |only |nearly |almost |already )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\p{L}+)?|\d{1,3})(?=$|[,.;]| and (?!a half)| in \p{Lu}| (?:years?|months?) old| this| next| on)/u,
    unless: /\b(?:o'clock|pm|am|km|kg)\b/i,
  },
  {
    attributes: ['instrument'],
    form: /\b[Pp]lays? the (?!part|role|fool|lottery|market|victim|horses|stock|long game|field|same)[\p{L}-]{3,} (?:at|in|with|for)\b|\b[Pp]lays? (?:the )?[\p{L}-]+ (?:in|with|for) (?:an?|the|our|my|her|his) (?:[\p{L}-]+ ){0,4}?(?:groups?|bands?|orchestra|ensemble|quartet|trio|duo|combo|choir|church|troupe)\b/u,
    unless: /\bplays? (?:the )?(?:football|cricket|tennis|bridge|chess|cards|golf|darts|rugby|hockey|games|part)\b/i,
  },
  {
    words: ['lonely'],
    form: /\b(?:few friends|no friends|(?:broke|split|breaking|splitting) up|break-?up|separated from|lives? (?:alone|by (?:my|him|her)self)|widow(?:ed|er)?|miss(?:es)? (?:my|his|her) (?:late|family|friends|home)|knows? (?:no one|hardly any)|left me|(?:haven't|hasn't|have not|has not|rarely|seldom|hardly ever) (?:seen|sees?|meets?) (?:my |his |her |any |old ){0,2}friends|is on (?:my|his|her) own|feels? alone)\b/iu,
  },
]

/** What a note shows by its wording. */
export function shownByWording(text: string): ShownByWording {
  const attributes = new Set<string>()
  const concepts = new Set<string>()
  const words = new Set<string>()
  const ofUser = new Set<string>()
  const plain = text.replace(/[’‘ʼ]/gu, "'")
  if (plain.length <= NOTE_CHARS_MAX)
    for (const each of WORDINGS) {
      if (!each.form.test(plain) || each.unless?.test(plain) || (each.beside && !each.beside.test(plain))) continue
      if (each.attributes?.some((name) => MAY_BE_WISHED.has(name)) && NOT_SO.test(plain)) continue
      for (const name of each.attributes ?? []) attributes.add(name)
      for (const name of each.ofUser ?? []) ofUser.add(name)
      for (const name of each.concepts ?? []) concepts.add(name)
      for (const word of each.words ?? []) words.add(word)
    }
  return { attributes: [...attributes], ofUser: [...ofUser], concepts: [...concepts], words: [...words] }
}

/** What a text must not deny or wish for. */
const MAY_BE_WISHED = new Set(['trip', 'award', 'home'])
