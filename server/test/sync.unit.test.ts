import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeNote, noteKind, noteText, parseNote } from '../src/developer-cli/sync/note.ts'
import { planSync } from '../src/developer-cli/sync/plan.ts'
import type { SyncedMemory } from '../src/developer-cli/sync/state.ts'

const NOTHING = { replaced: new Map(), removed: new Set<number>(), added: [] }
const textsOf = (note: string) => parseNote(note).items.map(({ kind, text }) => [kind, text])

const lines = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '```', '- x', '[a] b', '  y', '---', 'a\u2028b', '\u2029', 'a\u0085b', 'a\vb\fc', '\ufeff'),
  ),
)
const kinds = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', '\u{1d49c}', '_', ' '), minLength: 36, maxLength: 44 }),
)
const contents = lines.map((all) => all.join('\n'))

describe('a note', () => {
  test('is read back as it was written, whatever a memory says', () => {
    const memories = fc.array(fc.record({ kind: kinds.map(noteKind), text: contents.map(noteText).filter(Boolean) }))
    fc.assert(
      fc.property(memories, (added) => {
        const note = changeNote(parseNote(''), { ...NOTHING, added }, 'Title')
        expect(note === null ? [] : textsOf(note)).toEqual(added.map(({ kind, text }) => [kind, text]))
      }),
    )
  })

  test('keeps every line that is no memory, and its line breaks', () => {
    const text =
      '\uFEFF---\r\ntags:\r\n- garden\r\n---\r\n# Mine\r\n\r\n- [goal] Plant a pear\r\n  by the wall.\r\n\r\nWords.\r\n'
    expect(textsOf(text)).toEqual([['goal', 'Plant a pear\nby the wall.']])
    const replaced = new Map([[0, { kind: 'goal', text: 'Plant a plum.' }]])
    const added = [{ kind: 'fact', text: 'Has clay soil.' }]
    expect(changeNote(parseNote(text), { ...NOTHING, replaced, added }, 'Garden')).toBe(
      text.replace('Plant a pear\r\n  by the wall.', 'Plant a plum.\r\n- [fact] Has clay soil.'),
    )
  })

  test.each([
    ['tasks', '- [ ] Buy seeds\n- [x] Water\n', []],
    ['code', '```\n- a\n```\n- Rows of beans\n', [['fact', 'Rows of beans']]],
    ['code that never ends as text', '```\n- Rows of beans\n', [['fact', 'Rows of beans']]],
    [
      'links and stars',
      '* [[Bees]] live here\n+ [site](https://a.example) is mine\n',
      [
        ['fact', '[[Bees]] live here'],
        ['fact', '[site](https://a.example) is mine'],
      ],
    ],
    ['nested bullets', '- Trees\n  - pear\n\n  and more\n\nEnd\n', [['fact', 'Trees\n- pear\n\nand more']]],
    ['empty bullets and numbers', '- \n-\n1. one\n', []],
  ])('reads %s', (_, text, expected) => {
    expect(textsOf(text)).toEqual(expected)
  })

  test('is deleted with its last memory only if nothing else is in it', () => {
    const removed = new Set([0])
    expect(changeNote(parseNote('# Garden\n\n- A pear\n'), { ...NOTHING, removed }, 'Garden')).toBeNull()
    expect(changeNote(parseNote('# Garden\n\nMine.\n- A pear\n'), { ...NOTHING, removed }, 'Garden')).toBe(
      '# Garden\n\nMine.\n',
    )
  })
})

const SCOPES = ['fitness', 'health', 'work']
const memoryAt = (id: number, scope: string, text: string): SyncedMemory => ({
  id: `m${id}`,
  scope,
  kind: 'fact',
  text,
})

/** Two sides that were equal, and what happened to each memory on either side. */
const histories = fc.record({
  base: fc.array(fc.record({ scope: fc.constantFrom(...SCOPES), note: fc.nat(5), store: fc.nat(5) }), { maxLength: 8 }),
  written: fc.array(fc.constantFrom(...SCOPES), { maxLength: 4 }),
  stored: fc.array(fc.constantFrom(...SCOPES), { maxLength: 4 }),
  writable: fc.subarray(SCOPES),
})

/** One side after what happened: 0 to 2 nothing, 3 another text, 4 deleted, 5 another scope. */
function after(base: SyncedMemory[], what: number[], side: string): SyncedMemory[] {
  return base.flatMap((memory, at) => {
    if (what[at] === 3) return [{ ...memory, text: `${memory.text} ${side}` }]
    if (what[at] === 5) return [{ ...memory, scope: side === 'note' ? 'health' : 'work' }]
    return what[at] === 4 ? [] : [memory]
  })
}

describe('the plan of a sync', () => {
  test('brings both sides together, loses no text that was written, and writes only what the grants allow', () => {
    fc.assert(
      fc.property(histories, ({ base: was, written, stored, writable }) => {
        const base = was.map(({ scope }, at) => memoryAt(at, scope, `Word${at} is number ${at} of ${at * 7}`))
        const notes = [
          ...after(
            base,
            was.map(({ note }) => note),
            'note',
          ),
          ...written.map((scope, at) => memoryAt(-1, scope, `Written ${at}`)),
        ]
        const memories = [
          ...after(
            base,
            was.map(({ store }) => store),
            'store',
          ),
          ...stored.map((scope, at) => memoryAt(100 + at, scope, `Stored ${at}`)),
        ]
        const items = notes.map(({ scope, kind, text }, at) => ({ scope, kind, text, at }))
        const mayWrite = (scope: string) => writable.includes(scope)
        const plan = planSync({ base, items, memories, mayWrite })

        const changes = [...plan.created, ...plan.deleted, ...plan.edited.flatMap(({ memory, item }) => [memory, item])]
        expect(changes.filter(({ scope }) => !mayWrite(scope))).toEqual([])
        const deleted = new Set(plan.deleted.map(({ id }) => id))
        const edited = new Map(plan.edited.map(({ memory, item }) => [memory.id, item]))
        const nowStored = [
          ...memories.filter(({ id }) => !deleted.has(id)).map((each) => edited.get(each.id) ?? each),
          ...plan.created,
        ]
        const gone = new Set([...plan.removed, ...plan.replaced].map(({ item }) => item))
        const nowNoted = [
          ...items.filter((item) => !gone.has(item)),
          ...plan.replaced.map(({ memory }) => memory),
          ...plan.added,
        ]
        const shown = (all: { scope: string; text: string }[]) =>
          all.map(({ scope, text }) => `${scope} ${text}`).sort()
        // What may not be stored stays in the notes only.
        expect(shown(nowNoted)).toEqual(shown([...nowStored, ...plan.refused]))
        const isOld = ({ scope, text }: { scope: string; text: string }) =>
          base.some((memory) => memory.scope === scope && memory.text === text)
        const fresh = [...items, ...memories].filter((each) => !isOld(each))
        expect(shown(nowNoted)).toEqual(expect.arrayContaining(shown(fresh)))
      }),
      { numRuns: 300 },
    )
  })
})
