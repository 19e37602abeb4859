import { Document } from '@langchain/core/documents'
import { BaseRetriever } from '@langchain/core/retrievers'
import { type StructuredToolInterface, tool } from '@langchain/core/tools'
import { type Memories, type RecallOptions, recalled, toolsOf } from './memories.ts'

/**
 * Tools for `bindTools` and agents: `recall_memories`, `remember` and `forget_memory`.
 * @example const agent = createAgent({ model, tools: memoryTools(memory) })
 */
export function memoryTools(memory: Memories, options: RecallOptions = {}): StructuredToolInterface[] {
  return toolsOf(memory, options).map(({ name, description, parameters, run }) =>
    tool(async (args) => JSON.stringify(await run(args as Record<string, unknown>)), {
      name,
      description,
      schema: parameters as object as Record<string, unknown>,
    }),
  )
}

/**
 * Retrieves memories as documents; their metadata holds `id`, `scope`, `type`, `occurredAt` and `score`.
 * @example const documents = await new MemoryRetriever(memory, { limit: 5 }).invoke('where does she run')
 */
export class MemoryRetriever extends BaseRetriever {
  lc_namespace: string[] = ['memory-service', 'retrievers']
  readonly #memory: Memories
  readonly #options: RecallOptions

  constructor(memory: Memories, options: RecallOptions = {}) {
    super()
    this.#memory = memory
    this.#options = options
  }

  override async _getRelevantDocuments(query: string): Promise<Document[]> {
    const found = await recalled(this.#memory, query, this.#options)
    return found.map(
      ({ id, content, scope, type, occurredAt, score }) =>
        new Document({ id, pageContent: content, metadata: { id, scope, type, occurredAt, score } }),
    )
  }
}
