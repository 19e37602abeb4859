import { HAVE, NAME, OF, WHO, type Wording, wording } from './wording.ts'

/** Rewrites sentences that tell of work by an idiom: "hung up the apron" becomes "retired". */
export const WORDINGS_OF_WORK: readonly Wording[] = [
  wording(
    'service',
    String.raw`^(${WHO})(?:has |have )?([Ll]eft|[Qq]uit|[Rr]esigned from|[Rr]etired from) (?:the )?(?:govt\.?|government|public|civil|state|federal|council|diplomatic|foreign|prison|police) service\b`,
    '$1left my job',
  ),
  wording(
    'signed aboard board payroll',
    `^(${WHO})${HAVE}(?:signed on|came aboard|come aboard|came on board|come on board|is on board|went on the payroll|is on the payroll|am on the payroll) (?:with|at|of) (?=${NAME})`,
    '$1joined ',
  ),
  wording(
    'payroll',
    `^(${NAME}) (?:now )?(?:pays|signs) (?:my|her|his) (?:wages|salary|pay ?checks?)( now| these days)?`,
    'Now works for $1',
  ),
  wording(
    'last final',
    String.raw`^(?:(?:the|my|our|her|his) )?(?:last|final) (?:shift|day at work|working day|day of work) (?:is|was|has been) (?:now )?(?:behind (?:me|her|him|us)|done|over|worked|finished)\b.*$`,
    'Retired',
    'iu',
  ),
  wording(
    'hung',
    String.raw`^(${WHO})${HAVE}hung up ${OF} (?:apron|tools?|tool ?belt|uniform|post ?bag|stethoscope|whistle|badge|trowel|overalls|white coat|cap|hard hat|chalk|scissors|satchel|hi-?vis|lab coat)\b.*$`,
    '$1retired',
    'iu',
  ),
  wording(
    'pension',
    String.raw`^(?:(?:the|my|her|his) )?pension (?:starts|started|begins|began|has started|kicked in|came through)\b.*$|^(${WHO})${HAVE}(?:went|gone|going|off|am|is) (?:(?:on|in|into|to) (?:a |the |my |her |his )?(?:pension|retirement))\b.*$`,
    '$1retired',
    'iu',
  ),
  wording(
    'boss',
    String.raw`^(${WHO})(?:am |is )?(?:now )?(?:the )?boss of (?=${OF} own )(?=.*\b(?:now|since|these days)\b)`,
    '$1became the boss of ',
    'iu',
  ),
  // Not only by learners of English.
  wording(
    'like',
    String.raw`\b(works?|worked|working) like (?:an? )?(?=(?:\p{Ll}+ )?\p{Ll}+(?:er|or|ist|ian|man|nurse|cook|chef|guard|clerk)\b)(?!(?:\p{Ll}+ )?(?:never|ever|other)\b)`,
    '$1 as a ',
  ),
]
