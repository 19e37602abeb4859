import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type JsonSchema, readAnswer, schemaOf, strict } from './structured.ts'

const Shape = z.object({
  tags: z.array(z.string()),
  candidates: z.array(
    z.object({ content: z.string(), importance: z.int().min(0).max(100), scope: z.string().optional() }),
  ),
  mood: z.enum(['calm', 'tense']).nullable(),
})
const schema = schemaOf(Shape)
const read = (text: string) => readAnswer(text, Shape, schema)?.value
const ANSWER = { tags: ['wa{r}m', 'a "b" \\'], candidates: [{ content: 'Runs.', importance: 70 }], mood: null }
const JSON_TEXT = JSON.stringify(ANSWER)

const answers = fc.record({
  tags: fc.array(fc.string({ unit: 'grapheme' })),
  candidates: fc.array(fc.record({ content: fc.string({ unit: 'grapheme' }), importance: fc.nat(100) })),
  mood: fc.constantFrom('calm', 'tense', null),
})
const cleaned = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', ''))

describe('an answer is read', () => {
  test('out of fences, thoughts and politeness', () => {
    for (const text of [
      JSON_TEXT,
      `\`\`\`json\n${JSON_TEXT}\n\`\`\``,
      `Sure! Here it is {as asked}:\n${JSON_TEXT}\nAnything else?`,
      `<think>They want {"tags": []}, I say {"no": 1}.</think>${JSON_TEXT}`,
      `{"answer": "first"} ${JSON_TEXT}`,
    ])
      expect(read(text)).toEqual(ANSWER)
  })

  test('whatever is written around it', () => {
    // A brace in front may swallow the rest in a string of its own, so braces stand only behind.
    const before = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('{'))
    fc.assert(
      fc.property(before, answers, fc.string({ unit: 'grapheme' }), (before, answer, after) => {
        expect(read(before + JSON.stringify(answer) + after)).toEqual(cleaned(answer))
      }),
    )
  })

  test('as nothing when it is cut off anywhere, or is no answer at all', () => {
    for (let at = 0; at < JSON_TEXT.length; at++) expect(read(JSON_TEXT.slice(0, at))).toBeUndefined()
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => read(text) === undefined))
  })

  test('in bounded work, however many braces it has', () => {
    expect(read('{'.repeat(1_000_000))).toBeUndefined()
    expect(read('{"'.repeat(1_000_000))).toBeUndefined()
  })

  test('with null for what may be left out, and null where null is an answer', () => {
    const text = '{"tags":[],"candidates":[{"content":"a","importance":1,"scope":null}],"mood":null}'
    expect(read(text)).toEqual({ tags: [], candidates: [{ content: 'a', importance: 1 }], mood: null })
  })

  test('without NUL and halves of characters', () => {
    const text = String.raw`{"tags":["a\u0000b\ud800"],"candidates":[],"mood":"calm"}`
    expect(read(text)?.tags).toEqual(['ab\ufffd'])
  })
})

describe('a strict schema', () => {
  test('closes every object and requires every property; what may be left out may be null', () => {
    const Union = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), note: z.string().max(5).default('x') }),
      z.object({ kind: z.literal('b'), when: z.iso.datetime().optional() }),
    ])
    const out = strict(schemaOf(z.object({ list: z.array(Union), shape: Shape })))
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
  const parts = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), schema.items ?? {}]
  const inside = parts.filter((part) => Object.keys(part).length).flatMap(objectsOf)
  return schema.type === 'object' ? [schema, ...inside] : inside
}
