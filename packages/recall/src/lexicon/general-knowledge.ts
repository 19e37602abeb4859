/*
 * Questions of general knowledge, by their shape: of the capital of a country, the tallest of all mountains, how a machine
 * works. A store may hold the answer nonetheless, so each names the words without which a memory does not answer.
 */

/** What is asked of things that are known to all. */
const QUALITIES =
  `capital|population|speed|boiling point|melting point|freezing point|square root|cube root|definition|meaning|currency|
  chemical symbol|symbol|formula|atomic (?:number|weight|mass)|area|circumference|diameter|radius|volume|density|altitude|
  exchange rate|inflation rate|gdp|national anthem|official language|recipe|ingredients|symptoms|side effects|plot|moral|
  plural|opposite|synonym|antonym|etymology|origin|pronunciation|past tense|half-life|life expectancy|distance|difference|
  time difference|causes`.replaceAll(/\n\s*/g, '')
/** Offices and parts that one person in the world has. */
const ROLES =
  `president|vice president|prime minister|king|queen|emperor|chancellor|pope|mayor|governor|ceo|founder|inventor|author|
  composer|director|captain|coach|discoverer`.replaceAll(/\n\s*/g, '')
/** Things of which there is one largest. */
const THINGS =
  `mountain|peak|river|lake|ocean|sea|desert|island|continent|country|city|capital|planet|star|moon|galaxy|animal|mammal|bird|
  fish|insect|snake|tree|building|tower|skyscraper|bridge|tunnel|dam|port|airport|stadium|volcano|waterfall|canyon|glacier|
  element|metal|language|bone|muscle|organ|word|number|war|empire|economy|army|company|dinosaur|cave`.replaceAll(
    /\n\s*/g,
    '',
  )
const MOST =
  `(?<key>tallest|highest|biggest|largest|longest|deepest|fastest|slowest|oldest|smallest|shortest|heaviest|lightest|hottest|
  coldest|wettest|driest|richest|poorest|strongest|hardest|rarest|closest|nearest|busiest|deadliest|most (?:populous|populated|
  spoken|venomous|poisonous|expensive|visited|common|abundant|dangerous|powerful))`.replaceAll(/\n\s*/g, '')
const EVERYWHERE =
  `(?:in|on|of|to) (?:the )?(?:world|earth|universe|solar system|galaxy|all time|human body|history|europe|asia|africa|
  america|north america|south america|australia|antarctica|oceania|usa?|uk|sun|eu)`.replaceAll(/\n\s*/g, '')
const BODY =
  '(?:human body|human|world|universe|solar system|earth|alphabet|eu|usa?|uk|european union|united \\w+|bible|periodic table)'

/** `key`: where the words begin that a memory which answers contains. */
const FORMS: readonly RegExp[] = [
  new RegExp(
    `^what(?:'s| is| are| was| were) (?:the )?(?:normal |average |usual )?(?<key>${QUALITIES}) (?:of|for|between|in)\\b`,
  ),
  /^what(?:'s| is| are) (?:the |an? )(?<key>normal|average|typical) /,
  new RegExp(
    `^who(?:'s| is| was| are) (?:the )?(?:current |first |last )?(?<key>${ROLES}) of (?!the\\b(?! (?:united|european|us|usa|uk|eu|world)\\b)|this\\b|that\\b)`,
  ),
  /^who was the first (?:man|woman|person|human|american|european) (?<key>\w+ (?:the )?\w+)/,
  new RegExp(
    `^(?:what|which|who)(?:'s| is| are| was| were)? (?:the |a )?(?:\\w+ )?(?:is |was )?(?:the )?${MOST} .{0,40}${EVERYWHERE}\\b`,
  ),
  new RegExp(`^(?:what|which)(?:'s| is| was)? (?:the )?${MOST} (?:\\w+ )?(?:${THINGS})\\b`),
  new RegExp(`^(?:what|which) (?:${THINGS}) (?:is|was) (?:the )?${MOST}\\b`),
  /^who (?<key>invented|discovered|composed|directed|starred in|assassinated|conquered|painted|wrote|founded|designed) (?!a\b|an\b|the\b|to\b|this\b|that\b)\w/,
  /^who (?<key>invented|discovered|composed|directed|assassinated|conquered) the\b/,
  /^who (?:painted|wrote|sang|designed|built) the (?<key>\w+ \w+)/,
  /^who (?<key>won|scored|hosted|lost) .{0,60}\b(?:(?:19|20)\d\d|world cup|league|oscars?|nobel|olympics?|championships?|elections?|war|grand prix|super ?bowl)\b/,
  /^(?:what|which) year did (?:the )?(?<key>\w+(?: \w+){0,3}) (?:sink|end|begin|start|happen|fall|die|erupt|open)\b/,
  /^when did (?:the )?(?<key>(?:\w+ ){0,3}(?:war|revolution|empire|wall|titanic|plague|ice age|dinosaurs)) /,
  /^when(?:'s| is| was) the (?:next |last )?(?<key>(?:solar |lunar )?eclipse|full moon|leap year|solstice|equinox)\b/,
  /^how (?:many|much) (?<key>\w+ .{0,30}?(?:in|on|does|do|has|have|to) (?:an?|one) (?!day\b|week\b|month\b|year\b|night\b|time\b|row\b|while\b)\w+)/,
  new RegExp(`^how many (?<key>\\w+) (?:are )?(?:there )?(?:in|on) the ${BODY}\\b`),
  /^how many (?<key>\w+) (?:are )?(?:there )?in an? (?:day|week|month|year|leap year|minute|hour|decade|century)\W*$/,
  /^how many (?<key>people) (?:live|are there|are living) in (?!the\b|this\b|that\b)\w/,
  /^how (?:does|do) an? (?<key>(?:\w+ ){1,3}(?:work|form|function|breathe|fly|sleep|swim|grow|reproduce|happen|spread))\W*$/,
  /^how (?:does|do) (?!the\b|it\b|you\b|they\b|this\b|that\b)(?<key>\w+ (?:work|form|function|breathe|fly|sleep|swim|grow|reproduce|happen|spread))\W*$/,
  /^how do (?!you\b|they\b|the\b)(?<key>\w+s \w+)\W*$/,
  /^what (?:does|do) (?:the (?:word|term|phrase|abbreviation|letters?) )?(?<key>(?!the\b|one\b|two\b|three\b|four\b|five\b|it\b|this\b|that\b|these\b)\D{1,40} (?:mean|stand for))\W*$/,
  /^what is the meaning of\b|^what language do they speak in\b/,
  /^what causes (?!the\b)(?<key>\w+(?: \w+)?)\W*$/,
  /^why (?:is|are|do|does) (?:the )?(?:sky|sea|moon|sun|grass|ocean|leaves|stars|earth) (?<key>\w+)/,
  /^how far (?:away )?is (?:it|the (?:moon|sun|earth))\b/,
  /^what time is it\b|^what(?:'s| is) the time (?:in|now)\b|^what(?:'s| is) (?:today's date|the date today)\b|^what day is (?:it|today)\b/,
  /^(?:what|how)(?:'s| is| will| was) the weather\b|^(?:is|will|does) it (?:going to )?(?:rain|snow|raining|snowing|hail|be (?:sunny|rainy|cold|hot|windy|warm|cloudy))\b|^what(?:'s| is) the (?:forecast|temperature) /,
  /^(?:what(?:'s| is)|give me) (?:the |a )?(?<key>recipe)s? (?:for|of)\b/,
  /^what(?:'s| is| are) the (?:best|easiest|fastest) way to (?<key>clean|remove|cook|learn|store|get rid of|lose|treat|cure)\b/,
  /^how long does it take to (?:boil|cook|bake|roast|fry|steam|learn|digest)\b(?<key> .{1,40})/,
]
/** How something is done: by anyone, if it names nothing that is known. */
const HOW_TO =
  /^how (?:(?:do|can|would|should) (?:i|you|we|one)|to) (?:best )?(?:make|cook|bake|boil|fry|grill|roast|peel|chop|fix|repair|remove|get rid of|clean|iron|sharpen|tie|fold|knit|sew|plant|grow|prune|install|uninstall|format|convert|calculate|spell|pronounce|say|draw|whiten|cure|treat|become|write|solve) (?!the\b|my\b|our\b|it\b|this\b|that\b|her\b|his\b|on\b|in\b|at\b|up\b|for\b|with\b|to\b|from\b|after\b|before\b|when\b)(?<key>.{1,40})/
const HOW_DO_YOU =
  /^how do you (?!know\b|like\b|feel\b)(?:\w+) (?:an? )?(?!the\b|me\b|it\b|this\b|that\b)(?<key>\w+)\W*$/

/** The words of which a memory lacks one unless it answers, if a query in lower case is one of general knowledge. */
export function generalKeys(text: string, isPersonal: boolean): readonly string[] | undefined {
  const howTo = HOW_TO.exec(text) ?? HOW_DO_YOU.exec(text)
  const withoutGeneric = howTo && !/\b(?:my|our|her|his|their|me|us|mine|she|he|they)\b/.test(text)
  const found =
    isPersonal && !withoutGeneric ? undefined : (howTo ?? FORMS.map((form) => form.exec(text)).find(Boolean))
  if (!found) return undefined
  const key = found.groups?.key
  if (key === undefined) return []
  return text
    .slice(text.indexOf(key))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
