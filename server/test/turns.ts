import type { Person, TestService } from './service.ts'

/** Conversations that apps send as they were held. */

const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*']
export const QUESTION = { role: 'user', content: 'My left knee hurts after long runs.' }
export const ANSWER = { role: 'assistant', content: 'How long has it been sore?' }

interface Connected {
  person: Person
  token: string
  as: (method: string, path: string, body?: object) => Promise<ReturnType<typeof JSON.parse>>
  call: (
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => ReturnType<TestService['call']>
}

/** A person and an app, in requests. */
export async function connectedTo(on: TestService, scopes = SCOPES, person?: Person): Promise<Connected> {
  const who = person ?? (await on.newPerson())
  const app = await on.newApp(await on.newDeveloper(), scopes)
  const token = await on.connect(who, app, scopes)
  return {
    person: who,
    token,
    as: (method, path, body) => on.ok(method, path, { token, ...(body ? { body } : {}) }),
    call: (method, path, body, headers = {}) => on.call(method, path, { token, headers, ...(body ? { body } : {}) }),
  }
}
export const contentsOf = ({ items }: { items: { content: string }[] }) => items.map(({ content }) => content)
