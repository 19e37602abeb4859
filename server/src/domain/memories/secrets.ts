import { Failure, type Issue } from '../../foundation/errors.ts'
import { piecesOf } from '../../foundation/pieces.ts'
import { openSlices } from '../../foundation/slices.ts'

/*
 * Finds what looks like a secret: a key, a card number, a password. A memory is read by many apps and models, so a secret
 * is refused unless the caller says that it is meant. What is found is named, with its position, and never quoted.
 */

/** Issues listed in one failure. */
const ISSUES_MAX = 100

interface Rule {
  name: string
  pattern: RegExp
  /** A further check of the match; its first group if there is one. */
  isSecret?: (match: string) => boolean
}

const CARD_PATTERN = /\b\d(?:[ -]?\d){12,18}\b/g
// Prefixes and lengths of Visa, Mastercard, American Express, Discover, JCB and Diners Club.
const CARD_NUMBER =
  /^(?:4\d{12}|4\d{15}|4\d{18}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d)\d{12}|35\d{14}|3[068]\d{12})$/

const RULES: readonly Rule[] = [
  { name: 'a private key', pattern: /-----BEGIN (?:[A-Z]{1,20} ){0,3}PRIVATE KEY-----/g },
  // The last alternative is every secret of this service: tokens, codes, tickets, links.
  {
    name: 'an API key or token',
    pattern:
      /\b(?:AKIA[0-9A-Z]{16}|AIza[\w-]{35}|gh[pousr]_\w{36}|github_pat_\w{22}|glpat-[\w-]{20}|xox[abprs]-[\w-]{10}|[sr]k_live_\w{16}|sk-[\w-]{24}|npm_\w{36}|[a-z]{3}_[0-9A-Za-z]{49})/g,
  },
  { name: 'a signing secret', pattern: /\bwhsec_[\w+/=]{24}/g },
  { name: 'a signed token', pattern: /(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g },
  { name: 'a password', pattern: /(?<=[a-z]):\/\/[^\s/:@]*:[^\s/@]{4,}@/g },
  { name: 'a card number', pattern: CARD_PATTERN, isSecret: isCardNumber },
  {
    name: 'a password',
    pattern:
      /\b(?:password|passwd|passcode|passphrase|passwort|kennwort|mot de passe|contraseña|wachtwoord|api[ _-]?key|secret key)(?: (?:for|to|of|für|de|van) [^\s:=]{1,40}(?: [^\s:=]{1,40}){0,4}?)? ?(?:(?:is|ist|est|es)(?: ?[:=])?|:|=) ?["'“‘`]?([^\s"'”’`]{4,128})/giu,
    isSecret: isPasswordLike,
  },
  {
    name: 'a PIN',
    pattern:
      /\bPIN(?: code)?(?: (?:for|to|of) [^\s:=]{1,40}(?: [^\s:=]{1,40}){0,4}?)? ?(?:is(?: ?[:=])?|:|=) ?(\d{4,8})\b/gi,
  },
]

/** What looks like a secret in a text, with the index of its first character. */
export function findSecrets(text: string): { name: string; at: number }[] {
  const { folded, indexOf } = fold(text)
  return RULES.flatMap((rule) =>
    matchesOf(rule, folded).map((match) => ({ name: rule.name, at: indexOf(match.index) })),
  )
}

function matchesOf({ pattern, isSecret }: Rule, folded: string): RegExpExecArray[] {
  return [...folded.matchAll(pattern)].filter((match) => isSecret?.(match[1] ?? match[0]) ?? true)
}

const NOT_ASCII = /[^\0-\x7f]/
const UNSEEN = /^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u
const DIGIT = /^\p{Nd}$/u
const [SPACE, DASH] = [/^\p{Zs}$/u, /^[\p{Pd}\u2212]$/u]

/**
 * A text without characters that cannot be seen, and with the plain forms of spaces, dashes, digits and letters that only
 * look different, as in text copied from a PDF. `indexOf` gives the index in the text of one in `folded`.
 */
function fold(text: string): { folded: string; indexOf: (index: number) => number } {
  if (!NOT_ASCII.test(text)) return { folded: text, indexOf: (index) => index }
  const indices: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const plain = plainForm(character)
    for (let unit = 0; unit < plain.length; unit++) indices.push(at)
    folded += plain
    at += character.length
  }
  return { folded, indexOf: (index) => indices[index] ?? text.length }
}

/** Plain forms that were looked up before: finding one takes several patterns. */
const plainForms = new Map<string, string>()
const PLAIN_FORMS_MAX = 4_096

function plainForm(character: string): string {
  if (character <= '\x7f') return character
  const known = plainForms.get(character)
  if (known !== undefined) return known
  if (plainForms.size >= PLAIN_FORMS_MAX) plainForms.clear()
  const plain = findPlainForm(character)
  plainForms.set(character, plain)
  return plain
}

function findPlainForm(character: string): string {
  if (UNSEEN.test(character)) return ''
  if (SPACE.test(character)) return ' '
  if (DASH.test(character)) return '-'
  const compatible = character.normalize('NFKC')
  if (!NOT_ASCII.test(compatible)) return compatible
  return DIGIT.test(character) ? String(digitOf(character.codePointAt(0)!)) : character
}

/** The value of a decimal digit: the ten of a script are consecutive; only other tens precede them directly. */
function digitOf(code: number): number {
  let value = 0
  while (DIGIT.test(String.fromCodePoint(code - value - 1))) value++
  return value % 10
}

/** Whether a text contains what looks like a secret. */
export function hasSecret(text: string): boolean {
  return findSecrets(text).length > 0
}

/** Like {@link hasSecret}, for a text that may be long: others run between its parts, whenever `pause` lets them. */
export async function hasSecretInSlices(text: string, pause: () => Promise<void> | undefined): Promise<boolean> {
  let folded = ''
  for (const piece of piecesOf(text)) {
    await pause()
    folded += fold(piece).folded
  }
  for (const rule of RULES) {
    await pause()
    if (matchesOf(rule, folded).length) return true
  }
  return false
}

/** The fields of a memory in which secrets are looked for. */
interface SearchedFields {
  content?: string | undefined
  externalId?: string | null | undefined
  metadata?: Readonly<Record<string, string | number | boolean>> | null | undefined
  source?: Readonly<Record<string, string | undefined>> | null | undefined
}

/**
 * Rejects a memory with what looks like a secret. `prefix` comes before the names of its fields in the error.
 * @throws Failure `validation_failed` with code `secret_found`
 */
export function checkSecrets(memory: SearchedFields, prefix: string, allowed: boolean | undefined): void {
  if (!allowed) refuse(secretsOf(memory, prefix))
}

/**
 * Rejects memories of one request like {@link checkSecrets}. Other requests run in between: a hundred long texts take a
 * while.
 */
export async function checkAllSecrets(
  memories: readonly SearchedFields[],
  allowed: boolean | undefined,
): Promise<void> {
  if (allowed) return
  const pause = openSlices()
  const issues: Issue[] = []
  for (const [index, memory] of memories.entries()) {
    await pause()
    issues.push(...secretsOf(memory, `memories.${index}.`))
  }
  refuse(issues)
}

/** Which of these memories hold what looks like a secret. Other requests run in between. */
export async function holdSecrets(memories: readonly SearchedFields[]): Promise<boolean[]> {
  const pause = openSlices()
  const found: boolean[] = []
  for (const memory of memories) {
    await pause()
    found.push(secretsOf(memory, '').length > 0)
  }
  return found
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length) throw new Failure('validation_failed', issues.slice(0, ISSUES_MAX))
}

function secretsOf({ content, externalId, metadata, source }: SearchedFields, prefix: string): Issue[] {
  const ofSource = Object.entries(source ?? {}).map(([name, text]) => [`source.${name}`, text] as const)
  return [
    ...[['content', content] as const, ['externalId', externalId] as const, ...ofSource].flatMap(([field, text]) =>
      text ? issuesOf(text, prefix + field) : [],
    ),
    ...Object.entries(metadata ?? {}).flatMap(([key, value]) => issuesOfField(key, String(value), prefix)),
  ]
}

function issuesOf(text: string, path: string): Issue[] {
  return findSecrets(text).map(({ name, at }) => ({ path, message: secretMessage(name, at), code: 'secret_found' }))
}

/** A field of metadata may be named for the secret that it holds, such as `db_password`. */
function issuesOfField(key: string, value: string, prefix: string): Issue[] {
  const ofKey = issuesOf(key, `${prefix}metadata`)
  if (ofKey.length) return ofKey
  const path = `${prefix}metadata.${key}`
  const own = issuesOf(value, path)
  if (own.length) return own
  const label = `${key.replaceAll(/[_.-]/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')}: `
  const at = (index: number) => Math.max(0, index - label.length)
  return findSecrets(label + value).map(({ name, at: index }) => ({
    path,
    message: secretMessage(name, at(index)),
    code: 'secret_found',
  }))
}

function secretMessage(name: string, at: number): string {
  return `holds what looks like ${name}, at character ${at + 1}; leave it out, or send allow_secrets: true`
}

function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, '')
  if (!CARD_NUMBER.test(digits) || /^(\d)\1+$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

// “The password is hard to remember” holds none: a password mixes kinds of characters.
function isPasswordLike(word: string): boolean {
  const trimmed = word.replace(/[.,;:!?)]$/, '')
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(trimmed)).length
  return trimmed.length >= 6 && (kinds >= 3 || (kinds === 2 && /\d/.test(trimmed)))
}
