/*
 * What people do for a living, as a verb with what it is done to: "guides hikers", "lays tiles". The object tells that it is
 * neither a chore nor a hobby.
 */

const ADJECTIVES = String.raw`(?:(?!(?:old|my|his|her|our|own)\b)[\p{L}'-]+ ){0,2}?`
const VEHICLES =
  'taxi|cab|minicab|bus|coach|lorry|lorries|hgv|tram|train|metro|ambulance|tractor|forklift|digger|excavator|crane|bulldozer|tro-?tro|' +
  'matatu|boda|okada|keke|tuk-?tuk|rickshaw|jeepney|limousine|hearse|combine|snowplough|taxis|buses|coaches|trains|trams|trucks|' +
  'ambulances|cranes'
const PLATFORMS =
  'uber|bolt|grab|lyft|ola|yango|indrive|gett|freenow|glovo|deliveroo|wolt|lieferando|foodpanda|doordash|zomato|swiggy|gojek|' +
  'dhl|ups|fedex|amazon|dpd|hermes|evri|gls'
const WORKPLACES =
  'pharmacy|kitchen|caf[eé]|bakery|shop|stall|salon|barber ?shop|restaurant|food truck|garage|hotel|guest ?house|hostel|b&b|farm|clinic|' +
  'practice|department|ward|warehouse|depot|plant|laundry|office|branch|canteen|bar|pub|nursery|workshop|butchery|kiosk|store|lab|' +
  'laboratory|site|estate|gym|cinema|theatre|supermarket|school|post office|call centre|launderette|mill|vineyard|ranch|mine'
const COUNT = '(?:\\d+|ten|a dozen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|(?:a|one|two) hundred)'
const ENDS = '(?=$| (?:at|in|for|of|on|near|now|since|with|there|by|here|from)\\b)'

/** Verb phrases of trades: `s?` for "I lay" and "she lays". */
const PHRASES: readonly string[] = [
  `driv(?:es?|ing) (?:an? |the |my |his |her )?${ADJECTIVES}(?:${VEHICLES})`,
  `(?:driv(?:es?|ing)|rid(?:es?|ing)|deliver(?:s|ing)?) for (?:${PLATFORMS})`,
  'rid(?:es?|ing) (?:a |an )?(?:boda(?: boda)?|okada|moto ?taxi)',
  `deliver(?:s|ing)? (?:the )?(?:food|parcels|post|mail|packages|letters|pizzas?)(?! to (?:old|elderly|my|our))`,
  'guid(?:es?|ing) (?:tours|groups|tourists|visitors|hikers|climbers|trekkers|walkers|safaris|treks|anglers)',
  'lay(?:s|ing)? (?:bricks|tiles|floors|carpets|pipes|paving|asphalt|cables?|parquet|blocks)',
  'clean(?:s|ing)? (?:offices|houses|hotel rooms|villas|windows|pools|trains|planes|buses|schools|apartments|hotels)',
  'wait(?:s|ing)? (?:on )?tables|serv(?:es?|ing) tables|tend(?:s|ing)? bar|pull(?:s|ing)? pints|stack(?:s|ing)? shelves',
  `milk(?:s|ing)? (?:about |around )?${COUNT} (?:\\p{L}+ )?(?:cows|goats|ewes|buffaloes)`,
  '(?:rais(?:es?|ing)|breed(?:s|ing)?|farm(?:s|ing)?|rear(?:s|ing)?) (?:turkeys|cattle|pigs|hogs|broilers|ostriches|sheep|prawns|shrimp|trout|salmon|tilapia|wheat|maize|corn|soya?|rice|cocoa|cassava|cotton)',
  'shear(?:s|ing)? sheep|mine(?:s)? (?:copper|gold|coal|iron|diamonds)|weld(?:s|ing)? (?:pipes|ships|frames|hulls|tanks|gates)',
  'paint(?:s|ing)? (?:houses|ships|cars)(?=$| (?:for|at|in) )|cut(?:s|ting)? hair|braid(?:s|ing)? hair|guard(?:s|ing)? (?:an? |the )?(?:warehouse|bank|mall|factory|building site)',
  'rent(?:s|ing)? (?:an?|her own|his own|my own|my|her|his) chair(?= (?:at|in) )',
  'do(?:es|ing)? (?:the )?(?:local )?(?:nights|lates|earlies|night shifts?|day shifts?|shifts|security|reception|payroll|accounts|deliveries|dispatch|maintenance|housekeeping|containers|removals|landscaping|roofing|drywall|nails|hair|lashes|data entry|transcription|tech support|aged care|home care|bookkeeping)(?= (?:at|for|in|with) )',
  'sew(?:s|ing)? (?:clothes|uniforms|shirts|garments|suits|dresses)(?= (?:at|for|in) )',
  '(?:pick(?:s|ing)?|pack(?:s|ing)?) (?:fruit|strawberries|grapes|apples|oranges|tomatoes|fish|parcels|orders|meat|eggs|boxes)(?= (?:at|for|in|on an?) )',
  'operat(?:es?|ing) (?:an? |the )(?:\\p{L}+ )?(?:crane|forklift|press|lathe|excavator|machine)',
  'dispens(?:es?|ing)(?= (?:at|in) )',
  'sell(?:s|ing)? (?:insurance|cars|houses|real estate|kitchens|furniture|shoes|phones|tickets|software|solar panels)(?=$| (?:at|for|in|now|these)\\b)',
  'keep(?:s|ing)? the books(?= (?:at|for) )|(?:work(?:s|ing)? (?:on )?|(?:am|is) on )the (?:tills?|checkouts?|front desk|reception desk)(?= (?:at|in) )',
  '(?:runs?|running|mann?(?:s|ing)?) the (?:front desk|reception|till|kitchen|bar|pharmacy counter)(?= (?:at|in|of) )',
  `(?:runs?|running|manag(?:es?|ing)) (?:the|an?) ${ADJECTIVES}(?:${WORKPLACES})${ENDS}`,
  'cook(?:s|ing)?(?= (?:at|in|on|for) (?:an?|the) (?:\\p{L}+ )?(?:school|hospital|hotel|canteen|restaurant|rig|ship|camp|nursery|kindergarten|care home|prison)\\b)',
]

/** A trade at the beginning of a predicate in lower case, and for whom or where. */
export const TRADE = new RegExp(
  `^(?<role>${PHRASES.join('|')})(?:(?: [^ ]+){0,6}? (?:at|for|with|in) (?<org>(?!a living|an? (?:bit|while|change)|the (?:mornings?|evenings?|day|night|week))[^,]+))?`,
  'u',
)
/** The same in any clause about a person. */
export const STATES_TRADE = new RegExp(
  `(?:^|^(?:i|we|she|he|they|[\\p{L}'-]+) |\\b(?:now|and|who|currently|still|mainly|mostly) )(?<v>(?:${PHRASES.join('|')})(?:\\b.*))`,
  'u',
)
/** The words of which one stands in every statement of a trade. */
export const TRADE_WORDS =
  'drive drives driving ride rides riding deliver delivers delivering guide guides guiding lay lays laying clean cleans cleaning wait waits ' +
  'waiting serves serve tend tends pull pulls stack stacks milk milks raise raises breed breeds farm farms rear rears shear shears mine mines ' +
  'weld welds paint paints cut cuts braid braids guard guards chair nights security reception payroll accounts deliveries dispatch containers ' +
  'sell sells selling keep keeps keeping desk till tills checkout checkouts nails hair shifts sew sews pick picks pack packs operate operates dispense dispenses run runs running manage manages managing cook cooks'
