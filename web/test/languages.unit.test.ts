import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, traverse, types } from '@babel/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { REFUSAL_CODES } from '@memory-service/portability/errors'
import { WARNINGS } from '@memory-service/portability/warnings'
import { describe, expect, test } from 'vitest'
import { NOTICES } from '../../server/src/domain/accounts/notices.ts'
import { STANDARD_SCOPES } from '../../server/src/domain/vocabulary/namespaces.ts'
import { MEMORY_KINDS, STANDARD_INTENTS } from '../../server/src/domain/vocabulary/standard.ts'
import { type Catalogue, readCatalogues } from '../scripts/catalogues.ts'
import { messagesIn } from '../scripts/macros.ts'
import { LANGUAGES } from '../src/i18n/languages.ts'
import { topicName } from '../src/ui/topic-name.ts'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))
// The portal and the guides are in English.
const TRANSLATED = ['api', 'common', 'hub', 'ui']
// Attributes whose text people see or hear.
const SHOWN =
  /^(aria-label|title|label|placeholder|description|alt|legend|lead|submitLabel|tab|all|clearLabel|caption)$/
const LETTERS = /\p{L}{2}/u
const SIDED = /^\s*(?:(?:margin|padding|border)-)?(?:left|right)\b.*$|^\s*text-align: (?:left|right).*$/gm

const filesIn = (room: string) =>
  readdirSync(join(SOURCE, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name))
const files = TRANSLATED.flatMap(filesIn)
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => ({ name, code: readFileSync(join(SOURCE, name), 'utf8') }))
const catalogues = readCatalogues()
const isOfService = (key: string) => key.startsWith('@')

/** The names of the arguments of a message, and its tags in their order of number. */
function placeholdersOf(message: string): string[] {
  const args = new Set<string>()
  const collect = (token: unknown): void => {
    if (!Array.isArray(token)) return
    const [name, type, forms] = token
    args.add(name)
    if (type) for (const form of Object.values(forms ?? {})) if (Array.isArray(form)) form.forEach(collect)
  }
  for (const token of compileMessage(message)) collect(token)
  return [...args, ...(message.match(/<\/?\d+\/?>/g) ?? [])].sort()
}

/** English texts of a module that are not translated. */
function untranslatedIn(code: string, name: string): string[] {
  const tree = parseSync(code, {
    filename: name,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript', 'jsx'] },
  })
  if (!tree) throw new Error(`${name} is empty`)
  const found: string[] = []
  const check = (node: types.Node | null | undefined): void => {
    if (types.isStringLiteral(node) && LETTERS.test(node.value)) found.push(node.value)
    if (types.isTemplateLiteral(node))
      found.push(...node.quasis.map(({ value }) => value.raw).filter((raw) => LETTERS.test(raw)))
    if (types.isJSXExpressionContainer(node)) check(node.expression)
    if (types.isConditionalExpression(node)) [node.consequent, node.alternate].forEach(check)
    if (types.isLogicalExpression(node)) [node.left, node.right].forEach(check)
  }
  traverse(tree, {
    JSXElement(path) {
      // The macro takes all texts inside of it.
      if (types.isJSXIdentifier(path.node.openingElement.name, { name: 'Trans' })) path.skip()
    },
    JSXText: ({ node }) => void (LETTERS.test(node.value) && found.push(node.value.trim())),
    JSXExpressionContainer: ({ node, parent }) => void (types.isJSXElement(parent) && check(node)),
    JSXAttribute: ({ node }) =>
      void (types.isJSXIdentifier(node.name) && SHOWN.test(node.name.name) && check(node.value)),
  })
  return found
}

test('each language but English has a catalogue', () => {
  expect([...catalogues.keys()].sort()).toEqual(
    LANGUAGES.map(({ tag }) => tag)
      .filter((tag) => tag !== 'en')
      .sort(),
  )
})

test('no English text is left in the translated rooms', () => {
  const left = files.flatMap(({ name, code }) => untranslatedIn(code, name).map((text) => `${name}: ${text}`))
  expect(left).toEqual([])
})

test('the check finds English in elements and attributes', () => {
  const code = 'const a = <p title="The title">Some <b>text</b> {x ? `One` : t`two`}<Trans>Fine</Trans></p>'
  expect(untranslatedIn(code, 'a.tsx').sort()).toEqual(['One', 'Some', 'The title', 'text'])
})

test('French marks are not separated from their word by a space at which a line can break', () => {
  const breakable = Object.values(catalogues.get('fr') ?? {}).filter((text) => / [:;!?»]|« /.test(text))
  expect(breakable).toEqual([])
})

test('styles say start and end, not left and right', () => {
  const styles = TRANSLATED.flatMap((room) => filesIn(room))
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) =>
      (readFileSync(join(SOURCE, name), 'utf8').match(SIDED) ?? []).map((line) => `${name}: ${line.trim()}`),
    )
  expect(styles).toEqual([])
})

describe('the catalogue of', async () => {
  const messages = new Set(
    (await Promise.all(files.map(({ name, code }) => messagesIn(code, join(SOURCE, name))))).flat(),
  )
  const ofService = new Set([...catalogues.values()].flatMap((catalogue) => Object.keys(catalogue).filter(isOfService)))

  test.each([...catalogues])('%s has every message, and no other', (_language, catalogue) => {
    const keys = Object.keys(catalogue).filter((key) => !isOfService(key))
    expect({
      missing: [...messages].filter((message) => !catalogue[message]),
      unused: keys.filter((key) => !messages.has(key)),
      missingOfService: [...ofService].filter((name) => !catalogue[name]),
    }).toEqual({ missing: [], unused: [], missingOfService: [] })
  })

  test.each([...catalogues])('%s keeps the placeholders of each message', (_language, catalogue: Catalogue) => {
    const different = [...messages].filter(
      (message) => placeholdersOf(catalogue[message] ?? '').join() !== placeholdersOf(message).join(),
    )
    expect(different).toEqual([])
  })

  test.each([...catalogues])('%s has only plural forms of its language', (language, catalogue: Catalogue) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[]
    const used = Object.values(catalogue).flatMap((text) =>
      compileMessage(text).flatMap((token) =>
        Array.isArray(token) && token[1] === 'plural' ? Object.keys(token[2] ?? {}) : [],
      ),
    )
    expect(used.filter((form) => form !== 'offset' && !forms.includes(form))).toEqual([])
  })

  test('each language has the words of the service: scopes, kinds, intents, notices, and what importing says', () => {
    const expected = [
      ...STANDARD_SCOPES.flatMap(({ namespace }) =>
        ['name', 'about', 'example'].map((part) => `@topic.${namespace}.${part}`),
      ),
      ...MEMORY_KINDS.map(({ type }) => `@kind.${type}`),
      ...STANDARD_INTENTS.map(({ intent }) => `@intent.${intent}`),
      ...Object.entries(NOTICES).flatMap(([id, { for: holders }]) =>
        (holders as readonly string[]).includes('user') ? [`@notice.${id}`] : [],
      ),
      ...REFUSAL_CODES.map((code) => `@refusal.${code}`),
      ...Object.keys(WARNINGS).map((name) => `@warning.${name}`),
    ]
    expect(expected.filter((name) => !ofService.has(name))).toEqual([])
  })
})

test.each(
  STANDARD_SCOPES.filter(({ namespace }) => !namespace.includes('.')),
)('English pages call $namespace what the consent page calls it', ({ namespace, name }) => {
  expect(topicName(namespace).toLowerCase()).toBe(name)
})
