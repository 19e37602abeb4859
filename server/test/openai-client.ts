import OpenAI, { APIError } from 'openai'
import { expect } from 'vitest'

/** OpenAI's client with only its base URL changed. */

type Plain = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming
export type Message = OpenAI.Chat.ChatCompletionMessageParam

export const COMPLETIONS = '/openai/v1/chat/completions'
export const SAID = 'I signed up for the half marathon in May.'

export const clientOf = ({ url }: { url: string }, token: string) =>
  new OpenAI({ baseURL: `${url}/openai/v1`, apiKey: token, maxRetries: 0, logLevel: 'off' })
export const user = (content: string): Message => ({ role: 'user', content })
export const asked = (more: Partial<Plain> = {}): Plain => ({ model: 'gpt-4o', messages: [user(SAID)], ...more })

/** The error a call rejects with. */
export async function failureOf(call: PromiseLike<unknown>): Promise<APIError> {
  const error = await Promise.resolve(call).then(
    () => undefined,
    (error) => error,
  )
  expect(error).toBeInstanceOf(APIError)
  return error
}
