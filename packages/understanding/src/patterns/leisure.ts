import type { Pattern } from './pattern.ts'

/** What is named a favourite, and the attribute that says it. */
const KINDS: readonly (readonly [attribute: string, nouns: string])[] = [
  ['favourite_colour', 'colour color shade'],
  ['favourite_book', 'book novel'],
  ['favourite_author', 'author writer poet novelist'],
  ['favourite_film', 'film movie'],
  ['favourite_series', 'series show programme sitcom'],
  ['favourite_music', 'music genre'],
  ['favourite_artist', 'band singer artist composer musician painter'],
  ['favourite_song', 'song hymn'],
  ['favourite_game', 'game boardgame'],
  ['favourite_team', 'team club'],
  ['favourite_place', 'place spot city country beach park'],
  ['favourite_season', 'season'],
]
/** "All-time favourite author: …", "favourite series at the moment is …", and "teal is my favourite colour". */
const FAVOURITES: readonly Pattern[] = KINDS.map(([attribute, nouns]) => {
  const noun = `favou?rite (?:(?:tv|board|video|card|computer|football|rugby|cricket|hockey|holiday) )?(?:${nouns.split(' ').join('|')})`
  return [
    attribute,
    nouns,
    new RegExp(
      `\\b${noun}\\b(?: (?:of all time|of (?:hers|his|mine)|at the moment|right now|these days|so far|ever|by far|this year|in the world|as a child|to \\w+))?(?: (?:is|are|was)(?: now| still)?|:) (?<v>(?!(?:losing|winning|playing|out|back|not)\\b).+)|\\b${noun} (?<w>(?!(?:is|are|was)\\b|.* is )\\w.*)|^(?<x>[^,]{2,60}?) (?:is|are) (?:my|our|her|his|the user's|[\\w-]+'s) (?:[\\w-]+ )?${noun}\\b`,
    ),
  ]
})

const LONGS =
  "(?:wants?|always wanted|would (?:\\w+ )?(?:like|love)|'d (?:\\w+ )?(?:like|love)|dreams?|dreaming|longs?|hopes?|hoping|itching|dying) (?:to|of)"
/** "Wants to see a doctor", "wants to go to university": no journey. */
const NO_DESTINATION =
  '(?:(?:bed|sleep|work|school|uni|university|college|church|mass|court|therapy|rehab|more|less|if|how|what|whether|him|them|me|us|you|her|it|that|home|again|progress|results|someone|people|friends|counselling|(?:law|art|drama|medical|music|business|film|boarding|night) school)\\b|(?:an?|the|her|his|my|our|their) (?:[\\w-]+ ){0,2}?(?:doctors?|gp|dentist|therapist|counsellor|physio|specialist|lawyer|solicitor|gym|pub|shops?|toilet|cinema|theatre|hairdresser|office|bank|end|point|light|back|park|pool|kids|children|mother|father|parents|mum|dad|sister|brother|son|daughter|friends?|family|band|film|play|show|match|game|concert|ballet|opera|wedding|footsteps)\\b)'

const AIRLINES =
  'lingus ryanair emirates qantas lufthansa klm easyjet indigo delta etihad finnair jetblue iberia wizz jet2 airways airlines vistara qatar'
const AIRLINE =
  '(?:aer lingus|ryanair|emirates|qantas|lufthansa|klm|easyjet|indigo|air (?:india|france|canada|new zealand)|delta|etihad|finnair|jetblue|iberia|wizz(?: air)?|jet2|vistara|qatar|[\\w ]{2,20} (?:airways|airlines))'
const CAMERAS = 'fujifilm fuji canon nikon leica olympus pentax hasselblad rolleiflex gopro polaroid mirrorless dslr'

/** Favourites, wishes and places to see, values, and what flies, takes photos and answers. */
export const LEISURE: readonly Pattern[] = [
  ...FAVOURITES,
  [
    'wants_to_visit',
    'visit visiting travel travelling go going see seeing return explore fly',
    new RegExp(
      `\\b${LONGS} (?:(?:one day|some ?day|finally) )?(?:visit(?:ing)?|travel(?:ling)? (?:to|through|around|round|across)|go(?:ing)?(?: back)? to|return(?:ing)? to|explor(?:e|ing)|fly(?:ing)? to|see(?:ing)?) (?<v>(?!${NO_DESTINATION}).+)`,
    ),
  ],
  [
    'wants_to_visit',
    'walk walking hike hiking trek trekking cycle cycling drive driving sail sailing ski skiing surf surfing dive diving snorkel snorkelling camp camping backpack swim bucket',
    new RegExp(
      `\\b${LONGS} (?:(?:one day|some ?day|finally) )?(?:(?:walk|hike|trek|cycle|walking|hiking|trekking|cycling) (?:in |(?=the (?!dogs?|kids|children|stairs|floor|line|streets)))|(?:walk|hike|trek|cycl|driv|sail|swim|backpack)(?:e|ing)? (?:across|around|round|through|from) |(?:ski|surf|dive|snorkel|camp|sail|hike|trek|skiing|surfing|diving|snorkelling|camping|sailing) (?:at|in|on|off|along) )(?<v>(?!${NO_DESTINATION}).+)|\\bbucket list(?: is| has| includes|:)? (?<w>(?!to\\b).+)|^(?<x>[^,;]{2,40}?) (?:is|are) on (?:my|her|his|our) bucket list\\b`,
    ),
  ],
  [
    'airline_preference',
    AIRLINES,
    new RegExp(
      `\\b(?:fl(?:y|ies|ying)|prefers?|airline(?: is|:)) (?:with |to fly (?:with )?)?(?<v>${AIRLINE}\\b.*)|\\b(?:frequent flyer|air miles|miles|points|status) (?:with|on|at) (?<w>${AIRLINE}\\b.*)`,
    ),
  ],
  [
    'camera',
    CAMERAS,
    new RegExp(
      `\\b(?:shoots? (?:with|on)|has|have|'ve got|got|owns?|uses?|bought|camera(?: is|:)) (?:an? |the |her |his |my )?(?<v>(?:[\\w-]+ ){0,3}?(?:${CAMERAS.split(' ').join('|')})\\b(?! (?:printer|scanner)).*)|^(?<w>(?:(?:${CAMERAS.split(' ').join('|')}) [a-z]*\\d\\w*|sony a\\d\\w*).*)`,
    ),
  ],
  [
    'wish',
    'wish wishes wishlist list christmas birthday fancies could',
    /\bwish(?:es)? for (?<v>(?:an?|new) .+)|\bwish ?list(?: is| has| includes|:)? (?<w>(?!(?:is |has )?(?:full|empty|long|endless|getting|too)\b).+)|\b(?:could do with|fancies) (?<z>(?:an?|some) new .+)|\bfor (?:christmas|(?:my|her|his) birthday),? (?:i|she|he)(?:'d| would)? (?:like|love|wants?) (?<x>(?!to\b).+)|\b(?:wants?|would (?:like|love)|'d (?:like|love)|is hoping for) (?<y>(?!to\b).+?) for (?:christmas|(?:my|her|his) (?:birthday|\d\d(?:th|st)))\b/,
  ],
  [
    'assistant_name',
    'assistant ai chatbot bot',
    /\bcalls? (?:the|this) (?:ai |digital |virtual )?(?:assistant|ai|chatbot|bot) (?<v>(?!useless|stupid|dumb|rude|slow|boring|clever|for\b|every\b|when\b)[\w-]+)(?=$|[,;.])|^(?:the |my |her |his )?(?:ai|digital|virtual) assistant(?: is called|'s name is) (?<w>[\w-]+)/,
  ],
  [
    'value',
    'matters matter means comes first believes believe cares care principle',
    /^(?<v>(?!it\b|this\b|that\b|what\b|nothing\b|all that\b)[\w ,'-]{3,50}?) (?:matters?|means?) (?:a lot|a great deal|more|most|everything|the world)(?: to (?:me|her|him))?\b|^(?<w>(?:family|work|health|god|faith|the (?:family|kids|children)) comes? first)\b|\bbelieves? in (?<x>(?!god|jesus|allah|ghosts|reincarnation|karma|astrology|santa|anything|nothing|himself|herself|myself|me\b|him\b|her\b|you\b).+)|\bbelieves? (?:that )?(?<y>(?:\w+ ){1,4}(?:should|ought to)\b.+)|\bcares? (?:a lot |deeply |passionately |strongly )?about (?<z>(?!her\b|him\b|his\b|me\b|my\b|them\b|people'?s? opinions?).+)|^(?:never|always|only|won't|will not) (?<a>.+) on principle\b/,
  ],
  [
    'politics',
    'left right centre tory marxist communist socialist democrat libertarian republican voter supporter',
    /(?:^|\b(?:am|is|'m|i'm|politically|votes) )(?:an? )?(?:lifelong |staunch |committed |proud )?(?<v>(?:floating|swing|undecided|labour|tory) voter|(?:left|right|centre)[- ](?:wing|leaning|of[- ]centre)(?:er)?|tory|socialist|marxist|communist|social democrat|libertarian|republican)(?=$|,|;| and\b| at heart\b| through and through\b)/,
  ],
  [
    'politics',
    'gael fail fáil sinn labour tory bjp congress',
    /^(?:an? )?(?<v>(?:fine gael|fianna f[aá]il|sinn f[eé]in|labour|tory|bjp|congress) (?:all (?:her|his|my) life|voter|supporter|through and through)\b.*)/,
  ],
]
