import type { Word } from './words.ts'
/* Closed word lists by which the subject and the verb of a clause are found. All in lower case. */

export const RELATIVE = new Set(['where', 'that', 'who', 'which', 'whose'])
export const COPULA = new Set(['is', 'are', 'was', 'were'])
export const ADVERBS = new Set(
  'now currently still recently just already finally also officially actually really only usually normally always apparently lately again too then no not never'.split(
    ' ',
  ),
)
export const OWN = new Set(['i', 'we', 'user', 'me', "user's"])
export const OWN_POSSESSIVE = new Set(['my', 'our', "user's"])
export const OTHER_POSSESSIVE = new Set(['his', 'her', 'their', 'its'])
export const PRONOUNS = new Set(['she', 'he', 'they', 'it'])
export const DETERMINERS = new Set(
  'the a an this that these those both all my our his her their its new current latest own main primary actual'.split(
    ' ',
  ),
)
export const INNER = new Set(
  'of the and for de la le von van der den du di da do dos das del al el y to in on at a an & from with or'.split(' '),
)
export const ORDINAL_KIN = new Set(['eldest', 'youngest', 'oldest'])
/** Nouns that begin a sentence without a determiner and are no names. */
export const COMMON = new Set(
  (
    'phone mobile number e-mail email address home weight height job employer occupation rent salary budget bike car diet ' +
    'gluten lactose dairy milk coffee tea alcohol meat sugar work school practice training rehearsal choir yoga lunch dinner ' +
    'name surname keys key parking heating passcode pin password passport bank insurance doctor dentist optician haircut birthday age cholesterol steps sleep bedtime'
  ).split(' '),
)
export const VERBS = new Set(
  (
    'moved quit dating dates seeing married divorced separated engaged single retired weighed goes went gets wakes starts ' +
    'started stopped switched changed became joined relocated settled resides resigned promoted hired employed based banks ' +
    'votes uses used pays parks sits writes wrote sold gave given gives broke split cancelled canceled postponed rescheduled ' +
    'lives living working works not no never does did cannot can is has had have am are was were been no enjoys takes drives ' +
    'sleeps commutes lost left put keeps wears trains attends studies reports replaced renamed got bought rents rented shares ' +
    'qualified retrained requalified accepted signed reset rehomed unsubscribed cut came dropped ended finished swapped traded returned upgraded downgraded turned supports subscribes deleted ditched scrapped binned uninstalled dumped closed'
  ).split(' '),
)
export const FINITE = new Set(
  (
    'am are were been be do might shall reached meets meet starts start begins takes gave put sold cancelled canceled closed ' +
    'renamed passed ran sits stands lies hangs belongs costs opens closes ends expires leaves departs arrives flies fly reports ' +
    'serves runs weighs measures beats smokes smoke drives drive studies works work live love like use uses banks attends ' +
    'joined switched finished resigned retired married divorced proposed separated split broke moved relocated drank ate ' +
    'have want need think know go get make eat drink sleep speak read write play own keep take wear pay rent ' +
    'changed rose fell dropped increased decreased improved climbed grew came left sent caught held taught felt wrote rode flew ' +
    'swam sang grows hurts helps shows follows sees hates collects sings draws trains supports subscribes votes rents shares owes ' +
    'took got went became began chose bought hit paid spent forgot won drove spoke gets ' +
    'graduated learned learnt enrolled emigrated settled converted recovered transferred launched founded ended traded swapped moved'
  ).split(' '),
)
/** Words that follow a verb rather than a noun. */
export const AFTER_VERB = new Set(
  'a an the my our his her their its to in at on with for from by up out off about around into onto'.split(' '),
)

/** Auxiliaries and negations that a sentence without a subject begins with. */
export const AUXILIARY = new Set('is am are was has have had does do did can cannot no not never used'.split(' '))
/** Before "partner": the person one lives with, unlike a tennis partner or a business partner. */
const OF_SPOUSES = new Set(
  (
    'my our his her their your the a an new current present life long-term longterm longtime long-time romantic domestic civil live-in own dear lovely ' +
    'beloved wonderful sweet loving dearest male female only first second third old older younger previous former earlier then late actual real better ' +
    'same-sex then-partner husband wife spouse girlfriend boyfriend fiancé fiancée devoted amazing great and or common-law de-facto facto unmarried other'
  ).split(' '),
)

/** Whether the word before "partner" says that it is one of a game, a firm or a course; "Italian" does not. */
export function isOtherPartner({ plain, isCapital }: Word): boolean {
  return !isCapital && !OF_SPOUSES.has(plain) && !plain.endsWith("'s") && !plain.endsWith("s'")
}

/** Comes after a thing that has a value: "working hours are", "resting heart rate came in at". */
export const SAYS_VALUE = /^(?:is|are|was|were|has|have|changed|came|went|rose|fell|dropped|stands|sits)$/
