import type { Frame } from './service.ts'

/** The frames of a complete event stream. */
export function framesOf(text: string): Frame[] {
  const data = text.split('\n\n').flatMap((event) => (event.startsWith('data: ') ? [event.slice(6)] : []))
  return data.filter((each) => each !== '[DONE]').map((each) => JSON.parse(each))
}
