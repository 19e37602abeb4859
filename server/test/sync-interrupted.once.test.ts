import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { notesFolder } from './notes-folder.ts'

const { home, sync, read, write, stored, own, patch } = notesFolder()

describe('memory-service sync, interrupted', () => {
  test('stores nothing twice after an interruption, or without its state', async () => {
    write('fitness.md', '- Runs on Tuesdays.\n- Runs on Tuesdays.\n- Has a bicycle.\n')
    // An interrupted sync has stored a line, and has not written its state.
    await home.service.remember(home.token, [{ scope: 'fitness', content: 'Has a bicycle.', kind: 'fact' }])
    await sync()
    const all = ['fitness: Has a bicycle.', 'fitness: Runs on Tuesdays.', 'fitness: Runs on Tuesdays.']
    expect(await stored()).toEqual(all)
    rmSync(join(home.folder, '.memory-service'), { recursive: true })
    expect((await sync()).stdout).toBe('')
    expect(await stored()).toEqual(all)
  })

  test('moves a memory once, though its note changes meanwhile or the sync is killed', async () => {
    const { memoryIds } = await own('fitness', 'Runs along the river on Tuesdays.')
    await own('fitness', 'Has a bicycle.')
    await sync()
    await patch(memoryIds[0], { scope: 'fitness.trail' })
    const before = { note: read('fitness.md'), state: read('.memory-service/sync.json') }
    home.onPrint = (line) => {
      if (line.startsWith('noted')) write('fitness.md', `${read('fitness.md')}\nMy words.\n`)
    }
    expect((await sync()).stderr).toContain('changed meanwhile, and left for the next sync: fitness')
    home.onPrint = () => {}
    const all = ['fitness.trail: Runs along the river on Tuesdays.', 'fitness: Has a bicycle.']
    const expectMoved = async () => {
      expect((await sync()).stdout).toBe('removed   fitness  Runs along the river on Tuesdays.\n')
      expect(await stored()).toEqual(all)
      expect(read('fitness/trail.md')).toBe('# Fitness trail\n\n- [fact] Runs along the river on Tuesdays.\n')
      expect(read('fitness.md')).not.toContain('river')
      expect((await sync()).stdout).toBe('')
    }
    await expectMoved()
    // Killed between the two notes.
    write('fitness.md', before.note)
    write('.memory-service/sync.json', before.state)
    await expectMoved()
    // The earlier line was edited meanwhile: both texts stay.
    write('fitness.md', before.note.replace('Tuesdays', 'Mondays'))
    write('.memory-service/sync.json', before.state)
    await sync()
    expect(await stored()).toEqual([...all, 'fitness: Runs along the river on Mondays.'])
    expect(read('fitness/trail.md').match(/Tuesdays/g)).toHaveLength(1)
  })

  test('stores a line that is written again after it was deleted on both sides', async () => {
    const { memoryIds } = await own('fitness', 'Runs on Tuesdays.')
    await own('fitness', 'Has a bicycle.')
    await sync()
    const note = read('fitness.md')
    await home.service.ok('DELETE', `/v1/memories/${memoryIds[0]}`, { cookie: home.person.cookie })
    write('fitness.md', note.replace('- [fact] Runs on Tuesdays.\n', ''))
    await sync()
    write('fitness.md', note)
    expect((await sync()).stdout).toBe('stored    fitness  Runs on Tuesdays.\n')
    expect(read('fitness.md')).toBe(note)
    expect(await stored()).toEqual(['fitness: Has a bicycle.', 'fitness: Runs on Tuesdays.'])
  })
})
