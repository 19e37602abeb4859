import { OF, WHO, WHOSE, type Wording, wording } from './wording.ts'

/** Sentences that state an amount: a price, a budget, a measurement, a weight. */
export const WORDINGS_OF_VALUES: readonly Wording[] = [
  wording('new', '^[Nn]ew ((?:(?:mobile|phone|cell|landline) )?)number, (?=\\+?\\d)', 'New $1number: '),
  wording(
    'mobile phone cell landline',
    "^([Mm]obile|[Pp]hone|[Cc]ell|[Ll]andline)(?:['’]s| is) (?=\\+?\\d[\\d ]{5,})",
    '$1: ',
  ),
  wording(
    'raised increased put lowered reduced cut upped dropped',
    String.raw`^(?!(?:[Ii]|[Ww]e) )(?:[Tt]he |[Mm]y )?[\p{L}' -]{2,30}? (?:has |have )?(?:raised|increased|put up|lowered|reduced|cut|upped|dropped) ${OF} (rent|salary|wages|budget|fee|fees|allowance|pay|price|premium|mortgage|pension|limit) (?:from [^ ]{1,12}(?: \p{Ll}+)? )?(?:up |down )?to `,
    'My $1 is now ',
  ),
  wording(
    'raised increased put lowered reduced cut upped dropped bumped set adjusted trimmed turned dialled',
    String.raw`^(?:[Tt]he |[Mm]y |[Oo]ur )?(?:[\p{L}' -]{1,30}? )?(?:has |have |had )?(?:just |recently )?(?:raised|increased|put|lowered|reduced|cut|upped|dropped|bumped|set|adjusted|trimmed|turned|dialled)(?: up| down)? ${OF} (?:(?:monthly|weekly|daily|yearly|annual) )?([\p{Ll}-]+(?: [\p{Ll}-]+){0,2}?) (?:from [^ ]{1,12}(?: \p{Ll}+)? )?(?:(?:back )?(?:up|down) )?(?:to|at) (?=[€$£¥₹]?\d)`,
    'My $1 is now ',
  ),
  wording(
    'has have set keeps budget limit target allowance quota goal',
    String.raw`^${WHO}(?:has|have|set|keeps?|got) (?:myself |herself |himself )?(?:an? |my |her |his |our )?(?:(?:monthly|weekly|daily|yearly|annual) )?((?:\p{Ll}+ ){0,3}?(?:budget|limit|target|allowance|quota|goal)) (?:of|at) (?=[€$£¥₹]?\d)`,
    'My $1 is ',
  ),
  wording(
    'measured recorded logged clocked blood heart pulse reading weight',
    String.raw`^${WHO}(?:has |have )?(?:just )?(?:measured|recorded|logged|clocked|got|had|has|have) (?:an? |my |her |his )?(?:new )?((?:\p{Ll}+ ){0,2}?(?:pressure|pulse|rate|temperature|sugar|glucose|cholesterol|weight|level|count|saturation|ferritin|haemoglobin|hemoglobin)) (?:reading )?(?:of|at) (?=\d)`,
    'My $1 is ',
  ),
  wording(
    'latest newest result reading lab',
    String.raw`^(?:(?:[Tt]he |[Mm]y )?(?:[Ll]atest|[Nn]ewest|[Nn]ew|[Ll]ast|[Tt]oday['’]s) )?(?:[Ll]ab |[Bb]lood |[Tt]est )*(?:[Rr]esults?|[Rr]eading|[Rr]eport|[Vv]alues?|[Ll]abs?): (\p{L}[\p{L}\p{N}-]*(?: \p{Ll}+){0,2}) (?:is |was |of |at )?(?=\d)`,
    'My $1 is ',
  ),
  wording(
    'scales scale',
    String.raw`^(?:[Ii] |[Ss]he |[Hh]e )?(?:(?:have|has|just) )*(?:[Ss]tepped|[Gg]ot|[Jj]umped|[Hh]opped|[Ss]tood|[Ww]as|[Bb]een) on(?:to)? (?:my |the )?(?:bathroom )?scales?[^:;\d]{0,30}[:;,–-]? ?(?=\d)`,
    'Weighs ',
  ),
  wording(
    'come came gone down up fallen fell risen rose crept climbed dropped improved sunk',
    String.raw`^((?:[Mm]y |[Oo]ur |[Tt]he |[Hh]is |[Hh]er |\p{Lu}[\p{L}-]{0,30}['’]s |(?=(?:[Bb]lood|[Rr]esting|[Cc]holesterol|[Ff]erritin|[Gg]lucose|[Vv]itamin|[Pp]ulse|[Hh]eart|[Bb]ody|[Rr]ent|HbA1c|LDL|HDL|TSH|PSA|CRP|INR|eGFR|Potassium|Sodium|Platelets|Iron|Creatinine|Haemoglobin|Hemoglobin|Triglycerides|Magnesium|Testosterone)\b))[\p{L}\p{N}' -]{3,40}?) (?:(?:has|have|is|are|was|now) ){0,2}(?:come|came|gone|went|fallen|fell|risen|rose|crept|climbed|dropped|improved|sunk|down|up)(?: back| in)?(?: (?:down|up|normal|fine|low|high))?(?: from [€$£¥₹]?\d[^ ]{0,8})? (?:to|at) (?=[€$£¥₹]?\d[\d.,]*(?: |$|%|/|,)(?! ?(?:mg|mcg|ml|units?|tablets?|pills?|drops?|puffs?)\b))(?!\d+(?:st|nd|rd|th)\b|\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December))`,
    '$1 is now ',
    'u',
  ),
  wording(
    'rent',
    String.raw`\bpays? (?:about |around |roughly )?([€$£¥₹₽₩₺]?\d[\d.,]*(?: (?:€|euros?|pounds|dollars|francs|kroner|kronor|crowns|rupees|yen|pesos|rand))?)(?: a month| per month| monthly)?(?: in| for| of)?(?: the)? rent\b`,
    'rent is $1',
  ),
  wording(
    'weight',
    String.raw`^(${WHOSE})[Ww]eight (?:at|on) (?:the |my |our |her |his )?[\p{L}'’-]+(?: [\p{L}'’-]+)? (?:was|is) (?=\d)`,
    '$1weight is ',
  ),
  wording(
    'weight',
    String.raw`^(?:[Ii] )?(?:(?:have|has|had|just|recently) ){0,2}(?:got|gotten|brought|cut|worked) (?:my|the|her|his) weight (?:back )?(?:down|up) to (?=\d)`,
    'My weight is now ',
  ),
  wording(
    'slimmed shed gained gone went dropped come down up weight crept bulked fallen risen',
    String.raw`^(${WHO})(?:(?:have|has|had|am|is|just|recently) ){0,2}(?:slimmed|shed|gone|went|dropped|come|came|got|crept|bulked|fallen|fell|risen|rose|lost weight and (?:is|am) (?:now )?|gained weight and (?:is|am) (?:now )?)(?: back)?(?: (?:down|up))?(?: to)? ?(?=\d[\d.,]* ?(?:kg|kilos?|pounds|lbs|stone)\b(?! (?:on|for|in) ))`,
    '$1weighs now ',
  ),
]
