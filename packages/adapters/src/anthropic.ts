import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import type { Memory, MemoryService } from '@memory-service/sdk'
import { childrenOf, isBelow, numbered, pathOf, replacedOnce, withInserted } from './anthropic-files.ts'

const STORE = 'anthropic'
const ROOT = '/memories'
const FILES_MAX = 1_000
const CONTENT_CHARS_MAX = 8_192
const BATCH = 100
/** Stands for an empty file, since a memory has a text. */
const EMPTY = '(empty)'

/** Options of the handlers. */
export interface MemoryToolOptions {
  /** The scope of the files; your app needs to read and write it. Default `note`. */
  scope?: string
}

/**
 * Handlers for Anthropic's memory tool, to be passed to `betaMemoryTool`. A file is a memory of one user, who sees it in the
 * Hub and can correct it; its path is stored in metadata that only your app and the user see. A file holds up to 8,192
 * characters, and the white space around its text is not stored.
 * @example
 * const memoryTool = betaMemoryTool(memoryToolHandlers(memory))
 * await anthropic.beta.messages.toolRunner({ model, max_tokens: 1024, tools: [memoryTool], messages })
 */
export function memoryToolHandlers(
  memory: MemoryService,
  { scope = 'note' }: MemoryToolOptions = {},
): MemoryToolHandlers {
  const files = new Files(memory, scope)
  return {
    async view({ path, view_range }) {
      const at = pathOf(path)
      const file = await files.find(at)
      if (file) return `Here's the content of ${at} with line numbers:\n${numbered(textOf(file), view_range)}`
      const below = await files.below(at)
      if (!below.length && at !== ROOT) throw missing(at)
      const listed = childrenOf(
        at,
        below.map((each) => ({ path: pathIn(each), chars: textOf(each).length })),
      )
      return `Here're the files and directories up to 2 levels deep in ${at}:\n${listed}`
    },
    async create({ path, file_text }) {
      const at = pathOf(path)
      if (await files.find(at)) throw new Error(`The file ${at} already exists; change it with str_replace or insert.`)
      await files.write(at, file_text)
      return `File created successfully at: ${at}`
    },
    async str_replace({ path, old_str, new_str }) {
      const at = pathOf(path)
      await files.edit(at, (text) => replacedOnce(text, old_str, new_str ?? '', at))
      return `The file ${at} has been edited.`
    },
    async insert({ path, insert_line, insert_text }) {
      const at = pathOf(path)
      await files.edit(at, (text) => withInserted(text, insert_line, insert_text))
      return `The file ${at} has been edited.`
    },
    async delete({ path }) {
      const at = pathOf(path)
      if (at === ROOT) throw new Error(`The directory ${ROOT} itself cannot be deleted.`)
      const file = await files.find(at)
      const affected = file ? [file] : await files.below(at)
      if (!affected.length) throw missing(at)
      await files.remove(affected)
      return `Successfully deleted ${at}`
    },
    async rename({ old_path, new_path }) {
      const [from, to] = [pathOf(old_path), pathOf(new_path)]
      if (from === ROOT || isBelow(to, from)) throw new Error(`${from} cannot be moved to ${to}.`)
      if ((await files.find(to)) || (await files.below(to)).length)
        throw new Error(`The destination ${to} already exists.`)
      const file = await files.find(from)
      const affected = file ? [file] : await files.below(from)
      if (!affected.length) throw missing(from)
      for (const each of affected) await files.write(to + pathIn(each).slice(from.length), textOf(each))
      await files.remove(affected)
      return `Successfully renamed ${from} to ${to}`
    },
  }
}

class Files {
  readonly #memory: MemoryService
  readonly #scope: string

  constructor(memory: MemoryService, scope: string) {
    this.#memory = memory
    this.#scope = scope
  }

  async find(path: string): Promise<Memory | undefined> {
    const { memories } = await this.#memory.list({ scope: this.#scope, externalId: idOf(path), limit: 1 })
    return memories[0]
  }

  async below(path: string): Promise<Memory[]> {
    const filters = { scope: this.#scope, metadata: { store: STORE } }
    const all = await this.#memory.collect(filters, { cap: FILES_MAX })
    return all.filter((each) => isBelow(pathIn(each), path))
  }

  async write(path: string, text: string): Promise<void> {
    if (path === ROOT) throw new Error(`${ROOT} is a directory.`)
    if (text.length > CONTENT_CHARS_MAX)
      throw new Error(
        `A file holds up to ${CONTENT_CHARS_MAX} characters, and this one has ${text.length}; use several.`,
      )
    const isEmpty = !text.trim()
    const { results } = await this.#memory.remember({
      scope: this.#scope,
      kind: 'note',
      content: isEmpty ? EMPTY : text,
      externalId: idOf(path),
      metadata: { store: STORE, path, empty: isEmpty },
    })
    const denied = results[0]?.missing_scope
    if (denied) throw new Error(`The file cannot be stored: ${denied} is not granted.`)
  }

  async edit(path: string, change: (text: string) => string): Promise<void> {
    const file = await this.find(path)
    if (!file) throw missing(path)
    await this.write(path, change(textOf(file)))
  }

  async remove(files: readonly Memory[]): Promise<void> {
    const ids = files.map(({ id }) => id)
    for (let from = 0; from < ids.length; from += BATCH) await this.#memory.forget(ids.slice(from, from + BATCH))
  }
}

const idOf = (path: string) => `${STORE}:${path}`
const pathIn = ({ metadata }: Memory) => String(metadata?.path)
const textOf = ({ content, metadata }: Memory) => (metadata?.empty && content === EMPTY ? '' : content)
const missing = (path: string) => new Error(`The path ${path} does not exist. Please provide a valid path.`)
