import { HAVE, HOUSING, MAIL, NAME, NUMBER, OF, ONE, TITLED, WHO, WHOSE, type Wording, wording } from './wording.ts'

/* Rewrites sentences that state a matter in an unusual form: who has a role, where a person lives and can be reached. */

export const WORDINGS_OF_FORMS: readonly Wording[] = [
  // Having.
  wording(
    'got',
    String.raw`\b(have|has) got (?=(?:an?|no|my|his|her|two|three|four|five|\d|\p{Lu}[\p{L}-]+ as) ?)`,
    '$1 ',
  ),
  wording('got', String.raw`\bgot (?:myself|himself|herself|themselves|ourselves) (?=an? )`, 'got '),
  wording(
    'new',
    `^(?:(?:[Ii]|[Ww]e|[Ss]he|[Hh]e|[Tt]hey|[Uu]ser) )?${HAVE}(?:got|started|found|landed|have|has|bought) (?:a|my|her|his|our) new ((?:(?! (?:at|for|with|in) )[a-z -]){3,25})(?:[:,]| is) (?=[^ ])`,
    'My new $1 is now ',
    'iu',
  ),
  wording(
    'sim',
    String.raw`^${WHO}${HAVE}(?:got|have|has|bought) a new sim(?: card)?[:,]? (?=\+?\d)`,
    'My new number is now ',
    'iu',
  ),
  wording(
    'as since from',
    `^((?:[Mm]y |[Oo]ur )?(?:[Nn]ew|[Cc]urrent|[Ll]atest) [a-z][a-z -]{2,24}) (?:as of|since|from|as from) [^:]{2,24}: `,
    '$1: ',
  ),
  // Where a person can be reached.
  wording(
    'reach call ring text phone contact',
    `^(?:(?:you|people|they) can |please )?(?:now )?(?:best )?(?:reach|call|ring|text|phone|contact) (?:me|us) (?:by phone |now )?(?:on|at|under) (?:my (?:new )?(?:number|mobile)[:,]? )?(${NUMBER})`,
    'My phone number is $1',
    'iu',
  ),
  wording(
    'e-mail email mail write reach contact use',
    `^(?:(?:you|people) can |please )?(?:now )?(?:use|e-?mail|write to|mail|reach|contact)(?: me| us)?(?: at| on| under)? (${MAIL})`,
    'My email is $1',
    'iu',
  ),
  wording('e-mail email', `^(?:contact |my |main )?e-?mail (${MAIL})`, 'Email: $1', 'iu'),
  // Homes.
  wording('in', String.raw`^(?:We|we|I) (?:am|are) (?:based |living )?in (?=\p{Lu}[\p{L}-]+(?:$|,))`, 'Home is in '),
  wording('our', String.raw`^[Oo]ur (\p{Lu}[\p{L}-]+) (?=(?:is (?:now )?in|started|starts|attends|goes to) )`, '$1 '),
  wording(
    'place flat apartment house room studio cottage condo bungalow digs',
    String.raw`^(?!(?:[Tt]he|[Oo]ur) (?!house is in \p{Lu}[\p{L}-]+$)(?:cottage|studio|house|room|condo|bungalow) is (?!now\b))(${WHOSE})(?:[Nn]ew |[Oo]wn |[Cc]urrent )?(?:${HOUSING}) is (now )?(?:an? (?:[\p{Ll}-]+ ){0,3}?(?:${HOUSING}) )?(?:in|at|near) (?=\p{Lu}|\d)`,
    '$1home is $2in ',
  ),
  wording(
    'made',
    String.raw`\b(?:made|makes|make) (${NAME}) (?:(?:my|our|her|his|their) (?:new )?)?home\b`,
    'made my home in $1',
  ),
  wording(
    'move jump leap',
    String.raw`\bmade the (?:move|jump|leap) (?=(?:from [^,]{2,30} )?(?:over )?to \p{Lu})`,
    'moved ',
  ),
  // Who has a role towards a person.
  wording(
    'took taken',
    String.raw`^(${TITLED}) (?:has |have )?(?:took|taken) over (?:from ${TITLED} )?as (my|our|her|his|the) (?=\p{Ll})`,
    '$1 is now $2 ',
  ),
  wording('under', String.raw`\b(works?|working) under (?=\p{Lu})`, 'reports to '),
  wording(
    'girlfriend boyfriend wife husband partner fiancé fiancée fiance fiancee',
    `^(${NAME}) is (?:now )?(my|her|his) (?:new )?(girlfriend|boyfriend|wife|husband|partner|fianc[ée]e?)(?: now)?$`,
    '$2 $3 is $1',
  ),
  wording(
    'looks treats',
    String.raw`^(Dr\.? ${NAME}) (?:now )?(?:looks after|treats) (?:me|us|her|him)( now| these days)?$`,
    '$1 is now my doctor',
  ),
  // Partings, from the side of the other person.
  wording('ex', String.raw`^(${NAME}) is (?:now )?(?:my|her|his) ex(?:-\p{Ll}+)?(?: now)?$`, 'broke up with $1'),
  wording(
    'me us',
    String.raw`^(${NAME}) (?:has |have )?(?:left|dumped|divorced|walked out on|broke up with|broken up with|split up with|ended things with) (?:me|us)\b`,
    'I broke up with $1',
  ),
  wording(
    'dumped ended walked things',
    String.raw`\b(?:dumped|ended (?:things|it|our relationship|the relationship) with|walked out on) (?=${NAME}$|${NAME}[ ,])`,
    'broke up with ',
  ),
  wording(
    'and',
    String.raw`^(?:(${NAME}) and (?:I|me|she|he)|(?:I|[Mm]e) and (${NAME})) ((?:(?:have|are|were|recently|just|finally|no longer|not|now) ){0,3})((?:called it quits|called it a day|broke it off|ended it|ended things|drifted apart|parted company|are history|are no more|separated|split up|split|broke up|parted|divorced|got divorced|gone our separate ways|went our separate ways|parted ways|together|over(?! (?:in|at|here|there|for|to)\b)|through|done|engaged|married|got engaged|got married|tied the knot|a couple)\b(?! (?:up |ways )?(?:the|at|our|an?|all|some|my|his|her|their|outside)\b))`,
    'I $3$4 with $1$2',
  ),
  wording('separate', String.raw`\b(?:gone|went) (?:our|their) separate ways\b`, 'broke up'),
  wording(
    'and',
    `^(?:We|we) (?:have |are )?(split|split up|broken up|separated|divorced|broke up), (?:(${NAME}) and (?:I|me)|(?:I|me) and (${NAME}))$`,
    'I broke up with $2$3',
  ),
  // Supporters.
  wording(
    'fan supporter',
    String.raw`\b(?:am|is|became|become) (now )?an? (${NAME}) (?:fan|supporter)( now| these days)?$`,
    'supports $2$3 $1',
  ),
  wording(
    'allegiance',
    String.raw`\bswitched (?:my|her|his) allegiance (?:from .{2,30} )?to (?=\p{Lu})`,
    'now supports ',
  ),
  // What one likes most.
  wording(
    'best most',
    String.raw`^[Tt]he ([\p{Ll} -]{3,24}?) (?:that )?(?:[Ii]|we|he|she|they) (?:liked?|likes|loved?|loves|enjoys?|prefers?) (?:the )?(?:best|most)( now| these days)? is (now )?`,
    'My favourite $1 is$2 $3',
  ),
  wording(
    'best above other others any',
    String.raw`^(?:${WHO})(?:now )?(?:likes?|loves?|prefers?|enjoys?|rates?) ([^,]{2,40}?) (?:best (?:of|among) all(?: the| other)?|above all(?: the| other)?|most of all|more than (?:any|all) other|over (?:any|all) other|to (?:any|all) other) ([\p{Ll}]{3,20}?)s?( now| these days)?$`,
    'My favourite $2 is now $1',
  ),
  wording(
    'eat meal dinner lunch',
    String.raw`\b[Ff]avou?rite (?:place|spot) (?:to eat|for (?:a meal|dinner|lunch)) `,
    'Favourite restaurant ',
  ),
  // Insurers.
  wording(
    'insured',
    String.raw`^(${WHOSE}(?:car|home|house|health|travel|pet|life|bike|dog|flat|contents)) (?:is |are )?(now |currently )?insured (?:with|by|at) (?=\p{Lu})`,
    '$1 insurance is $2with ',
    'iu',
  ),
  wording('insurer', String.raw`\b(car|home|house|health|travel|pet|life|bike|dog) insurers?\b`, '$1 insurance', 'iu'),
  // Accounts.
  wording(
    'account',
    String.raw`^(?:[Mm]y )?(?:(?:[Cc]urrent|[Bb]ank) )?[Aa]ccount (?:is )?(now )?(?:with|at) (?=\p{Lu})`,
    'Bank is $1',
  ),
  wording(
    'business banking custom',
    String.raw`\b(?:took|taken|moved) (?:my|her|his|our) (?:business|banking|custom) (?:(?:away )?from .{2,40}? )?to (?=\p{Lu})`,
    'changed bank to ',
  ),
  wording(
    'with',
    `^(?:[Ii] am |[Ww]e are |[Ii]s )?with (${NAME}) for ${OF} (?:phone|mobile)( now| these days)?$`,
    'My phone provider is $1$2',
  ),
  wording(
    'with',
    `^(?:[Ii] am |[Ww]e are |[Ii]s )?with (${NAME}) for ${OF} (broadband|internet|electricity|gas|energy|insurance|banking|mortgage|pension|car insurance|home insurance)( now| these days)?$`,
    'My $2 is with $1$3',
  ),
  wording(
    'favourite favorite',
    String.raw`^(?:(?:[Nn]ow |says |thinks )*)(${NAME}) (?:is (?:now )?|has (?:now )?become |became )(?:my|her|his|our) (?:new )?(favou?rite \p{Ll}+(?: \p{Ll}+)?)( now| these days)?$`,
    'My $2 is now $1',
  ),
  wording(
    'name',
    `^(.{2,40}?) has (?:(?:now )?got )?(?:a|its) new name(?::|,| is| now is)? (?=${NAME})`,
    '$1 is now called ',
  ),
  wording(
    'asked wants wanted requested like',
    String.raw`^${WHO}(?:has |have )?(?:asked|wants?|wanted|requested|(?:would )?like)(?: me)? (?:to (?:have )?)?(?:move|change|set|switch|shift|update) (?:the|my|her|his) ([\p{Ll}-]+(?: [\p{Ll}-]+){0,2}?) (?:from .{1,20} )?(?:back )?to `,
    'The $1 was moved to ',
  ),
  wording(
    'place held',
    String.raw`\b(?:takes? place|is (?:being )?held|are (?:being )?held) (now )?(?=(?:in|at|on) )`,
    'is $1',
  ),
  // Things under another name.
  wording(
    'renamed',
    String.raw`^${WHO}${HAVE}renamed ${OF} ([\p{L}-]+(?: [\p{Ll}-]+){0,2}?) (?:(?:from .{2,30} )?(?:to|as) )?(?=\p{Lu})`,
    'My $1 is now called ',
    'u',
  ),
  wording(
    'goes',
    // A person has a name beside the one that others use, unless it is another surname.
    String.raw`^((?:[Mm]y|[Oo]ur|[Tt]he|\p{Lu}[\p{L}-]{0,30}['’]s) (?!(?:\p{Ll}+ )?(?:daughter|son|wife|husband|partner|spouse|mother|mum|mom|father|dad|sister|brother|aunt|uncle|cousin|niece|nephew|grand\p{Ll}+|friend|boyfriend|girlfriend|boss|colleague|neighbou?r|twin|child|kid|baby)\b(?: now)? goes by \p{Lu}[\p{L}'’-]{1,30}(?![\p{L}'’-]| \p{Lu}))[\p{Ll} -]{3,30}) (?:now )?goes by (?:the name (?:of )?)?(?=\p{Lu})`,
    '$1 is now called ',
  ),
  // What a doctor has changed.
  wording(
    'stopped discontinued withdrew ended off',
    String.raw`^(?:(?:[Tt]he |[Mm]y |[Hh]er |[Hh]is )?(?:[Dd]octor|GP|[Cc]onsultant|[Cc]ardiologist|[Pp]sychiatrist|[Ss]pecialist|[Nn]eurologist|[Rr]heumatologist|[Pp]aediatrician|[Vv]et)|Dr\.? ${NAME}) (?:has |have )?(?:stopped|discontinued|withdrew|ended|took (?:me|her|him|them) off|taken (?:me|her|him|them) off) (?:(?:the|my|her|his|their) )?`,
    'Stopped ',
  ),
]

/** Of sentences with two clauses that are read as one. */
export const WHOLE_OF_FORMS: readonly Wording[] = [
  // "Switched gyms, now at Bergfit", "changed doctors and sees Dr Roy".
  wording(
    'changed switched swapped',
    String.raw`^(?:${WHO})${HAVE}(?:changed|switched|swapped) (?:${OF} )?(${ONE})s?(?:,| and) (?:(?:is|am|are|now|[Ii]|we|she|he) ){0,3}(?:at|with|go to|goes to|see|sees|use|uses|attend|attends|in) (?:now )?(?=\p{Lu})`,
    'My $1 is now ',
    'u',
  ),
  wording(
    'there',
    String.raw`\b(?:left for|moved to|went to|(?:bought|found|got|rented) [^,.]{1,30}? in) (${NAME}),? and (?:now )?(?:live|lives|am living|is living|settled|stayed)(?: there)( now)?`,
    'live in $1$2',
  ),
  wording(
    'died broke packed stolen lost smashed dead broken',
    String.raw`^(?:[Mm]y |[Tt]he |[Oo]ur |[Hh]is |[Hh]er |\p{Lu}\p{L}+['’]s )((?:old )?[\p{L}\p{N}-]+(?: [\p{L}\p{N}-]+){0,2}?) (?:has |have )?(?:finally )?(?:died|broke(?: down)?|packed up|gave up the ghost|got stolen|was stolen|got lost|got smashed|is dead|is broken|is kaput)(?:,| and|, and|, so| so) (?:[Ii] |we |she |he )?(?:(?:am|is|are|have|has|just|now) )*(?:['’]ve |['’]m )?(?:bought|got|use|uses|using|drive|drives|driving|ride|rides|ordered|switched to|on) (?:an? |my |the )?(?:new |used |second-hand )?(?=\p{L})`,
    'Replaced the $1 with a ',
  ),
  wording('house', String.raw`\b[Mm]oved house,? (?:and )?(?:is |am |are )?(?:now )?(?:in|to) (?=\p{Lu})`, 'Moved to '),
  wording(
    'old previous',
    String.raw`^(?:the|my) (?:old|previous) [\p{Ll} -]{2,30} (?:is|are) (?:dead|gone|closed|defunct|disconnected|no longer (?:valid|active|in use))[,;:] (?:so )?(?:please )?(?:write to|use|mail|e-?mail) (${MAIL})`,
    'My email is now $1',
    'iu',
  ),
  wording(
    'moved switched transferred',
    String.raw`\b(?:moved|switched|transferred) ${OF} gym membership to (?=\p{Lu})`,
    'changed my gym to ',
  ),
]
