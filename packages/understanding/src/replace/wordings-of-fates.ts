import { HAVE, WHO, type Wording, wording } from './wording.ts'

/* Rewrites sentences about things that are not used again: "the kettle gave up the ghost" becomes "the kettle is gone". */

/** What becomes of a thing that is not used again. */
const FATE = String.raw`(?:(?:has |have |had |is |was |got )?(?:finally )?(?:(?:went|gone|off) (?:to|for) (?:the )?(?:scrap(?:yard|heap)?|breakers?(?:['’]s yard)?|tip|dump|recycling)|(?:ended up|landed) (?:at|in|on) the (?:scrap(?:yard|heap)|tip|dump|skip|bin|bottom of (?:the|a) \p{L}+)|drowned|given up the ghost|gave up the ghost|bit the dust|bitten the dust|conked out(?: for good)?|kicked the bucket|breathed (?:its|her|his) last|a write-off|beyond repair|written off|wrecked|totalled|crushed|burn(?:t|ed) (?:down|out)|went up in (?:smoke|flames)|fell (?:to (?:bits|pieces)|apart)|fallen (?:to (?:bits|pieces)|apart)|went to (?:silicon |doggy |cat |horse )?heaven|(?:kicked|thrown) out of (?:the|my|our|her|his) budget|(?:got|given) the (?:chop|boot|axe)|found a new owner|passed on to .{3,30}|is no more|are no more))`
const THING = String.raw`(?:(?:the|my|our|his|her|their) )?(?:(?:old|trusty|faithful|poor|ancient) )*((?!(?:who|that|which|it|he|she|they|we|i)\b)[\p{L}\p{N}][\p{L}\p{N}-]*(?: [\p{L}\p{N}-]+){0,2}?)`
/** What is bought or used after it. */
const NEXT = '(?:(?:an?|the|my|our|her|his) )?(?:(?:new|used|second-hand|refurbished) )*'
/** One of these stands in every fate. */
const FATE_WORDS =
  'scrap scrapyard scrapheap breaker breakers tip dump recycling skip bin bottom drowned ghost dust conked bucket last write-off repair written wrecked totalled crushed burnt burned smoke flames bits pieces apart heaven more budget chop boot axe owner passed'

/** A living being, by its name, or by its kind with an article. */
const BEING = String.raw`((?:(?:the|my|our|his|her|their|poor|old|little) ){0,3}(?!(?:i|we|she|he|they|it|there|who|that)\b)\p{L}[\p{L}'’-]{1,20}(?: the \p{Ll}+|,? (?:my|our|his|her|their|the) \p{Ll}+(?: \p{Ll}+)?,?)?)`

export const FATES: readonly Wording[] = [
  wording(
    'survive make wake pull live outlive',
    `^(?:sadly,? |unfortunately,? )?${BEING} did not (?:survive|make it|wake up|pull through|live through|live to see|outlive)\\b`,
    '$1 died',
    'iu',
  ),
  wording('dead lifeless', `^(?:[\\p{L}-]+ )?(?:have |has |had )?found ${BEING} (?:dead|lifeless)\\b`, '$1 died', 'iu'),
  wording(
    'buried cremated',
    `^(?:(?:i|we|she|he|they) )?(?:have |has |had )?(?:buried|cremated) ${BEING}(?= (?:in|under|at|by|next|behind|on|yesterday|last|this|today)\\b|$)`,
    '$1 died',
    'iu',
  ),
  wording(
    'floating alive succumbed killed hit eaten caught mauled poisoned perished expired upside belly',
    `^(?:sadly,? |unfortunately,? )?${BEING} (?:(?:is|was|has|had|been|got|were) )*(?:floating (?:upside down|belly up|on the surface)|no longer alive|not alive any ?more|succumbed to|killed|hit by (?:a|the) (?:car|van|lorry|truck|bus|train|motorbike)|eaten by|(?:caught|mauled|taken) by (?:a|the) (?:fox|dog|hawk|cat|marten)|poisoned|perished)\\b`,
    '$1 died',
    'iu',
  ),
  wording(
    'gave given handed',
    String.raw`^(${WHO})${HAVE}(?:gave|given|handed) (\p{Lu}[\p{L}-]{1,20}) the ((?!dog food|cat food|horse food)\p{Ll}+(?: pig| fish)?) to (?=(?:an?|my|our|his|her|their|the) |\p{Lu})`,
    '$1gave the $3 $2 away to ',
  ),
  wording(
    'missing disappeared vanished escaped came seen bolted',
    `^(?:sadly,? |unfortunately,? )?${BEING} (?:(?:has|have|is|went|gone) )*(?:(?:went |gone )?missing|disappeared|vanished|escaped|bolted|got out)(?:,| and)? .{0,40}?(?:never|has not|have not|not been|was not) (?:came back|come back|returned|been found|found|been seen|seen|was found|was seen|turned up)\\b`,
    '$1 ran away',
    'iu',
  ),
  wording(
    'school neighbour neighbor charity man woman owner friend brother sister cousin colleague family museum son daughter nephew niece couple',
    `^${THING} (?:(?:has )?(?:gone|went) to|(?:was|got|has been) (?:given|sold) to|has got|has) (?:an?|the|my|our|his|her|some) (?:(?:new|young|local|other) )*(?:(?<=new )owners?|(?<!has (?:an?|the|my) )(?:school|neighbou?rs?|charity|man|woman|owners?|friends?|brother|sister|cousin|colleague|family|museum|son|daughter|nephew|niece|couple|young people))(?=$|[,;.]| (?:in|from|at|next|down|who)\\b)`,
    'The $1 is gone',
    'iu',
  ),
  wording(
    'gave given handed passed',
    `^${THING} (?:we|i|she|he) (?:gave|have given|handed|passed|sold) (?:on |over |away )?to (?:an?|the|my|our|his|her|some|young|other) .{2,40}$`,
    'The $1 is gone',
    'iu',
  ),
  wording(
    FATE_WORDS,
    `^${THING} ${FATE}(?=$|[,;.]| (?:in|at|on|after|last|this|because|when|during|yesterday)\\b)`,
    'The $1 is gone',
    'iu',
  ),
]

/** A thing that is no more, and what is used in its place. */
export const FATES_AND_REPLACEMENTS: readonly Wording[] = [
  wording(
    'bye goodbye farewell',
    String.raw`^(.{8,120}?)[,;.] (?:bye[ -]?bye|goodbye|farewell)(?: to)? (?:(?:the|my) )?(\p{L}{3,20})[.!]?$`,
    '$1; gave up the $2',
    'iu',
  ),
  wording(
    FATE_WORDS,
    `^${THING} ${FATE}(?: (?:in|on|at|after|during|last|this) [^,;.]{2,30}?)?(?:,|;|\\.)? ?(?:and |so |but )?(?:(?:now|instead|i|we|she|he|have|has|just|am|is) )*(?:bought|buy|got|use|uses|using|carry|carries|drive|drives|driving|ride|rides|wear|wears|ordered|switched to|make do with|makes do with) ${NEXT}(?=[\\p{L}\\d])`,
    'Replaced the $1 with a ',
    'iu',
  ),
  wording(
    'place replaced',
    `^${THING} ${FATE}(?:,|;|\\.)? ?(?:and )?${NEXT}([\\p{L}\\d][\\p{L}\\p{N}-]*(?: [\\p{L}\\p{N}-]+){0,3}?) (?:now )?(?:(?:stands|is|sits|lives) in its place|(?:took|takes|has taken) its place|(?:has )?replaced it|does its job|(?:took|has taken) over)(?: now)?\\b`,
    'Replaced the $1 with a $2',
    'iu',
  ),
]
