import { textHash } from './duplicates.ts'
import type { SectionReader, SectionWriter } from './snapshot-sections.ts'
import type { IndexRow } from './types.ts'

/** The scope number of removed rows. No qualifier covers it. */
export const NO_SCOPE = 0

/**
 * By scope number: name, source, whether its rows are superseded, number of rows and sum of their lengths. Number 0 is
 * `NO_SCOPE`. The rows that each source has in a scope have a number of their own, so that a view can leave out a
 * source, and so have superseded rows.
 */
export class ScopeNumbers {
  readonly names: string[] = ['']
  readonly sources: (string | null)[] = [null]
  readonly isSuperseded: boolean[] = [false]
  readonly rowsIn: number[] = [0]
  readonly lengthIn: number[] = [0]
  /** Equal for the numbers of one scope. */
  readonly seriesSeeds: number[] = [0]
  readonly #numbers = new Map<string, number>()

  /** The number of a row's scope, source and state. */
  of({ scope, source = null, superseded = false }: Pick<IndexRow, 'scope' | 'source' | 'superseded'>): number {
    // A scope contains no space.
    const key = `${scope}${superseded ? '  ' : ' '}${source ?? ''}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#append(scope, source, superseded)
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
      return rows ? [name, this.sources[number], this.isSuperseded[number], rows, this.lengthIn[number]] : null
    })
    out.json(scopes)
  }

  load(from: SectionReader): void {
    for (const scope of from.json<([string, string | null, boolean, number, number] | null)[]>().slice(1)) {
      const [name, source, superseded, rows, length] = scope ?? ['', null, false, 0, 0]
      const number = scope ? this.of({ scope: name, source, superseded }) : this.#appendUnused()
      this.rowsIn[number] = rows
      this.lengthIn[number] = length
    }
  }

  #append(name: string, source: string | null, superseded: boolean): number {
    this.sources.push(source)
    this.isSuperseded.push(superseded)
    this.rowsIn.push(0)
    this.lengthIn.push(0)
    return this.names.push(name) - 1
  }

  #appendUnused(): number {
    this.seriesSeeds.push(0)
    return this.#append('', null, false)
  }
}
