import type { LanguageModelMiddleware, Tool } from 'ai'
import { jsonSchema, tool } from 'ai'
import { type Memories, type RecallOptions, recalled, sectionOf, toolsOf } from './memories.ts'

/** Options of `memoryMiddleware`. */
export interface MiddlewareOptions extends RecallOptions {
  /** Is called if memories cannot be read, and the model then answers without them. By default the call fails. */
  onError?: (error: unknown) => void
}

type Params = Parameters<NonNullable<LanguageModelMiddleware['transformParams']>>[0]['params']
type Prompt = Params['prompt']

/**
 * A middleware for `wrapLanguageModel`: puts the memories that answer the user's last message into the prompt, as a system
 * message behind yours. Nothing else changes, so tools, output schemas and streaming work as before.
 * @example
 * const model = wrapLanguageModel({ model: openai('gpt-5'), middleware: memoryMiddleware(memory) })
 */
export function memoryMiddleware(memory: Memories, options: MiddlewareOptions = {}): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    async transformParams({ params }) {
      const question = questionIn(params.prompt)
      if (!question) return params
      try {
        const found = await recalled(memory, question, options)
        return found.length ? { ...params, prompt: withSection(params.prompt, sectionOf(found)) } : params
      } catch (error) {
        if (!options.onError) throw error
        options.onError(error)
        return params
      }
    },
  }
}

/**
 * Tools for `generateText` and `streamText`: `recall_memories`, `remember` and `forget_memory`.
 * @example const { text } = await generateText({ model, tools: memoryTools(memory), stopWhen: stepCountIs(5), prompt })
 */
export function memoryTools(memory: Memories, options: RecallOptions = {}): Record<string, Tool> {
  return Object.fromEntries(
    toolsOf(memory, options).map(({ name, description, parameters, run }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<Record<string, unknown>>(parameters as object),
        execute: (args) => run(args),
      }),
    ]),
  )
}

/** The text of the last message of the user. */
function questionIn(prompt: Prompt): string {
  const last = prompt.findLast(({ role }) => role === 'user')
  if (last?.role !== 'user') return ''
  return last.content
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim()
}

function withSection(prompt: Prompt, content: string): Prompt {
  const after = prompt.findLastIndex(({ role }) => role === 'system') + 1
  return [...prompt.slice(0, after), { role: 'system', content }, ...prompt.slice(after)]
}
