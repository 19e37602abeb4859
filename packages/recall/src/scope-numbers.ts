import { textHash } from './duplicates.ts'
import { NAMING, type Naming } from './row-readings.ts'
import type { SectionReader, SectionWriter } from './snapshot-sections.ts'
import type { IndexRow } from './types.ts'

type Numbered = Pick<IndexRow, 'scope' | 'source' | 'writer' | 'superseded'>
/** Name, source, writer, whether the rows are superseded, their number, the sum of their lengths, and who reads them. */
type Saved = [string, string | null, string | null, boolean, number, number, Naming]

const UNUSED: Saved = ['', null, null, false, 0, 0, NAMING.any]

/** The scope number of removed rows. No qualifier covers it. */
export const NO_SCOPE = 0

/**
 * By scope number: name, source, whose words its rows are, whether these are superseded, for which callers they are read,
 * number of rows and sum of their lengths. Number 0 is `NO_SCOPE`. The rows that each source has in a scope have a number of
 * their own, so that a view can leave out a source, and so have those of each writer, superseded rows, and those that are
 * read for some callers only.
 */
export class ScopeNumbers {
  readonly names: string[] = ['']
  readonly sources: (string | null)[] = [null]
  readonly writers: (string | null)[] = [null]
  readonly isSuperseded: boolean[] = [false]
  readonly namings: Naming[] = [NAMING.any]
  readonly rowsIn: number[] = [0]
  readonly lengthIn: number[] = [0]
  /** Equal for the numbers of one scope. */
  readonly seriesSeeds: number[] = [0]
  readonly #numbers = new Map<string, number>()

  /** The number of a row's scope, source, writer and state. */
  of({ scope, source = null, writer = source, superseded = false }: Numbered, naming: Naming = NAMING.any): number {
    // A scope contains no space; the source of an imported row can contain anything.
    const key = `${scope}${superseded ? '  ' : ' '}${naming} ${JSON.stringify([source, writer])}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#append(scope, source, writer, superseded, naming)
    this.seriesSeeds.push(textHash(scope, '') | 0)
    this.#numbers.set(key, number)
    return number
  }

  /** Counts rows that are added, or removed with negative numbers, and the sum of their lengths. */
  count(number: number, rows: number, length: number): void {
    this.rowsIn[number]! += rows
    this.lengthIn[number]! += length
  }

  /** The names of scopes without rows are left out: they may be of erased rows. */
  save(out: SectionWriter): void {
    const scopes = this.names.map((name, number) => {
      const rows = this.rowsIn[number]!
      const { sources, writers, isSuperseded, lengthIn, namings } = this
      const ofRows = [sources[number], writers[number], isSuperseded[number], rows, lengthIn[number], namings[number]]
      return rows ? [name, ...ofRows] : null
    })
    out.json(scopes)
  }

  load(from: SectionReader): void {
    for (const scope of from.json<(Saved | null)[]>().slice(1)) {
      const [name, source, writer, superseded, rows, length, naming] = scope ?? UNUSED
      const number = scope ? this.of({ scope: name, source, writer, superseded }, naming) : this.#appendUnused()
      this.rowsIn[number] = rows
      this.lengthIn[number] = length
    }
  }

  #append(name: string, source: string | null, writer: string | null, superseded: boolean, naming: Naming): number {
    this.sources.push(source)
    this.writers.push(writer)
    this.isSuperseded.push(superseded)
    this.namings.push(naming)
    this.rowsIn.push(0)
    this.lengthIn.push(0)
    return this.names.push(name) - 1
  }

  #appendUnused(): number {
    this.seriesSeeds.push(0)
    return this.#append('', null, null, false, NAMING.any)
  }
}
