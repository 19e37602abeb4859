import { HAVE, WHO, type Wording, wording } from './wording.ts'

/* Rewrites sentences in which a thing is sold or given away by other verbs: "let the bike go on eBay" becomes "sold the bike". */

/** Who sells: no modal verb that begins a sentence. */
const SELLER = `(?!(?:Would|Might|Could|Should|Will|Shall|Never|Nearly|Almost|Must|Please|May|Nobody)\\b)${WHO}`
const THING = String.raw`((?:the|my|our|his|her|their)(?: old)? (?!(?:day|moment|matter|thing|things|chance|subject|kids|children|guard|hand|hands|head|mind)\b)[\p{L}\d][\p{L}\d'’-]*(?: (?!go\b|on\b|to\b|for\b|at\b|with\b|in\b)[\p{L}\d'’-]+){0,3})`
const SEATS = String.raw`(?:both|all|all of|two of)(?: (?:the|my|our))? ((?:\p{L}+ )?(?:seats|tickets|places|passes)\b)`
const MARKET =
  '(?:on|via|through) (?:an? )?(?:eBay|Ebay|ebay|Gumtree|Craigslist|Vinted|Depop|Facebook(?: Marketplace)?|[Mm]arketplace|Etsy|Blocket|Finn|Kleinanzeigen|Leboncoin|Marktplaats|OfferUp|Olx|OLX|Wallapop|Subito|Tori|Willhaben|Ricardo|AutoTrader|Auto Trader|Freecycle|Nextdoor|the (?:classifieds|net|local group|village group|notice ?board)|[Tt]rade [Mm]e|Carousell|Mercari)'
const SUM = String.raw`(?:just |only |about |a )?(?:[€$£¥₹] ?\d[\d.,]*k?|\d[\d.,]*k?(?: ?(?:quid|euros?|pounds?|dollars?|bucks|kronor|kroner|francs?|crowns?))?|a song|peanuts|next to nothing|good money|scrap(?: value)?)(?=$|[,;.]| (?:at|on|to|in|last|this|yesterday|today|cash)\b)`
const BUYER = String.raw`(?:an? |the |some |our |my )?(?:\p{L}+ ){0,2}?(?:buyer|dealer|collector|student|teacher|neighbou?rs?|couple|family|school|museum|club|farm|farmer|charity|colleague|friend|man|woman|lad|guy|new owners?|highest bidder)\b`
const PAID = '(?:cash in hand|cash|paid(?: in full| cash)?|sold|money in the bank|deal done|buyer|new owner)'

export const WORDINGS_OF_SALES: readonly Wording[] = [
  // "Let the kids go to the farm" is no sale.
  wording(
    'let',
    `^(${SELLER})${HAVE}[Ll]et ${THING} go(?= (?:${MARKET}|for ${SUM}|to ${BUYER}|this (?:year|season)|at last|for good)| (?:last|yesterday)|$|[,;.])(?!.*\\b(?:early|home|first|to (?:bed|school|the toilet))\\b)`,
    '$1sold $2',
  ),
  wording(
    'flogged offloaded resold freecycled hawked unloaded auctioned gifted',
    `^(${SELLER})${HAVE}(?:[Ff]logged|[Oo]ffloaded|[Rr]esold|[Ff]reecycled|[Hh]awked|[Uu]nloaded|[Aa]uctioned(?: off)?|[Gg]ifted) (?:${THING}|${SEATS})(?! (?:from|off) the (?:van|truck|car|trailer|boot|lorry)\\b)`,
    '$1sold $2$3',
  ),
  wording(
    'resold flogged sold',
    `^(${SELLER})${HAVE}(?:[Rr]esold|[Ff]logged|[Ss]old(?: on)?) ${SEATS}`,
    '$1sold the $2',
  ),
  wording('parted', `^(${SELLER})${HAVE}[Pp]arted with ${THING}(?! for (?:a|the) (?:day|week|while)\\b)`, '$1sold $2'),
  wording(
    'shifted moved',
    `^(${SELLER})${HAVE}(?:[Ss]hifted|[Mm]oved(?= .* for [€$£¥₹])|[Gg]ot shot of) ${THING} (?=${MARKET}|for ${SUM})`,
    '$1sold $2 ',
  ),
  wording('shot', `^(${SELLER})${HAVE}[Gg]ot shot of ${THING}`, '$1sold $2'),
  wording(
    'cashed',
    `^(${SELLER})${HAVE}[Cc]ashed (?:out|in) (?=(?:my|our|his|her|the) (?:shares?|stake|bonds|policy|pension pot)\\b)`,
    '$1sold ',
  ),
  wording(
    'sale',
    `^(${SELLER})${HAVE}(?:[Cc]ompleted(?: on)?|[Cc]losed(?: on)?|[Ff]inali[sz]ed|[Ss]igned) the sale of (?=(?:the|my|our|his|her|their) )`,
    '$1sold ',
  ),
  wording(
    'got took taken accepted',
    `^(${SELLER})${HAVE}(?:[Gg]ot|[Tt]ook|[Tt]aken|[Aa]ccepted) (?:${SUM.replace('(?=$', '(?= for\\b|$')}) for ${THING}(?=$|[,;.]| (?:${MARKET}|at|from|last|in the end)\\b)`,
    '$1sold $2',
  ),
  wording(
    'gave given handed',
    `^(${SELLER})${HAVE}(?:[Gg]ave|[Gg]iven|[Hh]anded) (?:both|all|all of)(?: (?:the|my|our))? ((?:[\\p{L}\\d-]+ ){0,3}tickets) to `,
    '$1gave the $2 to ',
  ),
  wording('signed', `^(${SELLER})${HAVE}[Ss]igned ${THING} over to `, '$1sold $2 to '),
  wording(
    'owner owners',
    `^(${SELLER})${HAVE}(?:[Ss]hipped|[Ss]ent|[Hh]anded|[Dd]elivered|[Dd]ropped|[Dd]rove|[Tt]ook|[Bb]rought|[Pp]osted|[Ww]aved) ${THING} (?:(?:off|over|round|out|on) )?(?:to|with) (?:its|his|her|their|the|a) new owners?\\b`,
    '$1sold $2',
  ),
  wording(
    'owner owners',
    String.raw`^(?:[Tt]he|[Mm]y) ([\p{L}\d][\p{L}\d-]*(?: [\p{L}\d-]+)?)['’]s new owners? `,
    'The $1 is sold, the owner ',
  ),
  wording(
    'crushed',
    String.raw`^(?:[Tt]he|[Mm]y|[Oo]ur) ([\p{L}\d][\p{L}\d-]*(?: [\p{L}\d-]+)?) [^,.;]{3,40} and (?:was|got|is|has been) crushed\b`,
    'The $1 is gone',
  ),
  // The thing comes first.
  wording(
    'went gone fetched got made raised',
    String.raw`^(?:(?:[Tt]he|[Mm]y|[Oo]ur) )?(?:[Oo]ld )?((?!(?:[Pp]rice|[Ww]eek|[Tt]ime|[Mm]oney|[Ii]t|[Hh]e|[Ss]he|[Ww]e|[Ii]|[Tt]hey)\b)[\p{L}\d][\p{L}\d'-]*(?: [\p{L}\d'-]+){0,2}?) (?:has |have )?(?:went|gone|fetched|sold|(?:got|made|raised)(?= (?:[^ ]{1,12} ){1,4}(?:on|at) ))(?: ${MARKET})? ?(?:for )?(?=${SUM})(?<=for |fetched |got |made |raised )(?! ?\d+ ?(?:km|miles?|hours?|minutes?|days?|weeks?|laps?)\b)`,
    'The $1 is sold, ',
  ),
  wording(
    'traded',
    String.raw`^(?:(?:[Tt]he|[Mm]y|[Oo]ur) )((?:[\p{L}\d'-]+ ){0,2}?[\p{L}\d'-]+) (?:got|was|has been|is) traded (?:in )?for `,
    'I traded the $1 for ',
  ),
  // Another person leaves with it, and has paid.
  wording(
    'rowed drove rode sailed cycled walked towed wheeled pedalled',
    String.raw`^(?:an?|some|the|\p{Lu}\p{L}+) (?:[\p{L}-]+ ){0,5}?(?:rowed|drove|rode|sailed|cycled|walked|towed|wheeled|pedalled) (?:off|away) (?:in|on|with) my ([\p{L}\d][\p{L}\d-]*(?: [\p{L}\d-]+)?)(?:,| and)(?= (?:[^,;.]{0,30} )?${PAID}\b)`,
    'I sold my $1,',
    'iu',
  ),
  wording(
    'hands',
    String.raw`^[^,;.]{2,40}? (?:took|has taken|bought) (?:the|my|our) ([\p{L}\d][\p{L}\d-]*(?: [\p{L}\d-]+){0,2}) off (?:my|our) hands\b`,
    'I sold the $1',
  ),
  wording(
    'binned dumped scrapped threw chucked',
    String.raw`^(?:(?:[Tt]he|[Mm]y|[Oo]ur|[Mm]y old) )?([\p{L}\d][\p{L}\d-]*(?: [\p{L}\d-]+)?) (?:has |is )?(?:snapped|broke|broken|cracked|shattered|died|packed up|rusted through|fell apart|is beyond repair)[^,;.]{0,20}?(?:,|;| so| and)(?: (?:so|and|I|we|have))* ?(?:binned|dumped|scrapped|threw|chucked) (?:it|them)\b`,
    'The $1 is gone',
    'u',
  ),
]
