/** Of a user whose name is not known. */
export const NO_NAMES: ReadonlySet<string> = new Set()

/** The parts of a name in lower case: `aisha` and `khan` of "Aisha Khan". */
export function namesIn(name: string): ReadonlySet<string> {
  return new Set(
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}'-]+/u)
      .filter((part) => part.length > 1),
  )
}

/** Whether a text contains any of some names in lower case, also as a part of a word. */
export function mentionsAny(text: string, names: ReadonlySet<string>): boolean {
  if (!names.size) return false
  const lower = text.toLowerCase()
  for (const name of names) if (lower.includes(name)) return true
  return false
}

/** Whether a name consists of own names only: "Aisha" and "Aisha Khan", but not "Omar Khan". */
export function isOwnName(name: string, ownNames: ReadonlySet<string>): boolean {
  const parts = namesIn(name)
  if (!parts.size || !ownNames.size) return false
  for (const part of parts) if (!ownNames.has(part)) return false
  return true
}

/** Whether a name, or "user", means the person. */
export function isUser(name: string, ownNames: ReadonlySet<string>): boolean {
  return /^(?:the )?user$/i.test(name) || isOwnName(name, ownNames)
}

/** Stems of the International Nonproprietary Names (WHO). */
export const SUBSTANCE_ENDING =
  /(?:cillin|mycin|cycline|oxacin|profen|olol|sartan|azole|statin|zepam|(?<!^a)pril|dipine|gliptin|gliflozin|formin|glutide|triptan|tinib|tadine|lukast|semide|lactone|thiazide|zosin|oxetine|pramine|triptyline|dronate|parin|xaban|caine|quine)$/

/** Words for things that are also names of people or pets, and names with the ending of a verb. */
export const ALSO_NAMES: ReadonlySet<string> = new Set(
  (
    'rose lily daisy basil robin jack mark grace faith hope joy summer dawn iris ivy olive violet ruby pearl amber jade ' +
    'heather hazel holly ginger pepper rosemary sage willow poppy jasmine dean frank art bill pat guy max ray rich sandy ' +
    'buddy honey cookie coco mocha biscuit luna star sunny lucky shadow tiger bear fly moss clay cliff glen heath reed ' +
    'rusty smoky patch spot peanut pumpkin muffin toffee brandy whisky sherry angel chance melody harmony christian dolly ' +
    'miles sterling faith dan drew will james lars anders niels agnes charles frances dolores mercedes giles jules moses wes ' +
    'yves ines rhys gladys andres'
  ).split(' '),
)

/** Of these, the words that are more often a name when a note begins with them. */
export const MOSTLY_NAMES: ReadonlySet<string> = new Set(
  (
    'rose lily daisy robin jack grace ivy violet ruby amber jade heather hazel holly poppy jasmine dean frank pat guy max ' +
    'ray sandy dolly christian melody dan drew will'
  ).split(' '),
)

/** Words at the start of a clause that are never names: verbs, determiners, nouns of everyday life. */
export const NOT_NAMES = new Set(
  (
    'you her his my our their she he they i we e-mail the a an this that these those there it its all every each some any no one two three four five six seven eight nine ten ' +
    'never always often usually sometimes still now absolutely really truly deeply genuinely secretly utterly totally completely simply positively strongly regularly occasionally rarely seldom hardly generally typically frequently just recently finally lately eventually meanwhile nowadays mostly mainly normally soon already temporarily permanently officially sadly luckily unfortunately happily actually apparently currently formerly previously originally also only not ' +
    'yes ok okay family today tomorrow yesterday tonight please and but or if unless until once whenever when while after before since because although ' +
    'what who whom whose which where why how then so as at by for from in on of off out over up to with without during about ' +
    'work home dinner lunch breakfast coffee tea food music sport running swimming cycling yoga sleep birthday phone email ' +
    'post mail letters parcels deliveries address car bike house flat apartment garden train bus plane flight meeting appointment doctor dentist school weight ' +
    'height blood resting shoe favourite favorite best first last next new old left right both everything nothing password ' +
    'wifi wi-fi rent bank budget passport team project system assistant user parents farm cottage studio office shop place torn broken swollen worn ' +
    'skin throat face tongue lips eyes stomach gut nose hands chest body airways lungs'
  ).split(' '),
)
