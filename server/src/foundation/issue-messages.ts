import type { z } from 'zod'

/* What is wrong with a value, in the words of this API. Shapes with a message of their own keep it. */

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
  datetime: 'an ISO 8601 date and time',
  date: 'an ISO 8601 date',
  time: 'an ISO 8601 time',
  base64: 'base64',
  base64url: 'base64url',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
}
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item', map: 'entry' }

/** The message for an issue: a predicate such as "must be a string", which follows the path of the field. */
export function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is missing'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'too_small':
      return sizeMessage(
        issue.origin,
        Number(issue.minimum),
        issue.exact ? 'exactly' : issue.inclusive ? 'at least' : 'more than',
      )
    case 'too_big':
      return sizeMessage(
        issue.origin,
        Number(issue.maximum),
        issue.exact ? 'exactly' : issue.inclusive ? 'at most' : 'less than',
      )
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : undefined
    case 'unrecognized_keys':
      return `must not have ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
    case 'invalid_union':
      return 'has none of the accepted forms'
    default:
      return undefined
  }
}

function sizeMessage(origin: string, bound: number, how: string): string {
  const unit = UNITS[origin]
  if (!unit) return `must be ${how} ${bound}`
  if (bound === 1 && how === 'at least') return 'must not be empty'
  return `must have ${how} ${bound} ${bound === 1 ? unit : unit === 'entry' ? 'entries' : `${unit}s`}`
}
