import { describe, expect, test } from 'vitest'
import { openBackground } from './background.ts'

const logged: unknown[] = []
const note = (fields: unknown, message: string) => void logged.push([message, fields])
const log = { warn: note, info: note } as never

const ADA = { app: 'app_a', user: 'ada' }

/** Work that ends when it is released. */
function gate() {
  let open!: () => void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('background work', () => {
  test('runs a limited number at once, in order, and skips what does not fit the queue', async () => {
    const background = openBackground({ log }, { concurrentMax: 2, queuedMax: 1 })
    const { open, opened } = gate()
    const begun: number[] = []
    const work = (n: number) =>
      background.run('test', { app: `app_${n}`, user: 'ada' }, async () => {
        begun.push(n)
        await opened
        return n
      })
    const results = [work(1), work(2), work(3), work(4)]
    expect(await results[3]).toBeUndefined()
    expect(begun).toEqual([1, 2])
    open()
    expect(await Promise.all(results)).toEqual([1, 2, 3, undefined])
    expect(begun).toEqual([1, 2, 3])
  })

  test('takes turns by app, and within an app by person', async () => {
    const background = openBackground({ log }, { concurrentMax: 1, queuedMax: 100 })
    const { open, opened } = gate()
    const begun: string[] = []
    const work = (app: string | null, user: string, name: string) =>
      background.run('test', { app, user }, async () => {
        begun.push(name)
        await opened
      })
    work('a', 'ada', 'first')
    for (const name of ['a1', 'a2', 'a3']) work('a', 'ada', name)
    work('a', 'bob', 'b1')
    work('c', 'ada', 'c1')
    work(null, 'eve', 'e1')
    open()
    await background.idle()
    expect(begun).toEqual(['first', 'a1', 'c1', 'e1', 'b1', 'a2', 'a3'])
  })

  test('of one app or person leaves room for that of others', async () => {
    const background = openBackground({ log }, { concurrentMax: 1, queuedMax: 64 })
    const { open, opened } = gate()
    const accepted = { flood: 0, person: 0, other: 0 }
    const work = (app: string, user: string, name: keyof typeof accepted) =>
      background
        .run('test', { app, user }, async () => {
          await opened
          return true
        })
        .then((done) => {
          if (done) accepted[name]++
        })
    const works = [work('a', 'ada', 'flood')]
    for (let i = 0; i < 100; i++) works.push(work('a', `person${i}`, 'flood'))
    for (let i = 0; i < 100; i++) works.push(work('b', 'bob', 'person'))
    works.push(work('c', 'cy', 'other'))
    open()
    await Promise.all(works)
    expect(accepted).toEqual({ flood: 33, person: 16, other: 1 })
  })

  test('that takes long keeps half of the capacity free for other apps', async () => {
    const background = openBackground({ log }, { concurrentMax: 8, queuedMax: 100 })
    const { open, opened } = gate()
    let running = 0
    const slow = (user: string) =>
      background.run('test', { app: 'slow', user }, async () => {
        running++
        await opened
      })
    const works = Array.from({ length: 20 }, (_, i) => slow(`person${i}`))
    expect(await background.run('test', { app: 'quick', user: 'ada' }, async () => running)).toBe(4)
    open()
    await Promise.all(works)
    expect(running).toBe(20)
  })

  test('reports a failure as undefined and goes on', async () => {
    const background = openBackground({ log })
    expect(await background.run('test', ADA, async () => Promise.reject(new Error('no')))).toBeUndefined()
    expect(logged.at(-1)).toEqual(['background work failed', { err: new Error('no'), work: 'test' }])
    expect(await background.run('test', ADA, async () => 'yes')).toBe('yes')
  })

  test('is waited for by idle, and aborted by close', async () => {
    const background = openBackground({ log })
    const { open, opened } = gate()
    const first = background.run('test', ADA, () => opened)
    const idle = background.idle()
    open()
    await Promise.all([first, idle])
    const endless = background.run(
      'test',
      ADA,
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    )
    await background.close()
    expect(await endless).toBeUndefined()
    expect(await background.run('test', ADA, async () => 'late')).toBeUndefined()
  })
})
