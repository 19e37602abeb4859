import { patientIn } from './dose-remarks.ts'

/*
 * Readings of a closed list of quantities that are stated beside a remark: "Kidney check: creatinine 109" becomes "Creatinine is
 * now 109". Where the remark names another patient, the reading is that person's.
 */

const QUANTITY =
  'hba1c|a1c|ferritin|creatinine|cholesterol|ldl|hdl|triglycerides|tsh|psa|crp|inr|egfr|gfr|haemoglobin|hemoglobin|hb|glucose|fasting (?:glucose|sugar)|blood sugar|urea|bilirubin|platelets|uric acid|potassium|sodium|magnesium|iron|vitamin (?:d|b12)(?: level)?|b12|calcium|blood pressure|resting (?:pulse|heart rate)|peak flow|eye pressure|body fat|vo2 max|ftp|testosterone|handicap|alt|ast|ggt'
const VALUE = String.raw`\d{1,4}(?:[.,]\d{1,2})?(?:/\d{2,3})?(?: ?(?:%|percent|mmol|mg|µg|ng|watts|bpm|mmhg)(?:/\p{L}{1,4})?)?`
const IS =
  "(?:['’]s|(?: (?:is|was|are|were|has|have|come|came|gone|went|down|up|back|in|at|to|of|now|only|just|normal|fine|reads|measured)))"
const STATED = new RegExp(
  `^(?<remark>[^:;,]{3,60}?)(?:[:;,.] ?(?:(?:and|so|the|my|his|her|their|now|but) ){0,3}| (?:and|so) (?:the|my|now) )(?<name>${QUANTITY})${IS}{0,5} (?<value>${VALUE})(?<tail>(?:[,;]? (?:as of|on|in|at|from|says?|said|this|today|now|per|according|again|which|so|all|hurrah|phew|yay|finally|the)\\b[^?]{0,60})?)[.!]?$`,
  'iu',
)
/** No reading of now. */
const NOT_SO =
  /\b(?:goal|target|below|under|over|above|wants?|limit|normal range|range|should|aim|aims|if|whether|might|would|could|hopes?|last (?:year|month)|in (?:19|20)\d\d|used to|before|until|leaflet|article|read|average|max|min|tablets?|takes?|appointment)\b/iu

/** Says only who measured, or that a result is known. */
const IS_REPORT =
  /\b(?:rang|called|phoned|wrote|letter|results?|bloods|check|check-?up|lab|portal|text|texted|tests?|clinic|nurse|doctor|\p{L}{3,14}ology|round|infusion|walking)\b/iu
/** Under which condition a value was taken. */
const OCCASION = /^ (?:on|in|at) /

/** A text in which a reading beside a remark has the form that the rules read. */
export function withPlainReading(text: string): string {
  if (!/\d/.test(text) || text.length > 160 || NOT_SO.test(text)) return text
  const found = STATED.exec(text)?.groups
  if (!found) return text
  const who = patientIn(found.remark!)
  if (who === undefined) return text
  const isReport = IS_REPORT.test(found.remark!) || found.remark!.split(' ').length < 3
  return `${isReport ? '' : `${found.remark}; `}${who ? `${who}'s` : isReport ? 'My' : 'my'} ${found.name} is now ${found.value}${OCCASION.test(found.tail!) ? found.tail : ''}`
}
