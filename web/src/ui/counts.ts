import { plural } from '@lingui/core/macro'

/** A number of memories in words: “1 memory”, “1,204 memories”. */
export const memoriesIn = (count: number): string => plural(count, { one: '# memory', other: '# memories' })

/** A number of messages in words: “1 message”, “1,204 messages”. */
export const messagesIn = (count: number): string => plural(count, { one: '# message', other: '# messages' })

/** A number of suggestions in words: “1 suggestion”, “1,204 suggestions”. */
export const suggestionsIn = (count: number): string => plural(count, { one: '# suggestion', other: '# suggestions' })
