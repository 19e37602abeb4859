/*
 * Titles of professionals in other languages, in the form that sentences are split by and roles are compared by: "MUDr. Novák"
 * and "Frau Dr. Klein" are "Dr Novák" and "Dr Klein".
 */

const DOCTORS =
  'MUDr|MVDr|MDDr|PhDr|RNDr|JUDr|PaedDr|Dott|Dott\\.ssa|Dottssa|Dr\\.ssa|Drssa|Dra|Drs|Dtra|Doc|Dok|dr|Dr|DR|Dr\\. ?med|Dr\\. ?med\\. ?dent|Dr\\. ?med\\. ?vet|med|lek'
const OTHERS =
  'Mag|Mgr|Ing|Bc|Lic|Licda|Arq|Abog|Avv|Geom|Rag|Sig|Sig\\.ra|Sr|Sra|Srta|Mme|Mlle|Hr|Fr|Fru|Frk|Dipl|adv|Adv|Av|Op|Uz|Prof|Frau|Herr|Pani|Pan'
const BEFORE =
  '(?:(?:[Ff]rau|[Hh]errn?|Hr\\.?|Fr\\.?|Sr\\.?|Sra\\.?|Sig\\.?(?:ra)?|Mme\\.?|Pani|Pan|Mr|Mrs|Ms|Prof\\.?|Doc\\.?|doc\\.?|Uz\\.?|Op\\.?) )?'
/** "Frau Dr. med. Klein", "Dott.ssa Bianchi". */
const DOCTOR = new RegExp(
  `(?<![\\p{L}.])${BEFORE}(?:${DOCTORS})(?:\\. ?|(?<=ssa|Dra|MUDr|MVDr|Dr|dr) )(?=\\p{Lu}\\p{Ll}+)`,
  'gu',
)
/** "Sra. Nunes", "Dipl.-Ing. Braun". */
const OTHER = new RegExp(`(?<![\\p{L}.])(${OTHERS}|Dipl\\.?-\\p{Lu}\\p{Ll}{1,4})\\. ?(?=\\p{Lu}\\p{Ll}+)`, 'gu')
/** "St. Mary's": a school, a church or a hospital, and no owner. */
const SAINT = /(?<!\p{L})St\.? (\p{Lu}\p{Ll}+)['’]s(?!\p{L})/gu
/** "Master's student": no owner. */
const DEGREE = /(?<!\p{L})(Master|Bachelor|master|bachelor)['’]s (?=students?\b)/gu
const HAS_TITLE = new RegExp(`(?:${DOCTORS}|${OTHERS})\\b|Dipl|St\\.? \\p{Lu}|aster|achelor`, 'u')

/** A text in which titles of doctors are "Dr", and those of others stand without a full stop. */
export function withPlainTitles(text: string): string {
  return HAS_TITLE.test(text)
    ? text.replace(DOCTOR, 'Dr ').replace(OTHER, '$1 ').replace(SAINT, 'St $1s').replace(DEGREE, '$1 ')
    : text
}
