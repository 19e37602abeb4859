import { APIError } from 'openai'
import { describe, expect, test } from 'vitest'
import type { Generation } from './chat.ts'
import { refusedPart } from './refused-part.ts'

const KEY = 'a server’s own key'
const GIVEN: Generation = { temperature: 1.5, topP: 0.9, maxTokens: 9_000, stop: ['END'] }

const answered = (error: object, status = 400) => APIError.generate(status, { error }, undefined, new Headers())
const partOf = (error: object, given = GIVEN, status = 400) => refusedPart(answered(error, status), given, KEY)

describe('the refused part of a request', () => {
  test.each([
    [{ param: 'temperature', message: 'Only 1 is supported.' }, 'temperature', ': Only 1 is supported.'],
    [{ param: 'top_p', message: 'No.' }, 'topP', ': No.'],
    [{ param: 'max_tokens', message: 'At most 4096.' }, 'maxTokens', ': At most 4096.'],
    [{ param: 'max_completion_tokens', message: '' }, 'maxTokens', ''],
    [{ message: "'stop' takes one." }, 'stop', ": 'stop' takes one."],
    [{ message: 'temperature must be\n\tbelow 1\0.' }, 'temperature', ': temperature must be below 1 .'],
  ])('is the parameter that the error names, with the message as one line: %j', (error, part, detail) => {
    expect(partOf(error)).toEqual({ part, reason: `is refused by the model${detail}` })
    expect(partOf(error, GIVEN, 422)?.part).toBe(part)
  })

  test.each([
    'context_length_exceeded',
    'content_filter',
    'content_policy_violation',
  ])('is the text, with a fixed reason, for the code %s', (code) => {
    const refused = partOf({ code, param: 'messages', message: 'You said: my temperature is 39.' })
    expect(refused?.part).toBe('text')
    expect(refused?.reason).toMatch(/^is (longer|refused) [^:]+$/)
  })

  test('is undefined if the error concerns nothing the caller set', () => {
    expect(partOf({ param: 'temperature', message: 'No.' }, {})).toBeUndefined()
    expect(partOf({ param: 'stop', message: 'No.' }, { stop: [] })).toBeUndefined()
    expect(partOf({ param: 'messages', message: 'temperature' })).toBeUndefined()
    expect(partOf({ message: 'Unknown parameter: stream_options. Nonstop.' })).toBeUndefined()
    expect(partOf({ code: 'toString', message: 'No.' })).toBeUndefined()
    expect(partOf({ param: 'temperature', message: 'No.' }, GIVEN, 401)).toBeUndefined()
    expect(refusedPart(new Error('temperature'), GIVEN, KEY)).toBeUndefined()
    expect(refusedPart(APIError.generate(400, undefined, undefined, new Headers()), GIVEN, KEY)).toBeUndefined()
  })

  test('has a short reason without anything that may be a key', () => {
    const param = 'temperature'
    for (const message of [`No, ${KEY}.`, `No: Bearer ${'aB3-'.repeat(6)}.`])
      expect(partOf({ param, message })).toEqual({ part: param, reason: 'is refused by the model' })
    const long = partOf({ param, message: 'no no '.repeat(1_000) })
    expect(long?.reason.length).toBeLessThan(240)
    expect(long?.reason).toMatch(/ no? ?…$/)
    expect(partOf({ param, message: { deep: true } as never })?.reason).not.toContain('deep')
  })
})
