import type { MemoryService } from '@memory-service/sdk'
import { type Memories, type RecallOptions, recalled, sectionOf, type ToolSchema, toolsOf } from './memories.ts'

/*
 * The shapes that Mastra passes are declared here, with only what is used: `@mastra/core` needs Node 22, and the packages
 * here run on Node 20. A test checks them against its types.
 */

/** The part of a Mastra message that is read. */
export interface MastraMessage {
  role: string
  threadId?: string
  content: { parts: readonly { type: string; text?: unknown }[] }
}

/** The part of the arguments of `processInput` that is used. */
export interface MastraInput<Message, System> {
  messages: Message[]
  systemMessages: System[]
}

/** The part of the arguments of `processOutputResult` that is used. */
export interface MastraOutput<Message> {
  messages: Message[]
  messageList: { get: { all: { db(): MastraMessage[] } } }
  result: { text: string }
}

/** A system message that the processor adds. */
export interface MastraSection {
  role: 'system'
  content: string
}

/** Options of `memoryProcessor`. */
export interface ProcessorOptions extends RecallOptions {
  /** Names the conversation of the turns that are sent. Default: the thread of Mastra's own memory, or else the day. */
  conversationId?: string
  /**
   * Is called if memories cannot be read or a turn cannot be sent, and the agent then continues without. By default the
   * call fails.
   */
  onError?: (error: unknown) => void
}

/** The part of the client that the processor needs. */
export type ProcessorMemory = Memories & Pick<MemoryService, 'turns'>

/** A processor for the input and the output of an agent. */
export interface MemoryProcessor {
  readonly id: 'memory-service'
  readonly description: string
  processInput<Message extends MastraMessage, System>(
    input: MastraInput<Message, System>,
  ): Promise<MastraInput<Message, System | MastraSection>>
  processOutputResult<Message>(output: MastraOutput<Message>): Promise<Message[]>
}

const TURN_CHARS_MAX = 32_000

/**
 * A processor for an `Agent`. Among `inputProcessors` it adds the memories that answer the user's last message, as a system
 * message behind yours. Among `outputProcessors` it sends that message and the answer as a turn, from which the service
 * extracts memories.
 * @example
 * const processor = memoryProcessor(memory)
 * new Agent({ id: 'coach', name: 'Coach', instructions, model, inputProcessors: [processor], outputProcessors: [processor] })
 */
export function memoryProcessor(memory: ProcessorMemory, options: ProcessorOptions = {}): MemoryProcessor {
  async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act()
    } catch (error) {
      if (!options.onError) throw error
      options.onError(error)
      return undefined
    }
  }
  return {
    id: 'memory-service',
    description: 'Recalls what is known about the user, and records turns.',
    async processInput({ messages, systemMessages }) {
      const question = textOf(lastOfUser(messages))
      const found = await attempt(() => recalled(memory, question, options))
      if (!found?.length) return { messages, systemMessages }
      return { messages, systemMessages: [...systemMessages, { role: 'system', content: sectionOf(found) }] }
    },
    async processOutputResult({ messages, messageList, result }) {
      const asked = lastOfUser(messageList.get.all.db())
      const turn = [
        { role: 'user' as const, content: textOf(asked).slice(0, TURN_CHARS_MAX) },
        { role: 'assistant' as const, content: result.text.slice(0, TURN_CHARS_MAX) },
      ].filter(({ content }) => content.trim())
      const conversationId = options.conversationId ?? asked?.threadId
      if (turn.length) await attempt(() => memory.turns.add(turn, conversationId ? { conversationId } : {}))
      return messages
    },
  }
}

/** A tool in the shape of Mastra's `createTool`. */
export interface MastraTool {
  id: string
  description: string
  inputSchema: ToolSchema
  execute(args: Record<string, unknown>): Promise<unknown>
}

/**
 * Tools for an `Agent`: `recall_memories`, `remember` and `forget_memory`.
 * @example new Agent({ id: 'coach', name: 'Coach', instructions, model, tools: memoryTools(memory) })
 */
export function memoryTools(memory: Memories, options: RecallOptions = {}): Record<string, MastraTool> {
  return Object.fromEntries(
    toolsOf(memory, options).map(({ name, description, parameters, run }) => [
      name,
      { id: name, description, inputSchema: parameters, execute: (args) => run(args) },
    ]),
  )
}

const lastOfUser = (messages: readonly MastraMessage[]) => messages.findLast(({ role }) => role === 'user')

function textOf(message: MastraMessage | undefined): string {
  const parts = message?.content.parts ?? []
  return parts
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n')
    .trim()
}
