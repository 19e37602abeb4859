/*
 * Cues of a clause in lower case with expanded contractions. Each says how a statement relates to what was stated before.
 */

/** Stands beside what is known instead of replacing it. */
export const ADDITION =
  /^(?:[a-z_]+ )?added\b|\b(?:also|too(?! (?:old|young|big|small|far|long|late|early|much|many|expensive|dear|loud|hard|heavy|tired|ill|weak|slow|fast|busy|hot|cold|sweet|salty|rough|strong|risky|dangerous|painful|tight|short)\b)|as well|(?:(?<=\b(?:an?|my|our|his|her|their) )|(?<=^))(?:second|third)(?!-)|additional(?:ly)?|in addition|besides|another|others?|extra|on the side|both|one of|along with|apart from|on top|volunteers?|moonlights?|sometimes|occasionally)\b/

/** Considered, wished for, intended or possible, but not so. */
export const HYPOTHETICAL =
  /\b(?:(?:think|thinks|thinking|talk|talks|talking|dream|dreams|dreaming) (?:of|about)|consider(?:s|ed|ing)?|might|may (?:be|have|go|move|change|switch|get|take|become|start|leave|quit)|could(?! (?:not|no longer)\b)|would|should|wants?|wanted|hop(?:e|es|ed|ing)|wish(?:es)?|plan(?:s|ning)? (?:to|on)|intend(?:s|ing)?|(?:am|is|are|was|were) (?:\w+ )?going to(?! (?:the|an?|my|our|his|her|their|_)(?: |$))|about to|looking (?:for|at|into)|if|whether|perhaps|maybe|probably|toy(?:s|ing) with|tempted|appl(?:y|ies|ied|ying) (?:for|to|at)|interview(?:ed|ing) (?:for|at|with)|an interview|(?<!\b(?:accepted|took|got) (?:an?|the|my|her|his) (?:job )?)offer(?:ed|s)?|someday|one day|wonder(?:s|ing)?|almost|nearly|imagin(?:es?|ing)|joked?|unless|will(?! not\b)|shall|tries|try|trying|asked|pretend(?:s|ing)?|fantasi[sz]\w*|debating|deciding|undecided|not sure|unsure|soon|next (?:week|month|year|spring|summer|autumn|fall|winter)|likes? the idea|invited|threaten\w*)\b/

/** So for a short time only. */
export const TEMPORARY =
  /\b(?:(?<!\b(?:from|since|of|starting) )(?:this (?:week|weekend|month|morning|evening|afternoon|summer|winter|spring|autumn|fall|term|semester)|today|tonight|tomorrow)|(?:for|over) (?:the|a|an|two|three|four|five|six|\d+|a few|a couple of|some|several) (?:long |next |whole )?(?:weekend|nights?|days?|weeks?|months?|summer|winter|(?:[a-z]+ )?(?:season|festival|fair|conference)|semester|term|holidays?|while)|till|until|temporar\w*|for now|for the moment|visiting|on (?:holiday|vacation|leave|a trip|tour|business)|stay(?:s|ing|ed)? (?:in|at|with|over)|house-?sitting|short-term|(?<!\b(?:manages?|managing|runs?|running|owns?|(?:works?|working|job) (?:in|at|for)) (?:an?|the|my|our) )hotel|airbnb|(?<!\b(?:lives? in (?:an?|the)|student|students|girls|boys|university|college|school|nurses|workers|company) )hostel|business trip|sublet\w*|stand(?:s|ing)? in|fill(?:s|ing)? in|covering for|borrow\w*|rental|rented car|hire car|loan car|courtesy car)\b/

/** So at an earlier time. */
export const PAST =
  /\b(?:used to|former|formerly|previous(?:ly)?|originally|back then|back in (?=(?:19|20)?\d\d|the (?:day|days|nineties|eighties|seventies|sixties)\b|(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|school|college|university)\b)|in the past|at the time|in those days|once(?! (?:a|an|every|per|each|in|or)\b)|long ago|years? ago|months? ago|weeks? ago|ages ago|when (?:i|he|she|they|we) (?:was|were)|at birth|as a (?:child|baby|kid|boy|girl|teenager|student|young)|growing up|in my (?:youth|twenties|thirties|teens)|until (?:(?:last|recently)|(?:19|20)\d\d)|from (?:19|20)\d\d (?:to|until|till)|between (?:19|20)\d\d and|(?:before|after) (?:that|the war|moving|university|college)|had (?:lived|worked|been|owned)|(?:lived|worked) .*\bbefore|briefly|(?:was|were|weighed|had|earned|paid|took|drank|smoked|slept|wore) [^,]{1,60}? (?:before(?: that| then| it)?$|earlier$|at first$|initially$|last (?:year|spring|summer|autumn|winter)$|before (?:the|my|her|his) (?:pregnancy|operation|surgery|diet|accident|illness|diagnosis|treatment|move|divorce|wedding|pandemic|birth)))\b/

/** Says that something has become so. */
export const CHANGE =
  /\b(?:now|nowadays|these days|again|anymore|any more|no longer|instead|rather than|to replace|back (?:to|in(?! (?:fashion|stock|style|season|vogue|(?:the )?(?:news|headlines|shops?|stores?|papers?))\b)|at|with|on)|since|as of|from now on|new|newly|recently|just|finally|lately|chang(?:ed|es)|switch(?:ed|es)|swapped|replaced|became|become|becomes|settled|relocated|emigrated|turned|went|gone|moved|got|up to|down to|upgraded|renamed|updated|meanwhile|has been|have been|started|joined|went back|returned to|took over|promoted|transferred|reassigned|elected|appointed|signed (?:with|for)|signed the (?:lease|tenancy)|keys (?:to|for)|hired|correction|actually|update|found|married|engaged|graduated|gave up|given up|quit|stopped|cut out)\b/

/** Says that something is so no more. */
export const ENDED =
  /\b(?:no longer|any ?more|any longer|(?:has |have )?(?:stopped(?! (?:at|by|for|in|off|over)\b)|quit|quitted|ceased|finished|ended|dropped(?! (?:off|by|in|round|around)\b)|abandoned)|(?:gave|given|gives|giving|threw) (?:.{1,40} )?(?:up|away|out|to sleep|down)|put (?:.{1,40} )?(?:up for (?:sale|adoption|auction)|away|to sleep|down)|cancell?ed|call(?:s|ed)? off|sold|got rid of|gotten rid of|donated|returned (?:the|my|his|her|our)|broke up|split up|split from|separated from|divorced from|divorced|left (?:my|his|her|our|the|for(?! (?:the (?:day|weekend|night|week|moment)|lunch|work|holidays?|vacation|school)\b))|left (?!for (?:the (?:day|weekend|night|week|moment)|lunch|work|holidays?|vacation|school)\b)(?=\w)|moved (?:away from|out of|out)|used to|former|formerly|ex-(?=\w)|died|dead|passed away|passed on|ran away|(?:runs?|ran) out|disconnected|deactivated|dismantled|demolished|uninstalled|filled in|(?:torn|tore|pulled|cut|chopped) down|dropped out|resign(?:ed|s) (?:from|as)|fired|laid off|retired|unsubscribed|deleted|over with|outgr(?:ew|own)|(?:is|am|are|get|gets|got|getting) over (?:the|my|her|his|a)|shaved(?: off)?|recovered from|cured|healed|got over|gotten over|is (?:gone|over|off|finished|done|history|void|cancelled)|are (?:gone|over|off|finished|done)|came off|come off|done with|lost (?:my|his|her|our|the)|without|no more|kicked the|(?:weaned|tapered|came|come|taken|been)(?: (?:myself|herself|himself|completely|slowly|gradually))? off(?! (?:the )?(?:plane|train|bus|boat|bench))|fell through|discontinued|scrapped|rehomed|re-homed|given notice|terminated|expired|closed (?:my|his|her|our|the)|(?:was|were|got|been) (?:stolen|nicked|pinched)|(?:jacked|chucked|packed) in (?:the|my|our|his|her)|(?:binned|ditched|dumped) (?:the|my|our|his|her)|(?:gave|given|passed on|returned)(?: away| back)? (?:the|my|our|his|her) (?:[^ ]+ ){0,3}tickets?|(?:was|were|has been|have been) (?:given|rehomed|sold|adopted) (?:to|by)|gave (?:the|my|our|his|her) [^,]{2,30} to (?:my|his|her|our|an?) (?:\w+ )?(?:grand\w+|aunt|uncle|dad|mum|mom|parents|kids|nephew|niece|son|daughter|brother|sister|cousin|friend|neighbou?r|colleague|mother|father|charity|school)|closed down|shut down|has closed|(?:was|is) not (?:for (?:me|us|him|her)|(?:my|his|her|our) thing)|(?:did|does) not (?:work out|last|stick|agree with (?:me|him|her|us))|(?:went|gone|going|off) (?:for|to) (?:the )?(?:scrap|scrapyard|scrapheap)|totall?ed|skips?(?= .*(?:now|these days)$)|will not be (?:going|coming|attending|joining)|not going (?:to (?:the|my|her|his|an?) |on )|has folded|went (?:bust|bankrupt|under|out of business)|not (?:happening|taking place|going ahead)|will not (?:take place|happen|go ahead))\b/

/** Says that a debt is paid, or that something was or became right. */
export const SETTLED =
  /\blaps(?:e|ed|es)\b|\bcut (?:out|[a-z]+ out)\b|\bdecided (?:against|not to)\b|\bhealed\b|\bpaid (?:[a-z]+ )?(?:back|off)\b|\b(?:is|are|was|been) (?:now )?(?:fully |all )?(?:repaid|paid(?: in full)?)$|\b(?:cleared|settled|repaid|paid down) (?:the|my|our|his|her)\b|\bmisdiagnos|\bfalse alarm\b|\bruled out\b|\bback to normal\b|\b(?:fine|okay|normal|better|healed) (?:again|now|since)\b|\b(?:splits? up|disbands?|disbanded|dissolved|folded|wound up|cleared (?:up|away)|(?:came|come|is|are) off|wore off|went away|(?:has|have) gone|flew (?:off|away)|(?:pulled|backed|bowed) out|withdrew|stepped down|pain-free|(?:written|wrote) off|packed (?:in|up)|handed (?:in|on|over|back)|(?:gave|sent) back|(?:got|was) run over)\b|\bis (?:an|my|her|his) ex\b|\b(?:told|advised) (?:me|him|her|us|them) to (?:stop|quit|avoid|drop)\b/

/** A pet that lives with another person now. */
export const GIVEN_AWAY =
  /\b(?:gave|given|sold) (?:the|my|our|his|her) (?:dog|cat|rabbit|hamster|horse|pony|parrot|budgie|tortoise|puppy|kitten|bird)s?\b/

/** Ends a pregnancy. */
export const GIVES_BIRTH = /\bgave birth\b|\bbaby (?:[a-z]+ )?(?:is|was) born\b/

/** Says that an appointment or plan does not take place. */
export const CANCELLED =
  /\b(?:cancell?ed|cancels|cancell?ing|to cancel|call(?:s|ed)? off|(?:is|are|was|were|been) off|not (?:take place|taking place|happen(?:ing)?|going ahead|go ahead)|fell through|scrapped|dropped(?! (?:off|by|in|round|around)\b)|pulled out|withdr[ea]w\w*|refunded|void|no longer|not go(?:ing)?|not coming|can not (?:make|come|attend)(?! it (?:until|till|before))|not attending|skipping|abandoned|(?:gave|given|handed|sent|sold|returned)(?: back| in)? (?:the|my|our|his|her|their) (?:[^ ]+ ){0,3}(?:tickets?|place|spot)|(?:asked for|got|claimed) (?:a|the|my|his|her) (?:money back|refund))\b/

/** Says that an appointment or plan takes place at another time. */
export const REDATED =
  /\b(?:moved|put (?:off|back|forward)|postponed|pushed (?:back|to|out|forward)?|(?:push|pushed|move|moved|put|bring|brought|shift|shifted) (?:[^ ]+ ){1,4}(?:back|forward|ahead|up|out|off)|brought forward|rescheduled|re-scheduled|shifted|changed|delayed|instead|rather than|but (?:on|at)|now|new (?:date|time|day|slot)|switched|swapped|bumped|deferred|rebooked|re-?timed|rearranged|slipped|(?:had|has|have|needs?|needed|wants?|wanted|asked) to (?:move|shift|postpone|reschedule|push|change|bring|put|delay|swap|rearrange|rebook)|(?:got|given|granted) an extension|extension|(?:extended|renewed) (?:to|until|till|through)|from (?:this|next) (?:term|month|week|year|season|semester|autumn|spring|summer|winter)(?: on)?|from now on|as of|with effect from|starting (?:this|next)|can(?: not|'t) make it (?:until|till|before)|not (?:until|till|before)|shunted|(?:gone|went|goes|going) (?:back )?to (?=(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\d)|(?:so|but) it is|will be (?:on|at)|earlier than|later than|adjourned|set back|extended|prolonged|renewed|correction|actually)\b/

/** Reports an event of the past, which stays true whatever happens later. */
export const EVENT =
  /^(?:(?:i|we|he|she|they) )?(?:have |has |had )?(?:just |recently |finally )?(?:visited|saw|watched|ate|drank|read|attended|finished|completed|cooked|baked|walked|hiked|ran|swam|cycled|flew|celebrated|travelled|traveled|called|told|asked|talked|discussed|learned|learnt|heard|found|helped|fixed|repaired|paid|ordered|cleaned|spent|enjoyed|loved|liked|played|won|passed|failed|met|sent|received|broke (?!up)|fell)\b/

/** Says that a value has changed, with less certainty than `CHANGE` where nothing else is the same. */
export const RESTATED =
  /\b(?:now|nowadays|these days|any ?more|no longer|instead|since|as of|from now on|from the new|from (?:next )?(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tomorrow)|by now|so far|(?:up|down|back|forward|moved|on|over|slipped|switched|changed|raised|lowered|reduced|cut|dropped|risen|rose|grown|grew|increased|decreased|extended|adjusted|corrected|set|renamed|transferred|promoted|ported|put) to|chang(?:ed|es)|switch(?:ed|es)|swapped|replaced|moved|brought|new|raised|lowered|upgraded|downgraded|converted|migrat(?:ed|ion)|this (?:term|season|year|semester)|actually|sorry|correction|wrong|misread|meant|mistaken|miscounted|after all|extension|elected|adjusted|repainted|painted|can only do|earlier|later|turned|(?:gone|went|going) (?:up|down)|became|become|transferred|re(?:mortgaged|negotiated|financed|measured|tested)|measured? again|passed|earned|awarded|got (?:the|my|her|his)|graduated|traded|ditched|an ex|paid for|stepped (?:down|in)|(?:revised|bumped|halved|doubled|pushed|upped|took|taken|put) (?:\w+ ){1,4}(?:to|up|down|back|forward)|(?:revised|bumped|halved|doubled|pushed|upped) to|came back at|instead of|stopped|left|quit|taken over|took over|reached|achieved|made it to|clocked|hit)\b/

/** An achievement that is measured again. */
export const RECORD =
  /\b(?:pb|pr|record|best|max(?:imum)?|longest|fastest|heaviest|highest|furthest|faster than ever|in a row|ever)\b/

/** What has become so stays so, however long ago it did: "moved to Cork two years ago", "joined the club this week". */
export const BEGUN =
  /^(?:[^ ]+ ){0,3}?(?:have |has |had |was |were |got )?(?:just |recently |finally )?(?:moved|relocated|emigrated|settled|started|joined|became|become|bought|married|adopted|switched|opened|founded|changed|made|picked up|collected|signed|qualified|graduated|promoted|hired|retired|left|quit|stopped|turned)\b(?! (?:out|up|down) )/
const SINCE_WHEN =
  /\b(?:(?:an?|one|two|three|four|five|six|\d+|a few|a couple of|some|several) )?(?:years?|months?|weeks?|days?) ago\b|\btoday\b|\bthis (?:week|month|term|semester|morning|summer|winter|spring|autumn|fall|year)\b/g

/** "Has been smoke-free for three months", which is so still. */
const SO_FAR =
  /\b((?:has|have) (?:been|not|only|now)\b.*?) for (?:the (?:last|past) )?(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+|a few|a couple of|some|several|over an?|almost an?|nearly an?) (?:years?|months?|weeks?|days?)\b/

/** A text without when its predicate became so. "Since" begins a reason: "reports to Mia since Tom is on leave". */
/** "Smoke-free for 200 days". */
const FREE_FOR =
  /^((?:[a-z]+-free|sober|clean|dry|teetotal)) for (?:over |almost |nearly )?[a-z\d]+ (?:years?|months?|weeks?|days?)$/

export function lastingPart(text: string, predicate: string): string {
  const lasting = text.includes(' for ') ? text.replace(SO_FAR, '$1').replace(FREE_FOR, '$1') : text
  const stated = lasting.includes(' since ') ? lasting.replace(/ since .*$/, '') : lasting
  return BEGUN.test(predicate) ? stated.replace(SINCE_WHEN, '') : stated
}
