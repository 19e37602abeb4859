import type { Pattern } from './pattern.ts'

const LANGUAGES =
  'spanish french german italian portuguese dutch norwegian swedish danish finnish polish czech slovak croatian russian ukrainian greek turkish arabic hebrew hindi urdu japanese chinese mandarin cantonese korean vietnamese thai swahili welsh irish gaelic english malay indonesian icelandic romanian hungarian latin catalan basque estonian latvian lithuanian farsi persian esperanto lingala sign'
const LANGUAGE = `(?:${LANGUAGES.replace(' sign', '').split(' ').join('|')}|(?:british |american )?sign language)`
const INSTRUMENTS =
  'piano guitar violin viola cello drums drum flute clarinet saxophone sax trumpet trombone harp bass ukulele accordion oboe organ banjo mandolin recorder veena sitar tabla sexto bagpipes fiddle harmonica bassoon tuba horn cornet keyboard keyboards synthesizer harpsichord clavichord lute lyre zither dulcimer marimba xylophone vibraphone djembe bongos cajon koto erhu oud bouzouki balalaika didgeridoo concertina melodica euphonium piccolo kora mbira'
const VOICES = 'soprano mezzo alto tenor baritone bass countertenor'
const DRINKS =
  '(?:tea|coffee|espresso|cappuccino|latte|matcha|chai|cocoa|hot chocolate|lemonade|juice|cola|kombucha|mate|beer|wine|cider|stout|lager|ale|whisky|gin|sherry|port)'
const CRAFTS =
  'crochets crochet knits knit quilts quilt sews sew embroiders carves whittles paints paint draws sketches sculpts photographs restores collects builds brews forages fishes gardens bakes juggles skates sails rows climbs boulders surfs skis snowboards dances sings throws weaves spins'

/** Music, crafts, languages, school, tastes, goals, prizes and tools, in forms that others do not read. */
export const PURSUITS: readonly Pattern[] = [
  [
    'instrument',
    INSTRUMENTS,
    new RegExp(
      `\\b(?:plays?|played|playing|learns?|learned|learnt|learning|practi[sc]es?|took up|taken up|picked up|stud(?:y|ies|ied)|(?:teach(?:es)?|taught) (?:himself|herself|myself)|grade \\d (?:on|in)|lessons (?:on|in)|strums?|bows?) (?:the |an? |my |her |his )?(?:[\\w-]+ ){0,2}?(?<v>(?:${INSTRUMENTS.split(' ').join('|')})\\b.*)|\\b(?<w>(?:${INSTRUMENTS.split(' ').join('|')}) (?:lessons|player|practice)\\b.*)`,
    ),
  ],
  [
    'instrument',
    `sings sing singing ${VOICES} choir chorus quartet band orchestra trio ensemble`,
    new RegExp(
      `\\b(?:sings?|singing) (?<v>(?:(?:${VOICES.split(' ').join('|')})\\b|in (?:an?|the|my|her|his|our)\\b).*)|\\b(?:plays?|playing|member|drummer|singer|bassist|guitarist|pianist|violinist) (?:in|of|with|for) (?<w>(?:an? |the |my |her |his )?(?:[\\w'ñé-]+ ){0,3}?(?:band|orchestra|choir|trio|quartet|quintet|ensemble|chorus|brass band)\\b.*)`,
    ),
  ],
  [
    'hobby',
    'choir chorus quartet sings sing singing',
    /\b(?:sings?|singing|joined) (?:[\w]+ )?(?:in|with)? ?(?:an? |the |my |her |his |our )?(?<v>(?:[\w'-]+ ){0,3}?(?:choir|chorus|quartet|a cappella group|gospel group)\b.*)/,
  ],
  [
    'hobby',
    `${CRAFTS} taken took scuba restoring pottery`,
    /^(?:i|we|she|he|they|[\w-]+)? ?(?<v>(?:crochets?|knits?|quilts?|sews?|embroiders?|carves?|whittles?|sketch(?:es)?|sculpts?|forages?|juggles?|skates?|boulders?|snowboards?|weaves?)(?=$|[,;.]| (?!(?:his|her|my|their|the) (?:way|teeth|hands)\b)).*)|\b(?:has|have|'ve) taken up (?<w>(?!a\b|an\b|the\b|too\b|arms|residence|with\b|most\b|space\b).+)|\btook up (?<x>(?!a\b|an\b|the\b|too\b|arms|residence|with\b|most\b|space\b).+?)(?: again)?$|\b(?:enjoys?|loves?|likes?|adores?) (?<y>(?:restoring|building|collecting|painting|drawing|knitting|sewing|gardening|hiking|climbing|fishing|sailing|dancing|singing|scuba diving|diving|photographing|birdwatching|stargazing|woodworking|carving|baking|brewing|foraging|playing|riding|skating|surfing|skiing)\b.*)|\bthrows (?<z>pottery|pots)\b|\b(?:i|we) (?<a>(?:paint|draw|garden|brew|fish) (?!a|the\b)[\w ]+)/,
  ],
  [
    'learning_language',
    LANGUAGES,
    new RegExp(
      `\\b(?:learn(?:s|ing)?|learnt|studies|study(?:ing)?|practi[sc](?:es?|ing)|brushing up(?: on)?|brush(?:es)? up|tak(?:es?|ing)|start(?:s|ed)|begun|began|teaching (?:myself|herself|himself)|picks? up|picking up|doing|does|enrolled in|at [abc][12] (?:with|in)|stopped|gave up|given up|dropped|quit) (?:to (?:speak|learn) )?(?:my |her |his |the |a |an |some |learning |duolingo )*(?<v>${LANGUAGE}\\b(?! (?:food|wine|series|film|bank|company|cooking|literature|history)).*)|\\b(?<w>${LANGUAGE} (?:lessons?|class(?:es)?|course|tutor|homework)\\b.*)`,
    ),
  ],
  [
    'languages',
    LANGUAGES,
    new RegExp(
      `^(?:mostly |only )?(?<v>${LANGUAGE}(?:,? (?:and )?${LANGUAGE}){1,4} (?:from birth|at home|fluently|since)\\b.*)|\\b(?:picked up|knows?|understands?|grew up with|raised in|gets by in|dreams in|swears in) (?:some |a little |a bit of |basic |both )?(?<w>${LANGUAGE}\\b.*)`,
    ),
  ],
  [
    'university',
    'uni university college enrolled degree student year dropped transferred polytechnic institute eth mit campus graduated',
    /\b(?:my|her|his) (?:uni|university|college|alma mater) (?:is|was) (?<v>.+)|\b(?:enrolled|student|degree|diploma|thesis|studies|year|graduated|masters?|phd) (?:at|from) (?<w>.+)|\b(?<x>dropped out of (?:uni|university|college|school)\b.*)|\btransferred (?:to|from) (?<y>[\w' ]*(?:university|college|uni|tech|institute)\b.*)/,
  ],
  [
    'school',
    'high gymnasium academy pupil attends year school lycée lyceum grammar primary enrolled brigid',
    /\b(?:goes to|go to|attends?|is at|pupil (?:at|of)|enrolled at|switched to|started at) (?<v>(?:the )?(?:[\w'-]+ ){0,3}?(?:high|gymnasium|academy|lyc[ée]e|lyceum|grammar|primary|conservatory|kindergarten|nursery)\b.*)|, (?<w>(?:year|grade|form|class) \d+)$/,
  ],
  [
    'exam',
    'exam exams score sat toefl ielts gre passed failed grade marks retake',
    /\b(?:passed|failed|sat|sits|took|takes|retakes?|retook|scored .{1,20}? (?:on|in)) (?:the |her |his |my |an? )?(?<v>(?:[\w'-]+ ){0,3}?(?:exams?|test|sat|toefl|ielts|gre|finals|a-levels|gcses?|bar)\b.*)|\b(?<w>(?:sat|toefl|ielts|gre|exam) (?:score|result|grade)\b.*)/,
  ],
  [
    'award',
    'award awarded prize medal trophy won honour honoured honored knighted scholarship',
    /\b(?:won|received|was awarded|were awarded|got|earned|gave (?:me|her|him)|presented (?:me|her|him) with|honou?red with) (?:the |an? )?(?<v>(?:[\w'-]+ ){0,5}?(?:award|prize|medal|trophy|honou?rs?|scholarship|title)\b.*)|\bawarded (?<w>.+)/,
  ],
  [
    'software',
    'uses use using browser app notes passwords photos editor invoices switched code runs linux windows mac moved replaced',
    /\b(?:keeps?|takes?|writes?|edits?|does|do|makes?|plans?|tracks?|stores?|manages?) (?:all )?(?:her |his |my |the |version )?(?:notes|passwords|photos|code|invoices|thesis|everything|tasks|music|budgets?|control) (?:in|with) (?<v>\w.*)|\b(?:uses?|using) (?<w>[\w +]{2,24}) (?:for notes|for (?:her|his|my|the) notes|to (?:make|write|edit|take|plan|track)\b.*|as (?:her|his|my|an?) (?:editor|browser|calendar|password manager|note app))|\b(?:browser|editor|password manager|(?:to-do|note|notes|calendar|mail|diary) app|mail client|operating system)(?: is|:) (?<x>.+)|\bruns (?<y>(?:linux|windows|macos|ubuntu|debian|fedora|arch)\b.*)/,
  ],
  [
    'goal',
    'target aim ambition ambitions towards toward mean means aspires aspire hopes dream objective sets',
    /^(?:(?:my|her|his|the|our) )?(?:long-term |big |main |new |life's )?(?:target|aim|ambition|objective|dream|goal)(?: is| are|:) (?:to )?(?<v>.+)|\bwork(?:s|ing) towards? (?<w>.+)|\b(?:mean|aspires?) to (?<x>.+)|\bhopes? (?:for|to) (?<y>.+)/,
  ],
  [
    'hometown',
    'native childhood raised upbringing grew',
    /\bnative of (?<v>.+)|\b(?:spent (?:my|her|his) )?childhood (?:was )?(?:in|on|near) (?<w>.+)|\b(?<!\b(?:donations|money|funds|amount|awareness|euros|dollars|pounds) )(?:raised|brought up) (?:on|in|by .+? in) (?<x>.+)/,
  ],
  [
    'home',
    'home house flat apartment floor barge boat houseboat caravan lives casita cabin annex annexe trailer basement attic place bought',
    /\b(?:been|is|am|feels?|felt|are|be) at home in (?<v>(?!the (?:kitchen|water|garden|mountains))[^,]{2,40})|\b(?:rents?|renting|lives? in|lives? on|(?:owns?|bought|has|have|got)(?! (?:an? |the |her |his |my |our )?(?:[\w-]+ ){0,3}?(?:boat|cabin|caravan|trailer|summer house|holiday \w+|weekend \w+)\b)) (?:an? |the |her |his |my |our )?(?:[\w-]+ ){0,3}?(?:floor|flat|apartment|house|cottage|place|farmhouse|bungalow|studio|room|cabin|annexe?|loft|casita|barge|narrowboat|houseboat|caravan|trailer)\b(?: of [\w -]{3,30}?)?,? (?:in|on|at|near|behind|above|outside) (?<w>.+)|^(?:(?:an?|the) )?(?:casita|cabin|annexe?|flat|apartment|room|studio|cottage|granny flat|barge|houseboat|loft) (?:behind|above|over|near|in|at|on) (?<x>.+)|\bmoved (?:back )?in with (?<y>.+)|\bstaying long-term (?:in|at) (?<z>.+)/,
  ],
  [
    'address',
    'road street avenue lane drive close crescent square terrace gardens boulevard quay straße strasse rue via rua',
    /\b(?:at|on|in|of|to|is|address is) (?<v>(?!the (?:ring|main|open|coast|wrong|toll|slip) )(?:\d+[a-z]? )?(?:[\w'’.-]+ ){1,3}(?:road|street|avenue|lane|crescent|square|terrace|gardens|boulevard|quay|stra(?:ß|ss)e)\b(?! (?:trips?|rage|racing|race|bike|food|art|works|safety|cycling)\b).*)/,
  ],
  [
    'previous_job',
    'before did spent years worked earlier previously then was stint',
    /\bbefore (?:that|this|then),? (?:i|she|he|they|[\w-]+) (?:was|did|worked|had|spent|drove|taught|ran|sold|cooked|served)\b ?(?<v>.*)|\b(?:did|spent|had) (?:a |an |\w+ )?(?:stint|years?|months?) (?:as|on|at|with|in|working) (?<w>.*(?:line|factory|shop|kitchen|restaurant|office|navy|army|police|hospital|company|firm|casino|bank|school|buffet|hotel|railway|mine).*)|\bworked (?:for|at|as|on(?! (?:an?|the|his|her|my|our|their) (?:[\w-]+ ){0,3}(?:project|game|app|book|painting|song|plan)\b)) (?<x>.+)/,
  ],
  [
    'marital_status',
    'seeing dating anyone anybody widow widower separated single unattached divorcee bachelor looking',
    /\b(?:not|isn't|ain't|nobody|n't) (?<v>(?:seeing|dating) (?:anyone|anybody|someone))\b|\b(?:is|am|'m|^|be) ?(?:an? )?(?<w>widow(?:er)?|divorcee|bachelor|unattached)\b|\b(?:have|are|has) (?<x>separated)\b/,
  ],
  [
    'partner',
    'seeing dating anyone anybody together with years partner separated couple item going',
    /\b(?:not|isn't|ain't|n't) (?:currently |really |now )?(?<v>(?:seeing|dating) (?:anyone|anybody|someone))\b|\b(?:have|has|'ve|'s) been with (?<w>(?!the\b|a\b|an\b|my\b|her\b|his\b|us\b|them\b)\p{L}+)(?:, (?:an?|who) [^,]{2,40},)? (?:for|since)\b|^(?<u>(?!(?:s?he|they|we|you|mum|mom|dad|it|this|that)\b)\p{L}+) and (?:i|me) (?:are|have been) (?:now |still )?(?:together|a couple|an item|dating|going out)\b|\b(?<x>they have separated|we have separated|we've separated|separated from)\b/u,
  ],
  [
    'trip',
    'weeks week days fortnight weekend month nights took',
    /^(?:an?|one|two|three|four|five|six|ten|the|\d+|long|half)(?: [\w-]+)? (?:weeks?|days|fortnight|weekend|month|nights?) (?:in|on|at|by) (?<v>(?!the (?:job|hospital|office)|total|bed|a row|my|her|his|hospital|rehab)\w.+)|\btook (?:[\w]+ ){1,3}?(?:to|on a trip to) (?:see )?(?<w>(?:the )?(?!work|school|bed|court|task|hospital|doctor|vet|dentist|mean|have|take)\w[\w' ]+(?:museum|zoo|park|beach|castle|aquarium|fair|circus|theatre|theater|coast|mountains|sea|island|garden|cinema|concert|city|lake|farm)\b.*)/,
  ],
  [
    'drink_like',
    'tea coffee espresso cappuccino latte matcha chai cocoa lemonade juice cola kombucha mate beer wine cider stout lager ale',
    new RegExp(
      `^(?:[\\w-]+ ){0,2}?(?<v>${DRINKS}(?:,| with| without| and|$).*)|\\b(?:loves?|likes?|prefers?|enjoys?|drinks?|favou?rite|orders?|has|takes?|always) (?:[\\w-]+ ){0,3}?(?<w>${DRINKS}\\b.*)`,
    ),
  ],
  [
    'like',
    'best most favours favors dish beats number top loved adores go-to',
    /\b(?:likes?|loves?) (?<v>.+? (?:best|most|above all|more than any\b.*))|\bfavou?rs (?<w>.+? over .+)|\bno (?<x>\w+ beats .+)|\b(?:best-loved|number one|go-to|top) (?<y>[\w ]+(?:is|:) .+)|\b(?:she|he|i|we|they) (?:loves?|likes?) (?<z>(?:most|best) is .+)/,
  ],
  [
    'favourite_music',
    'radio podcast podcasts audiobooks playlist station always on listens vinyl records',
    /\btun(?:es?|ed|ing) in to (?<v>.+)|^(?<w>[\w' ]{2,30}) is (?:always|usually|mostly|constantly) on (?:in|at|while|when|all|from)\b.*|\b(?<x>(?:radio(?!-)|podcasts?|audiobooks?|playlist)\b.*)/,
  ],
  [
    'volunteering',
    'helps help unpaid food homeless shelter charity soup kitchen scouts',
    /\b(?:helps? out|helps|works unpaid|serves|gives time) (?:at|with|in) (?<v>(?:an? |the )?(?:[\w-]+ ){0,2}?(?:oxfam|barnardo's|st vincent de paul|salvation army|red cross|samaritans|meals on wheels|tidy towns|lifeboat|langar|food bank|soup kitchen|homeless shelter|shelter|charity shop|charity|scouts|hospice)\b.*)/,
  ],
  [
    'routine',
    'breakfast mornings before wake skips sleeping bed meditates journal stretch nap rings always',
    /\b(?<v>skips (?:breakfast|lunch|dinner)|(?:mornings?|days?|evenings?) (?:begins?|starts?|ends?) with .+|(?:before (?:breakfast|bed|sleeping|work)|when (?:i|she|he) wakes? up|after (?:dinner|lunch|work|nine|waking up))$)|^(?:she |he |i )?always (?<w>(?:rings?|calls?|goes|has|takes|walks|reads|starts|ends|eats|drinks|wears) .+)/,
  ],
  [
    'star_sign',
    'aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces',
    /\b(?:is|am|'m|star sign is|sign is) (?:an? )?(?<v>aries|taurus|gemini|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces)\b/,
  ],
  [
    'favourite_team',
    'supports support since follows fan season ticket holder scarf',
    /(?:^(?:(?:my|her|his|our) )?(?:[\p{L}'-]+ )?(?:now |also |still |always )?supports|\b(?:she|he|who|and) supports|\b(?:i|we|they) support) (?<v>(?!(?:her|his|my|the|a|an|their|our|him|them|me|two|three|each|other|others|people|causes?|lgbt\S*|veterans|military|women|local|small) )[\p{L}\d .'-]{2,30}?)(?:,| since| and|$)|\bseason[- ]ticket(?: holder)? (?:at|for|with|of) (?<w>(?!(?:the )?(?:opera|theatre|trains?|bus(?:es)?|ferry|tube|zoo|pool|orchestra|car park)\b).+)|\bfollows (?<x>[\w ]+ (?:fc|united|city|rovers|town|athletic))\b/u,
  ],
]
