import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { routes } from '../src/app.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema of any shape.
type Schema = any

/** Not longer than this may a text be that is normalized or parsed as a URL. */
const EXAMINED_CHARS_MAX = 10_000

/** A text field of a request: a value that has `text` there, and plausible values elsewhere. */
interface TextField {
  name: string
  shape: z.ZodType
  path: string
  maxLength: number | undefined
  withText(text: string): unknown
}

/** The text fields of a schema. Of alternatives and of the items of a list, the first. */
function textsIn(schema: Schema, definitions: Record<string, Schema>, path: string[] = []): Schema[] {
  const inner = (each: Schema, name?: string) => textsIn(each, definitions, name === undefined ? path : [...path, name])
  if (schema.$ref) return inner(definitions[schema.$ref.split('/').at(-1)])
  if (schema.anyOf || schema.oneOf) return inner((schema.anyOf ?? schema.oneOf)[0])
  if (schema.allOf) return schema.allOf.flatMap((each: Schema) => inner(each))
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([name, each]) => inner(each, name))
  if (schema.type === 'array') return inner(schema.items, '0')
  return schema.type === 'string' && !schema.enum && schema.const === undefined ? [{ ...schema, path }] : []
}

function valueAt(path: readonly string[], text: string): unknown {
  const [name, ...rest] = path
  if (name === undefined) return text
  return name === '0' ? [valueAt(rest, text)] : { [name]: valueAt(rest, text) }
}

const shapes = routes.flatMap(({ method, path, body, query }) =>
  [body, query].flatMap((shape) => (shape instanceof z.ZodType ? [{ name: `${method} ${path}`, shape }] : [])),
)
const fields = shapes.flatMap(({ name, shape }): TextField[] => {
  const { $defs = {}, ...schema } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema
  return textsIn(schema, $defs).map(({ path, maxLength }) => ({
    ...{ name, shape, path: path.join('.'), maxLength },
    withText: (text) => valueAt(path, text),
  }))
})
const bounded = fields.filter(({ maxLength }) => maxLength !== undefined)

afterEach(() => vi.restoreAllMocks())

describe('a text that is longer than its field may be', () => {
  test('occurs in many fields', () => {
    expect(fields.length).toBeGreaterThan(100)
    expect(bounded.length).toBeGreaterThan(60)
  })

  test.each(
    bounded.map((field) => [`${field.name} ${field.path}`, field] as const),
  )('is not examined further in %s', (_name, { shape, path, maxLength, withText }) => {
    const { error } = shape.safeParse(withText('\ufdfa'.repeat((maxLength ?? 0) + 1)))
    // One issue: only its length was checked.
    expect(error?.issues.filter((issue) => issue.path.join('.') === path)).toHaveLength(1)
  })

  test('is neither normalized nor parsed as a URL in any field', () => {
    const examined: string[] = []
    let field = ''
    const note = (text: string) => {
      if (text.length > EXAMINED_CHARS_MAX) examined.push(field)
    }
    const normalize = String.prototype.normalize
    vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
      note(this)
      return normalize.call(this.slice(0, EXAMINED_CHARS_MAX), form)
    })
    const { canParse } = URL
    vi.spyOn(URL, 'canParse').mockImplementation((url, base) => {
      note(String(url))
      return canParse(url, base)
    })
    const OriginalUrl = URL
    vi.stubGlobal(
      'URL',
      class extends OriginalUrl {
        constructor(url: string | URL, base?: string | URL) {
          note(String(url))
          super(url, base)
        }
      },
    )
    for (const { name, path, shape, withText } of fields) {
      field = `${name} ${path}`
      for (const text of ['\ufdfa', 'https://a.example/', '/a/../']) shape.safeParse(withText(text.repeat(20_000)))
    }
    vi.unstubAllGlobals()
    expect(examined).toEqual([])
  })
})
