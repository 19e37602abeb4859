import { Relation } from './relation.ts'
import type { View } from './view.ts'

/*
 * Whether a model's likeness has anything to do with what is told. Of texts that share rare words, any model that reads
 * them makes more alike than of texts that do not; numbers drawn from a hat, or from a hash of the text, do not. It is
 * asked of pairs of a person's own memories, so it costs no model and no truth beforehand.
 */

const ANCHORS = 32
const SAMPLE = 128
const LOT_CHARS = 10
/** Smaller stores tell nothing, and there is little to rank in them. */
const ROWS_MIN = 20
/** Correlation below which likeness is chance. Models that read reach .3 and more; chance stays within some .03. */
const CORRELATION_MIN = 0.1
/** Of smaller stores there are fewer pairs, and more is asked of them: so many times 1 / √pairs. */
const CHANCE_TIMES = 3
/** Looked at anew when the rows seen have grown or shrunk by this factor. */
const CHANGE_FACTOR = 1.5

/**
 * Whether the cosines of readable rows rise with the words they share; `rows` is how many of them have a vector. What is
 * found is kept with the index.
 */
export function likenessMeansSomething(view: View, rows: number): boolean {
  const { trusted } = view.index
  const known = trusted.get(view.name)
  if (known && rows < known.rows * CHANGE_FACTOR && rows * CHANGE_FACTOR > known.rows) return known.means
  const means = look(view)
  if (trusted.size >= 64) trusted.clear()
  trusted.set(view.name, { rows, means })
  return means
}

function look(view: View): boolean {
  const { index } = view
  const slots = sampleOf(view)
  if (slots.length < ROWS_MIN) return true
  const told = new Relation()
  for (const anchor of slots.slice(0, ANCHORS)) {
    const terms = termsOf(view, anchor)
    for (const other of slots)
      if (other !== anchor) told.add(sharedRarity(view, terms, other), index.vectors.cosine(anchor, other))
  }
  const { fit, count } = told
  return !fit || fit.correlation >= Math.max(CORRELATION_MIN, CHANCE_TIMES / Math.sqrt(count))
}

/** Readable rows with vectors drawn by their ids, the same ones whatever else the index holds and wherever they live. */
function sampleOf(view: View): number[] {
  const { index } = view
  const lots = new Float64Array(index.slots)
  let drawn = 0
  for (let slot = 0; slot < index.slots; slot++)
    if (index.vectors.has(slot) && view.sees(slot)) lots[drawn++] = lotOf(index.ids[slot]!)
  const most = lots.subarray(0, drawn).sort()[Math.min(SAMPLE, drawn) - 1] ?? 0
  const slots: number[] = []
  for (let slot = 0; slot < index.slots; slot++)
    if (index.vectors.has(slot) && view.sees(slot) && lotOf(index.ids[slot]!) <= most) slots.push(slot)
  const order = (a: string, b: string) => lotOf(a) - lotOf(b) || (a < b ? -1 : 1)
  return slots.sort((a, b) => order(index.ids[a]!, index.ids[b]!)).slice(0, SAMPLE)
}

/** FNV-1a over the end of an id, which is where ids differ. */
function lotOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = Math.max(0, id.length - LOT_CHARS); at < id.length; at++)
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

function termsOf({ index: { terms } }: View, slot: number): Set<number> {
  const start = terms.start(slot)
  return new Set(terms.cells.subarray(start, start + terms.length(slot)))
}

/** What two rows share of rare words, as a share of what they hold. */
function sharedRarity(view: View, mine: ReadonlySet<number>, slot: number): number {
  const { terms } = view.index
  const start = terms.start(slot)
  const end = start + terms.length(slot)
  let sum = 0
  for (let at = start; at < end; at++) {
    const term = terms.cells[at]!
    if (mine.has(term)) sum += Math.log(1 + view.rows / Math.max(1, view.holders(term)))
  }
  return sum / Math.sqrt(Math.max(1, mine.size * (end - start)))
}
