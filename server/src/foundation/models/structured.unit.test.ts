import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type JsonSchema, jsonSchemaOf, parseOutput, strictSchema } from './structured.ts'

const Shape = z.object({
  tags: z.array(z.string()),
  candidates: z.array(
    z.object({ content: z.string(), importance: z.int().min(0).max(100), scope: z.string().optional() }),
  ),
  mood: z.enum(['calm', 'tense']).nullable(),
})
const schema = jsonSchemaOf(Shape)
const parse = (text: string) => parseOutput(text, Shape, schema)?.value
const OUTPUT = { tags: ['wa{r}m', 'a "b" \\'], candidates: [{ content: 'Runs.', importance: 70 }], mood: null }
const JSON_TEXT = JSON.stringify(OUTPUT)

const outputs = fc.record({
  tags: fc.array(fc.string({ unit: 'grapheme' })),
  candidates: fc.array(fc.record({ content: fc.string({ unit: 'grapheme' }), importance: fc.nat(100) })),
  mood: fc.constantFrom('calm', 'tense', null),
})
const cleaned = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', ''))

describe('parseOutput', () => {
  test('finds the object inside fences, reasoning and other text', () => {
    for (const text of [
      JSON_TEXT,
      `\`\`\`json\n${JSON_TEXT}\n\`\`\``,
      `Sure! Here it is {as asked}:\n${JSON_TEXT}\nAnything else?`,
      `<think>They want {"tags": []}, I say {"no": 1}.</think>${JSON_TEXT}`,
      `{"answer": "first"} ${JSON_TEXT}`,
    ])
      expect(parse(text)).toEqual(OUTPUT)
  })

  test('finds the object between arbitrary text', () => {
    // A brace before the object may open a string that contains it, so only text after it has braces.
    const before = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('{'))
    fc.assert(
      fc.property(before, outputs, fc.string({ unit: 'grapheme' }), (before, output, after) => {
        expect(parse(before + JSON.stringify(output) + after)).toEqual(cleaned(output))
      }),
    )
  })

  test('returns undefined for truncated output and other text', () => {
    for (let at = 0; at < JSON_TEXT.length; at++) expect(parse(JSON_TEXT.slice(0, at))).toBeUndefined()
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => parse(text) === undefined))
  })

  test('does bounded work on text made of braces', () => {
    expect(parse('{'.repeat(1_000_000))).toBeUndefined()
    expect(parse('{"'.repeat(1_000_000))).toBeUndefined()
  })

  test('removes nulls of optional properties and keeps those of nullable ones', () => {
    const text = '{"tags":[],"candidates":[{"content":"a","importance":1,"scope":null}],"mood":null}'
    expect(parse(text)).toEqual({ tags: [], candidates: [{ content: 'a', importance: 1 }], mood: null })
  })

  test('removes NUL and lone surrogates', () => {
    const text = String.raw`{"tags":["a\u0000b\ud800"],"candidates":[],"mood":"calm"}`
    expect(parse(text)?.tags).toEqual(['ab\ufffd'])
  })
})

describe('strictSchema', () => {
  test('closes every object, requires every property, and makes optional ones nullable', () => {
    const Union = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), note: z.string().max(5).default('x') }),
      z.object({ kind: z.literal('b'), when: z.iso.datetime().optional() }),
    ])
    const out = strictSchema(jsonSchemaOf(z.object({ list: z.array(Union), shape: Shape })))
    const objects = objectsOf(out)
    expect(objects).toHaveLength(5)
    for (const object of objects) {
      expect(object.additionalProperties).toBe(false)
      expect(object.required).toEqual(Object.keys(object.properties ?? {}))
    }
    expect(JSON.stringify(out)).not.toMatch(/\$schema|oneOf|default|maxLength|pattern|format/)
    expect(JSON.stringify(out)).toContain('"note":{"anyOf":[{"type":"string"},{"type":"null"}]}')
  })
})

function objectsOf(schema: JsonSchema): JsonSchema[] {
  const children = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), schema.items ?? {}]
  const nested = children.filter((part) => Object.keys(part).length).flatMap(objectsOf)
  return schema.type === 'object' ? [schema, ...nested] : nested
}
