import { chatRecords, type FoundMessage } from '../chat.ts'
import { type JsonReader, wholeOf } from '../document.ts'
import { parseJson } from '../json.ts'
import { candidateRecord } from '../memory.ts'
import { proseSentences } from '../prose.ts'
import type { PortableRecord } from '../records.ts'
import { isoMs } from '../times.ts'
import { field, isObject, type Json, listIn, objectIn, stringIn } from '../values.ts'

/*
 * Letta's agent files. Only the block about the person and the messages are read; never the persona, the system prompt, the
 * tools or the environment, which may hold keys.
 */

const MAKER = 'letta'

export const letta: JsonReader = {
  format: 'letta-agent-file',
  label: 'Letta agent file',
  matches: ({ members }) =>
    Array.isArray(field(members, 'core_memory')) ||
    (Array.isArray(field(members, 'agents')) && Array.isArray(field(members, 'blocks'))),
  async *read(documents, context) {
    for (const document of documents) {
      const whole = await wholeOf(document, context)
      yield* blockCandidates(listIn(whole, Array.isArray(whole.core_memory) ? 'core_memory' : 'blocks'))
      for (const agent of Array.isArray(whole.agents) ? whole.agents : [whole]) yield* agentChat(agent)
    }
  },
}

function* blockCandidates(blocks: readonly unknown[]): Generator<PortableRecord> {
  for (const block of blocks) {
    if (field(block, 'label') !== 'human') continue
    for (const { content } of (stringIn(block, 'value') ?? '').split(/\n+/).flatMap(lineStatements)) {
      const record = candidateRecord({ content, origin: 'agent_block', maker: MAKER })
      if (record) yield record
    }
  }
}

/** A line is one statement, unless it is a paragraph: a sentence of "Name: Ada. Keeps bees." alone says little. */
function lineStatements(line: string): { content: string }[] {
  return line.length <= LINE_CHARS ? [{ content: line }] : proseSentences(line)
}

const LINE_CHARS = 200

function* agentChat(agent: unknown): Generator<PortableRecord> {
  const messages = listIn(agent, 'messages').flatMap((message, i): FoundMessage[] => {
    const role = field(message, 'role')
    if (role !== 'user' && role !== 'assistant') return []
    const text = role === 'user' ? userText(message) : assistantText(message)
    const ms = isoMs(field(message, 'created_at'))
    return text ? [{ id: stringIn(message, 'id') ?? `${ms ?? ''}:${i}`, role, text, ms }] : []
  })
  const name = stringIn(agent, 'name')
  const id = `${name ?? ''}:${stringIn(agent, 'created_at') ?? messages[0]?.ms ?? ''}`
  yield* chatRecords({ maker: MAKER, id, hasOwnId: false, title: name, messages })
}

function contentText(message: unknown): string {
  const content = field(message, 'content')
  if (typeof content === 'string') return content
  return listIn(message, 'content')
    .filter((part) => field(part, 'type') === 'text')
    .map((part) => stringIn(part, 'text') ?? '')
    .join('\n\n')
}

/** What the person wrote; older files wrap it in JSON, beside notes of the program. */
function userText(message: unknown): string {
  const text = contentText(message)
  const envelope = envelopeOf(text)
  if (!envelope) return text
  return field(envelope, 'type') === 'user_message' ? (stringIn(envelope, 'message') ?? '') : ''
}

/** The answer; where it was sent by a tool, the text beside it is what the agent thought. */
function assistantText(message: unknown): string {
  for (const call of listIn(message, 'tool_calls')) {
    const tool = objectIn(call, 'function')
    if (field(tool, 'name') === 'send_message')
      return stringIn(envelopeOf(stringIn(tool, 'arguments') ?? '') ?? {}, 'message') ?? ''
  }
  return listIn(message, 'tool_calls').length ? '' : contentText(message)
}

function envelopeOf(text: string): Json | undefined {
  if (!/^\s*\{/.test(text)) return undefined
  try {
    const value = parseJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
