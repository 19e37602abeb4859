import { DWELLINGS } from '../dwellings.ts'
import type { Source } from './rules.ts'

const OWN = '(?:my|his|her|our|their)'
/** "That she rents out". */
const LET = '(?!.*\\b(?:rent(?:s|ed|ing)?|lets?|letting) (?:it |them )?out\\b)'
/** "A small council flat", but not a second home, nor the home of another: "my mother's flat". */
const DWELLING = `${LET}(?!.*\\b(?:holiday|second|summer|winter|weekend|rental|investment|spare|beach|ski|storage|buy-to-let|guest|office|meeting|conference|waiting|prayer|dining|living|hotel|escape|changing)\\b)(?:(?![\\w-]+['’]s? )[\\w'’-]+ ){0,3}?(?:${DWELLINGS})`
const AT = '(?:in|at|near|on|outside|off|by)'
const WITH = '(?: with [^,]{2,40}?)?'

/** Where a person lives for good, of which there is one place at a time. */
export const HOME_RULES: readonly Source[] = [
  [
    'home',
    'live lives living reside resides residing based settled stay stays camps',
    /^\w+ (?:(?!in |at |on |near )[\w']+ ){0,4}(?:in|at|on|near|outside|by) (?<v>.+)/,
    'name',
  ],
  [
    'home',
    'my his her their our found rent rents renting share shares sharing took moved traded swapped exchanged',
    /^(?:(?:found|rent(?:s|ing)?|shar(?:es?|ing)(?! an? studio)|took|moved into|(?:traded|swapped|exchanged) .{2,40}? for) (?:my|his|her|their|our|a|an)|my|his|her|their|our) (?:(?:own|new|little|small|big|bigger|smaller|one-bed|two-bed|shared|terraced|detached|old) ){0,2}(?:place|flat|apartment|house|condo|studio|home|room|cottage|bungalow|houseboat|village) (?:of (?:my|his|her|their|our) own )?(?:in|at|near|on|outside) (?<v>.+)/,
    'name',
  ],
  [
    'home',
    'moved relocated relocating emigrated settled returned',
    /^\w+(?: (?!to |into |from |my |the |our |his |her |their |all |an? |on |up |away |everything |some |money )[\w']+){0,4}?(?: from (?:[^ ]+ ){1,5}?)? ?(?:back )?(?:to|into|in) (?<v>(?!.*\b(?:music|prime|premium|plus|mail|cloud|app|plan|tariff|contract|account)\b)(?!(?:an?|the|my|her|his) (?:[\w-]+ )?(?:job|position|role|post|team|department|office|seat|desk)\b).+)/,
    'name',
  ],
  [
    'home',
    'a an',
    /^an? (?!.*\b(?:holiday|second|summer|weekend|rental|investment|spare)\b)(?!.*\b(?:rent(?:s|ed|ing)?|lets?|letting) (?:it |them )?out\b)(?:[\w-]+ ){0,2}(?:(?:flat|apartment|room|studio)|(?:place|house|flat|home) of (?:my|his|her|their|our) own) (?:in|at|near|on) (?<v>.+)/,
    'name',
    'likely',
  ],
  [
    'home',
    'gone went back came come returned',
    /^(?:(?:gone|went|came|come) back|back|returned) to (?:live|living|life) in (?<v>.+)/,
    'name',
  ],
  ['home', 'rent rents renting', /^rent(?:s|ing)? in (?<v>.+)/, 'name'],
  ['home', 'ended', /^ended up (?:living |settling )(?:in|near) (?<v>.+)/, 'name'],
  ['home', 'ended', /^ended up in (?<v>.+)/, 'name', 'likely'],
  [
    'home',
    'made makes call calls called',
    /^(?:made|makes) (?:my|his|her|their|our) home in (?<v>.+)|^calls? (?<w>.+) home$/,
    'name',
  ],
  [
    'home',
    'signed got picked collected',
    /^(?:signed (?:the|a|my|our|her|his) (?:lease|tenancy)(?: agreement)? (?:on|for)|(?:got|picked up|collected) (?:the|my|our|her|his) keys (?:to|for|of)) (?!.*\b(?:holiday|office|shop|storage|studio space|weekend|rental|investment)\b)(?:my|his|her|their|our|the|a|an) (?:[\w-]+ ){0,3}?(?:place|flat|apartment|house|condo|home|cottage|bungalow|townhouse|cabin|studio|loft|duplex|maisonette|room|(?:one|two|three|four)-bed(?:room)?) (?:in|at|near|on) (?<v>.+)/,
    'name',
  ],
  [
    'home',
    'bought purchased signed closed got picked collected',
    /^(?:bought|purchased|signed (?:the|a|my|our|her|his) (?:lease|tenancy)(?: agreement)? (?:on|for)|closed on|(?:got|picked up|collected) (?:the|my|our|her|his) keys (?:to|for|of)) (?!.*\b(?:holiday|summer|second|weekend|rental|investment|buy-to-let)\b)(?:my|his|her|their|our|a|an) (?:[\w-]+ ){0,3}?(?:place|flat|apartment|house|condo|home|cottage|bungalow|villa|townhouse|farm|cabin|studio|loft|duplex|maisonette|room|bedsit|(?:one|two|three|four)-bed(?:room)?) (?:in|at|near|on) (?<v>.+)/,
    'name',
    'likely',
  ],
  [
    'home',
    'moved',
    /^moved (?:back )?(?<v>in with .+|into (?:an? |the |my |our |his |her |their )(?:[\w'-]+ ){0,3}(?:home|flat|house|apartment|bungalow|cottage|annexe?|studio|hospice|hostel)\b.*)/,
  ],
  // "I am in a shared flat in Dundee": a state, which can be a second home.
  ['home', 'in', new RegExp(`^in (?:an?|the|${OWN}) ${DWELLING}(?: of ${OWN} own)?${WITH} ${AT} (?<v>.+)`), 'name'],
  [
    'home',
    'a an my our his her their',
    new RegExp(
      `^(?:an? |one |${OWN} )?(?:${DWELLING} (?:of ${OWN} own|to (?:my|her|him)self)|${OWN} own ${DWELLING})${WITH} ${AT} (?<v>.+)|^${OWN} own ${DWELLING}${WITH} ${AT} (?<w>.+)`,
    ),
    'name',
  ],
  ['home', 'a an the', new RegExp(`^(?:an?|one|the) ${DWELLING}${WITH} ${AT} (?<v>.+)`), 'name', 'likely'],
  [
    'home',
    'rent rents renting found took taken leases leasing got share shares sharing occupies occupy',
    new RegExp(
      `^(?:rent(?:s|ing)?|found|took|taken|leas(?:es?|ing)|got|shar(?:es?|ing)(?! (?:an? |the |${OWN} )?(?:studio|allotment))|occup(?:y|ies)) (?:myself |herself |himself |ourselves )?(?:an? |one |the |${OWN} )?${DWELLING}(?: of ${OWN} own)?${WITH} ${AT} (?<v>.+)`,
    ),
    'name',
  ],
  [
    'home',
    'sleep sleeps sleeping',
    new RegExp(`^sleep(?:s|ing)? (?:now )?(?:in|at) (?:the|${OWN}) (?:own |new )${DWELLING} ${AT} (?<v>.+)`),
    'name',
  ],
  [
    'home',
    'got have has picked collected received',
    new RegExp(
      `^(?:(?:got|have|has|picked up|collected|received|handed) )?(?:the |${OWN} )?keys (?:to|for|of) (?:(?:an?|the|our|my|her|his) )?(?!.*['’]s )(?:new )?(?<v>${DWELLING}\\b.*)`,
    ),
    'name',
  ],
  [
    'home',
    'shifted',
    /^shifted(?: (?:down|up|over|back|out|across|house|home))?(?: from .{2,30}?)? (?:to|into|in) (?<v>(?!.*\b(?:shifts?|nights|days|job|team|department|office)\b).+)/,
    'name',
  ],
  [
    'home',
    'back',
    new RegExp(
      `^back (?:home )?(?:living )?(?:at|in|with) (?:${OWN} )?(?:parents|mum|mom|mam|ma|dad|mother|father|folks|family|childhood)(?:['’]s?)?(?: (?:place|house|home|flat|farm))? (?:in|at|near) (?<v>(?!.* (?:for|until|till|over|this) ).+)`,
    ),
    'name',
  ],
  [
    'home',
    'gone went back came come returned moved',
    /^(?:gone|went|came|come|moved)?(?: ?back)? ?to (?:live|living) with (?:[^ ]+ ){1,4}?(?:in|at|near) (?<v>.+)/,
    'name',
  ],
  [
    'home',
    'lodges lodging boards',
    /^(?:lodg(?:es?|ing)|boards?) (?:with|at|in|near) (?:.{2,40}? )?(?:in|at|near) (?<v>.+)/,
    'name',
  ],
  [
    'home',
    'signed',
    /^signed (?:the|an?|my|our|her|his) (?:lease|tenancy)(?: agreement)? in (?<v>.+)/,
    'name',
    'likely',
  ],
]
