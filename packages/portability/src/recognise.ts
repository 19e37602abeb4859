import { classify } from './classify.ts'
import {
  type JsonDocument,
  type JsonReader,
  openDocument,
  type ReadContext,
  type ReadOptions,
  type SampledDocument,
} from './document.ts'
import { checkAborted, PortabilityError } from './errors.ts'
import { JSON_READERS } from './formats/all.ts'
import { readCopilotTables } from './formats/copilot.ts'
import { isActivityHtml, readActivityHtml } from './formats/gemini-html.ts'
import { noteKind, noteRecords } from './formats/markdown.ts'
import { isBundleManifest, readBundle } from './formats/mem-bundle.ts'
import { readPasted } from './formats/pasted.ts'
import { isPerplexityWorkbook, readPerplexityWorkbook } from './formats/perplexity-workbook.ts'
import type { PortableRecord } from './records.ts'
import {
  allBytes,
  blobOf,
  countedSource,
  gunzipped,
  type InputFile,
  type Source,
  sourceOf,
  UnpackBudget,
} from './source.ts'
import { decodeText } from './text.ts'
import { WARNINGS } from './warnings.ts'
import { zipEntries } from './zip.ts'

/** A part of the files that one reader reads. */
export interface Part {
  readonly format: string
  /** The name shown to people. */
  readonly label: string
  readonly sources: readonly Source[]
  read(context: ReadContext): AsyncGenerator<PortableRecord>
}

/** What was found in the files. */
export interface Found {
  readonly parts: Part[]
  /** How many bytes of the sources of the parts were read so far. */
  readonly read: { bytes: number }
  /** Sentences about files that are left out. */
  readonly warnings: string[]
}

export interface RecogniseOptions extends ReadOptions {
  readonly signal?: AbortSignal
}

/** The warning for a file that is left out beside others that are read; none for files that hold nothing of the person. */
const LEFT_OUT: Readonly<Partial<Record<PortabilityError['code'], string>>> = {
  json: WARNINGS.file_unreadable,
  encoding: WARNINGS.file_unreadable,
  nested: WARNINGS.file_closed,
  encrypted: WARNINGS.file_closed,
}
const TEXT_BYTES_MAX = 16 * 1024 ** 2
const NESTED_BYTES_MAX = 1024 ** 3
/** Folders of archives that hold no content of the person. */
const UNREAD = /(?:^|\/)(?:__MACOSX|\.obsidian|\.trash|\.git|node_modules|\.basic-memory)\//
const HIDDEN = /(?:^|\/)\._?[^/]*$/
const TEMPLATES = /(?:^|\/)(?:_?templates?|vorlagen)\//i

/**
 * Finds out what files hold, by their bytes and structure. Files that belong together are given together.
 * @throws PortabilityError if no file holds anything that can be imported
 */
export async function recogniseParts(inputs: readonly InputFile[], { signal }: RecogniseOptions = {}): Promise<Found> {
  const finder = new Finder(signal)
  for (const input of inputs) await finder.file(sourceOf(input))
  return finder.end()
}

class Finder {
  private readonly signal: AbortSignal | undefined
  private readonly budget = new UnpackBudget()
  private readonly byReader = new Map<JsonReader, JsonDocument[]>()
  private readonly notes: { source: Source; head: string; isArchived: boolean }[] = []
  private readonly activity: Source[] = []
  private readonly tables: Source[] = []
  private readonly bundles: Part[] = []
  private readonly workbooks: Part[] = []
  private readonly failures: PortabilityError[] = []
  private readonly read = { bytes: 0 }

  constructor(signal: AbortSignal | undefined) {
    this.signal = signal
  }

  async file(source: Source): Promise<void> {
    const { content, head } = await classify(source, this.signal)
    if (content.kind === 'zip') await this.archive(source.blob as Blob, 0)
    else if (content.kind === 'empty_zip') this.fail('empty', 'The archive is empty.')
    else await this.content(source, [], { content, head })
  }

  /** The files of an archive. One archive within it is opened too, as privacy portals send them. */
  private async archive(blob: Blob, level: number): Promise<void> {
    const entries = await zipEntries(blob, this.budget, this.signal)
    if (!entries.length) return this.fail('empty', 'The archive is empty.')
    if (entries.some(({ path }) => path === '[Content_Types].xml')) return this.office(entries)
    for (const entry of entries) {
      checkAborted(this.signal)
      if (UNREAD.test(entry.path) || HIDDEN.test(entry.path)) continue
      const found = await classify(entry, this.signal)
      if (found.content.kind !== 'zip') await this.content(entry, entries, found)
      else if (level > 0) this.fail('nested', 'The archive is nested too deep: only one archive within it is opened.')
      else await this.archive(await blobOf(entry, NESTED_BYTES_MAX, this.signal), 1)
    }
  }

  /** A document of an office program, which is an archive too. */
  private async office(entries: readonly Source[]): Promise<void> {
    const isWorkbook = await isPerplexityWorkbook(entries, this.signal).catch((error: unknown) => {
      if (!(error instanceof PortabilityError)) throw error
      this.failures.push(error)
      return undefined
    })
    if (isWorkbook === undefined) return
    if (!isWorkbook)
      return this.fail(
        'unknown',
        'This is a document of an office program, of which only the workbook that Perplexity sends can be read; ' +
          'save its content as text and drop that.',
      )
    const read = (context: ReadContext) => readPerplexityWorkbook(entries, context)
    this.workbooks.push({
      format: 'perplexity-workbook',
      label: 'Perplexity workbook',
      sources: entries.slice(0, 1),
      read,
    })
  }

  private async content(
    uncounted: Source,
    siblings: readonly Source[],
    { content, head }: Awaited<ReturnType<typeof classify>>,
  ): Promise<void> {
    const source = countedSource(uncounted, this.read)
    switch (content.kind) {
      case 'empty':
        return this.fail('empty', 'The file is empty.')
      case 'gzip': {
        const inner = gunzipped(uncounted, this.budget)
        const found = await classify(inner, this.signal)
        if (found.content.kind === 'gzip' || found.content.kind === 'zip')
          return this.fail('nested', 'The archive is nested too deep: only one archive within it is opened.')
        return this.content(inner, siblings, found)
      }
      case 'sealed':
        return this.fail(
          'encrypted',
          'The file is an .amem container, sealed with a passphrase, which cannot be opened here; open it in the app that ' +
            'made it, and export or copy its memories there as text or JSON.',
        )
      case 'json':
        return this.json(source, content.top, siblings)
      case 'html':
        if (isActivityHtml(head)) this.activity.push(source)
        else this.fail('unknown', 'The web page is of an unknown kind: it holds no activity that can be imported.')
        return
      case 'csv':
        this.tables.push(source)
        return
      case 'text':
        this.notes.push({ source, head, isArchived: siblings.length > 0 })
        return
      case 'misencoded':
        return this.fail('encoding', 'The text has another encoding than UTF-8.')
      default:
        this.fail('unknown', 'The file is of an unknown kind: it holds neither text nor an archive.')
    }
  }

  private async json(source: Source, top: JsonDocument['top'], siblings: readonly Source[]): Promise<void> {
    let opened: SampledDocument
    try {
      opened = await openDocument(source, top, siblings)
    } catch (error) {
      if (!(error instanceof PortabilityError)) throw error
      this.failures.push(error)
      return
    }
    if (isBundleManifest(opened.members)) {
      const read = (context: ReadContext) => readBundle(source, siblings, context)
      this.bundles.push({ format: 'mem-1', label: '.mem bundle', sources: [source], read })
      return
    }
    if (top !== 'object' && !opened.sample.length)
      return this.fail('empty', 'The list is empty: there is nothing to import.')
    const reader = JSON_READERS.find((each) => each.matches(opened))
    if (!reader)
      return this.fail('unknown', 'The JSON is of an unknown kind: it has none of the structures that can be read.')
    const { sample: _, ...document } = opened
    this.byReader.set(reader, [...(this.byReader.get(reader) ?? []), document])
  }

  private fail(code: PortabilityError['code'], message: string): void {
    this.failures.push(new PortabilityError(code, message))
  }

  end(): Found {
    const parts = [...this.bundles]
    // A bundle's items look like lists of other formats.
    if (!parts.length)
      for (const [{ format, label, read }, documents] of this.byReader) {
        const sources = documents.map(({ source }) => source)
        parts.push({ format, label, sources, read: (context) => read(documents, context) })
      }
    parts.push(...this.workbooks)
    if (this.activity.length) {
      const sources = this.activity
      const read = ({ signal }: ReadContext) => readActivityHtml(sources, signal)
      // The JSON of the same activity knows more.
      if (!parts.some(({ format }) => format === 'gemini-activity'))
        parts.push({ format: 'gemini-activity', label: 'Gemini activity (Google Takeout)', sources, read })
    }
    if (this.tables.length) {
      const sources = this.tables
      const read = (context: ReadContext) => readCopilotTables(sources, context)
      parts.push({ format: 'copilot-csv', label: 'Copilot activity', sources, read })
    }
    const notes = this.notes.filter(
      ({ isArchived, source }) => !isArchived || (!parts.length && !TEMPLATES.test(source.path)),
    )
    if (notes.length) parts.push(notesPart(notes))
    if (!parts.length) throw this.refusal()
    return { parts, read: this.read, warnings: this.failures.flatMap(({ code }) => LEFT_OUT[code] ?? []) }
  }

  /** The most telling reason why nothing can be imported. */
  private refusal(): PortabilityError {
    if (this.failures.length > 1 && this.failures.every(({ code }) => code === 'empty' || code === 'unknown'))
      return new PortabilityError(
        'unknown',
        'The files are of unknown kinds: none holds anything that can be imported.',
      )
    const order = ['nested', 'json', 'encoding', 'too_large', 'encrypted', 'unknown', 'empty']
    const [first] = [...this.failures].sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code))
    return first ?? new PortabilityError('empty', 'There is nothing to import: no file was given.')
  }
}

/** Notes, or pasted text if there is one without any sign of Markdown. */
function notesPart(notes: readonly { source: Source; head: string; isArchived: boolean }[]): Part {
  const [first] = notes
  const sources = notes.map(({ source }) => source)
  const kinds = new Set(notes.map(({ head }) => noteKind(head)))
  const isPasted = (head: string) =>
    noteKind(head) === 'markdown' &&
    !/^\ufeff?---/.test(head) &&
    !/\[\[[^\][\n]{1,200}\]\]|^[ \t]*- \[[ x]\] /im.test(head)
  const kind = kinds.has('basic-memory')
    ? 'basic-memory'
    : notes.length > 1 || first?.isArchived
      ? 'markdown-folder'
      : [...kinds][0]
  const arePasted = notes.every(({ head, isArchived }) => !isArchived && isPasted(head))
  return {
    format: arePasted ? 'pasted-text' : (kind as string),
    label: arePasted ? 'Pasted text' : 'Markdown notes',
    sources,
    async *read(context) {
      for (const { source, head, isArchived } of notes) {
        const text = decodeText(await allBytes(source, TEXT_BYTES_MAX, context.signal)).replace(/\r\n?/g, '\n')
        if (!isArchived && isPasted(head)) yield* readPasted(text, context)
        else yield* noteRecords(text)
      }
    },
  }
}
