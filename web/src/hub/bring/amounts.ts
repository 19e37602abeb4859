import { plural } from '@lingui/core/macro'
import { memoriesIn, messagesIn, suggestionsIn } from '../../ui/counts.ts'

const AMOUNTS = {
  memory: memoriesIn,
  chat: (count: number) => plural(count, { one: '# chat', other: '# chats' }),
  message: messagesIn,
  suggestion: suggestionsIn,
  entry: (count: number) => plural(count, { one: '# entry', other: '# entries' }),
} as const

/** A number of things in words: “1 chat”, “1,204 messages”. */
export const amount = (count: number, name: keyof typeof AMOUNTS): string => AMOUNTS[name](count)
