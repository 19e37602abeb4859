import { describe, expect, test } from 'vitest'
import { openBackground } from './background.ts'

const logged: unknown[] = []
const note = (fields: unknown, message: string) => void logged.push([message, fields])
const log = { warn: note, info: note } as never

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
      background.run('test', async () => {
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

  test('reports a failure as undefined and goes on', async () => {
    const background = openBackground({ log })
    expect(await background.run('test', async () => Promise.reject(new Error('no')))).toBeUndefined()
    expect(logged.at(-1)).toEqual(['background work failed', { err: new Error('no'), work: 'test' }])
    expect(await background.run('test', async () => 'yes')).toBe('yes')
  })

  test('is waited for by idle, and aborted by close', async () => {
    const background = openBackground({ log })
    const { open, opened } = gate()
    const first = background.run('test', () => opened)
    const idle = background.idle()
    open()
    await Promise.all([first, idle])
    const endless = background.run(
      'test',
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    )
    await background.close()
    expect(await endless).toBeUndefined()
    expect(await background.run('test', async () => 'late')).toBeUndefined()
  })
})
