import { expect, test } from 'vitest'
import { countTurns } from '../../../test/count-turns.ts'
import { endedBetween } from './ended-between.ts'
import { type StoredStatement, UNCHANGED, withTime } from './replacement-pairs.ts'
import { findReplacements } from './replacements.ts'
import { type JudgedPair, type Verdict, Verdicts } from './verdicts.ts'

const AT = '2026-05-03T07:30:00.000Z'
const nameFor = () => null
const USER = { userId: 'usr_1', ownName: null, reads: ['*'] }
const LONG = 'I no longer live in Rome, I moved to Oslo. '.repeat(14)

function statement(n: number): StoredStatement {
  return {
    ...{ id: `mem_${n}`, content: `${n} ${LONG}`, scope: 'note', sourceApp: null, createdAt: AT, validFrom: AT },
    ...{
      validUntil: null,
      ...UNCHANGED,
      born: 1,
      place: n,
      slots: ['home'],
    },
  }
}

test('other requests run while many pairs of long statements are compared', async () => {
  const statements = Array.from({ length: 100 }, (_, n) => statement(n))
  const counter = countTurns()
  await findReplacements(statements, new Set(statements.map(({ id }) => id)), USER)
  expect(counter.stop()).toBeGreaterThan(1)
})

test('long statements are compared with fewer others than short ones', async () => {
  const contents = (text: string) =>
    Array.from({ length: 100 }, (_, n) => ({ ...statement(n), content: `${n} ${text}` }))
  const replacedOf = async (statements: StoredStatement[]) => {
    const subjects = new Set(statements.map(({ id }) => id))
    return (await findReplacements(statements, subjects, USER)).length
  }
  const cities = ['Rome', 'Oslo']
  const moves = (tail: string) =>
    contents('').map((each, n) => ({ ...each, content: `I live in ${cities[n % 2]}.${tail}`, place: n }))
  const short = await replacedOf(moves(''))
  expect(short).toBe(99)
  const long = await replacedOf(moves(' It was a walk along the river that day, and so on.'.repeat(14)))
  expect(long).toBeLessThan(short / 3)
})

test('the same pairs are found before and after statements are stored, in whatever order they are read', async () => {
  const verdicts = new Verdicts()
  const text = ' It was a walk along the river that day, and so on.'.repeat(14)
  const stored = Array.from({ length: 20 }, (_, n) => ({
    ...statement(n),
    content: `I live in Rome.${text}`,
    place: n,
  }))
  const fresh = Array.from({ length: 60 }, (_, n) => ({
    ...statement(n + 20),
    content: `I live in Oslo ${n}.${text}`,
    place: n + 20,
  }))
  const subjects = new Set(fresh.map(({ id }) => id))
  await findReplacements([...fresh, ...stored], subjects, USER, { verdicts })
  const { judged } = verdicts
  await findReplacements([...stored, ...fresh.toReversed()], subjects, USER, { verdicts })
  expect(judged).toBeGreaterThan(50)
  expect(verdicts.judged).toBe(judged)
})

test('a new statement of an app is replaced by none that the app may not read', async () => {
  const app = { ...USER, reads: ['note'], app: 'coach' }
  const contents = ['I live in Rome.', 'I live in Oslo.']
  const replaced = async (later: Partial<StoredStatement>, subjects: readonly number[], actor: object = app) => {
    const statements = contents.map((content, n) => ({ ...statement(n), content, scope: n ? 'home' : 'note' }))
    Object.assign(statements[1]!, later)
    const ids = new Set(subjects.map((n) => statements[n]!.id))
    return (await findReplacements(statements, ids, { ...app, ...actor })).length
  }
  expect(await replaced({}, [0])).toBe(0)
  expect(await replaced({ sourceApp: 'coach', revision: 2 }, [0])).toBe(0)
  // Whether what it wrote there is still current could depend on what it may not read.
  expect(await replaced({ sourceApp: 'coach' }, [0])).toBe(0)
  expect(await replaced({ sourceApp: 'coach' }, [0], { reads: ['work'] })).toBe(1)
  expect(await replaced({}, [1])).toBe(1)
  expect(await replaced({}, [0, 1])).toBe(1)
  expect(await replaced({ scope: 'note' }, [0])).toBe(1)
  expect(await replaced({}, [0], { reads: ['*'] })).toBe(1)
})

test('pairs that were judged before are not judged again, unless one of them has changed', async () => {
  const contents = ['I live in Rome.', 'I live in Oslo.']
  const stored = contents.map((content, n) => ({ ...statement(n), content }))
  const subjects = new Set(stored.map(({ id }) => id))
  const verdicts = new Verdicts()
  const first = await findReplacements(stored, subjects, USER, { verdicts })
  expect(first).toHaveLength(1)
  expect(verdicts.judged).toBe(1)
  expect(await findReplacements(stored, subjects, USER, { verdicts })).toEqual(first)
  expect(verdicts.judged).toBe(1)
  const edited = stored.map((each, n) => (n ? { ...each, content: 'I have a dog.' } : each))
  expect(await findReplacements(edited, subjects, USER, { verdicts })).toEqual([])
})

test('compares statements of the same attribute before those with a common word, whatever their order', async () => {
  const of = (content: string, n: number, slots: string[]) => ({ ...statement(n), content, slots })
  const stored = Array.from({ length: 100 }, (_, n) => of(`Person ${n} is a citizen of Chile.`, n, ['w:citizen']))
  const subjects = Array.from({ length: 50 }, (_, n) => of(`Person ${n} is a citizen of Peru.`, 200 + n, ['w:citizen']))
  const older = of('I live in Rome.', 150, ['home', 'w:citizen'])
  const newer = of('I live in Oslo.', 300, ['home', 'w:citizen'])
  const written = [...subjects, newer]
  const found = await findReplacements([...written, ...stored, older], new Set(written.map(({ id }) => id)), USER)
  expect(found.map(({ earlier, later }) => [earlier.id, later.id])).toContainEqual([older.id, newer.id])
})

test('an estimate replaces none of two statements that a new one may update alike', async () => {
  const found = async (...contents: string[]) => {
    const statements = contents.map((content, n) => ({ ...statement(n), content }))
    const replaced = await findReplacements(statements, new Set([statements.at(-1)!.id]), USER)
    return replaced.map(({ isCertain }) => isCertain)
  }
  const newer = 'The Beetle rusted through and was scrapped.'
  expect(await found('Gets around in an old Beetle.', newer)).toEqual([true])
  expect(await found('Gets around in an old Beetle.', 'Gets about in an old Beetle.', newer)).toEqual([false])
})

test('of a home, a job and an address there is one at a time, so only statements of the same compete', async () => {
  const found = async (...contents: string[]) => {
    const statements = contents.map((content, n) => ({ ...statement(n), content }))
    const replaced = await findReplacements(statements, new Set([statements.at(-1)!.id]), USER)
    return replaced.map(({ earlier, isCertain }) => [earlier.content, isCertain])
  }
  const [home, newHome] = ['Is renting a maisonette in Bristol.', 'Has relocated to Aberdeen, close to the harbour.']
  expect(await found(home, newHome)).toEqual([[home, true]])
  expect(await found(home, 'Weather in Aberdeen was foul.', newHome)).toEqual([[home, true]])
  const [mail, newMail] = ['Mails go to ada.m@brook.example.', 'Reach her at ada@mill.example from now on.']
  expect(await found(mail, newMail)).toEqual([[mail, true]])
})

test('an estimate does not depend on what is replaced in a scope that others may not read', async () => {
  const [car, home, news] = [
    { ...statement(0), content: 'Gets around in an old Beetle.' },
    { ...statement(1), content: 'Lives in Rome.', scope: 'relationship' },
    { ...statement(2), content: 'The Beetle rusted through and was scrapped, I moved to Oslo.' },
  ]
  const fateOf = async (statements: StoredStatement[]) => {
    const found = await findReplacements(statements, new Set([news.id]), USER)
    return found.filter(({ earlier }) => earlier.id === car.id).map(({ isCertain }) => isCertain)
  }
  expect(await fateOf([car, news])).toEqual([true])
  expect(await fateOf([car, home, news])).toEqual([true])
})

test('compares a statement with those that share most of its words, however many share one', async () => {
  const of = (content: string, n: number, slots: string[]) => ({ ...statement(n), content, slots })
  const crowd = (n: number) => of(`Walked ${n} km with Farofa.`, n, ['w:farofa'])
  const stored = Array.from({ length: 200 }, (_, n) => crowd(n))
  stored[37] = of('Farofa is a parrot.', 37, ['w:farofa', 'w:parrot'])
  const newer = of('Farofa the parrot died.', 300, ['w:farofa', 'w:parrot'])
  const verdicts = new Verdicts()
  const found = await findReplacements([...stored, newer], new Set([newer.id]), USER, { verdicts })
  expect(found.map(({ earlier }) => earlier.id)).toEqual(['mem_37'])
  expect(verdicts.judged).toBe(6)
})

test('a statement is compared with the nearest ones by meaning, without a slot in common', async () => {
  const older = { ...statement(0), content: 'Gets around in an old Beetle.', slots: [] }
  const newer = { ...statement(1), content: 'The Beetle rusted through and was scrapped.', slots: [] }
  const others = Array.from({ length: 30 }, (_, n) => ({
    ...statement(2 + n),
    content: `Keeps the car tools in drawer ${n}.`,
    slots: [],
  }))
  const verdicts = new Verdicts()
  const found = await findReplacements([older, ...others, newer], new Set([newer.id]), USER, { verdicts })
  expect(found.map(({ earlier, later }) => [earlier.id, later.id])).toEqual([[older.id, newer.id]])
  expect(verdicts.judged).toBeGreaterThan(0)
  expect(verdicts.judged).toBeLessThanOrEqual(8)
})

test('statements of another scope or source are not compared by meaning', async () => {
  const older = { ...statement(0), content: 'Gets around in an old Beetle.', slots: [] }
  const newer = { ...statement(1), content: 'The Beetle rusted through and was scrapped.', slots: [] }
  for (const other of [{ scope: 'home' }, { sourceApp: 'coach' }]) {
    const verdicts = new Verdicts()
    expect(await findReplacements([{ ...older, ...other }, newer], new Set([newer.id]), USER, { verdicts })).toEqual([])
    expect(verdicts.judged).toBe(0)
  }
})

test('what an app may not read does not decide which statements it replaces', async () => {
  const of = (content: string, n: number, slots: string[], scope = 'note') => ({
    ...statement(n),
    content,
    slots,
    scope,
  })
  const hidden = Array.from({ length: 30 }, (_, n) =>
    of(`Farofa the parrot ate seed ${n}.`, n, ['w:farofa', 'w:parrot', 'w:died'], 'diary'),
  )
  const known = of('Farofa is a parrot.', 50, ['w:farofa', 'w:parrot'], 'pets')
  const newer = of('Farofa the parrot died.', 60, ['w:farofa', 'w:parrot', 'w:died'])
  const app = { ...USER, reads: ['note', 'pets'], app: 'coach' }
  for (const stored of [[known], [...hidden, known]]) {
    const found = await findReplacements([...stored, newer], new Set([newer.id]), app)
    expect(found.map(({ earlier }) => earlier.id)).toContain('mem_50')
  }
})

test('what is so again supersedes what was stated since it was first so', async () => {
  const contents = [
    'Kim has her hair cut by Ana.',
    'Kim has her hair cut by Mona.',
    'Kim is back to having her hair cut by Ana.',
  ]
  const statements = contents.map((content, n) => ({ ...statement(n), content, slots: ['w:hair', 'w:cut'] }))
  const found = await findReplacements(statements, new Set(['mem_2']), { ...USER, ownName: 'Kim' })
  expect(found.map(({ earlier }) => earlier.id).sort()).toEqual(['mem_0', 'mem_1'])
})

const NOTEBOOKS = Array.from({ length: 100 }, (_, n) => `My notebook is the one of ${n} again`)
const SINGERS = NOTEBOOKS.map((_, n) => `Sews on Singer ${n} again.`)

test('statements that say that something is so again are read once, and compared with a limited number of pairs', async () => {
  const compared = async (contents: readonly string[]) => {
    const statements = contents.map((content, n) => ({ ...statement(n), content, slots: ['sewing'] }))
    const subjects = new Set(statements.map(({ id }) => id))
    const verdicts = new Verdicts()
    const find = () => findReplacements(statements, subjects, USER, { verdicts })
    const found = await find()
    const counts = [verdicts.returnsRead, verdicts.returnsCompared]
    expect(await find()).toEqual(found)
    // As in the transaction of a write, after what was computed before it.
    expect([verdicts.returnsRead, verdicts.returnsCompared]).toEqual(counts)
    return counts
  }
  expect(await compared(SINGERS)).toEqual([98, 2_000])
  expect(await compared(NOTEBOOKS)).toEqual([98, 0])
  expect(await compared(SINGERS.map((content) => content.replace(' again', '')))).toEqual([98, 0])
  const long = SINGERS.map((content) => `${content} ${'x '.repeat(4_000)}`)
  expect(await compared(long)).toEqual([0, 0])
})

const NO_VERDICT: Verdict = { rule: undefined, probability: 0, doubt: 'decisive', isOfOne: false, isSoAgain: false }

/** All pairs of statements, as if they had been judged. */
function pairsIn(statements: readonly StoredStatement[]): JudgedPair[] {
  const timed = statements.map(withTime)
  return timed.flatMap((later, n) => timed.slice(0, n).map((earlier) => ({ earlier, later, verdict: NO_VERDICT })))
}

test('other requests may run before each comparison with what is so again', async () => {
  const pairs = pairsIn(SINGERS.map((content, n) => ({ ...statement(n), content })))
  const verdicts = new Verdicts()
  const counter = countTurns()
  await endedBetween(pairs, USER, { verdicts, pause: () => new Promise((resume) => setImmediate(resume)), nameFor })
  expect(verdicts.returnsCompared).toBe(2_000)
  expect(counter.stop()).toBeGreaterThan(2_000)
})

test('what is compared with what is so again does not depend on scopes that are not readable', async () => {
  const others = Array.from({ length: 10 }, (_, n) => `Has read book ${n}.`)
  const contents = ['Sews on a Singer.', ...others, 'Sews on a Juki.', 'Back to the Singer.']
  const of = (texts: readonly string[], scope: string, first = 0) =>
    texts.map((content, n) => ({ ...statement(first + n), content, scope }))
  const known = pairsIn(of(contents, 'sewing'))
  const hidden = pairsIn(of(SINGERS, 'diary', 100))
  const endedOf = async (pairs: readonly JudgedPair[]) => {
    const app = { ...USER, reads: ['sewing'] }
    const ended = await endedBetween(pairs, app, { verdicts: new Verdicts(), pause: () => undefined, nameFor })
    return ended.map(({ earlier }) => earlier.content)
  }
  expect(await endedOf(known)).toEqual(['Sews on a Juki.'])
  expect(await endedOf([...hidden, ...known])).toEqual(['Sews on a Juki.'])
})

test('of many statements, the latest before what is so again are compared first', async () => {
  const contents = [...SINGERS, 'Sews on a Singer.', 'Sews on a Juki.', 'Back to the Singer.']
  const pairs = pairsIn(contents.map((content, n) => ({ ...statement(n), content })))
  const ended = await endedBetween(pairs, USER, { verdicts: new Verdicts(), pause: () => undefined, nameFor })
  expect(ended.map(({ earlier }) => earlier.content)).toContain('Sews on a Juki.')
})
