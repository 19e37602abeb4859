import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { LONG, LongestFirst } from './longest-first.ts'

const FOLDERS = ['.', '../../web/test'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
const NO_CACHE = { getFileTestResults: () => undefined, getFileStats: () => undefined }

/** The order in which these files run: `project file`. */
async function orderOf(...files: string[]): Promise<string[]> {
  const specifications = files.map((file) => {
    const [name, moduleId] = file.split(' ')
    return { moduleId, project: { name, config: { sequence: { groupOrder: 0 }, isolate: false } } }
  })
  const sequencer = new LongestFirst({ config: { root: '/' }, cache: NO_CACHE } as unknown as Vitest)
  const sorted = await sequencer.sort(specifications as unknown as TestSpecification[])
  return sorted.map(({ project, moduleId }) => `${project.name} ${moduleId}`)
}

test('runs projects of long files first and those of short files last, each in one piece', async () => {
  const files = ['unit /a', 'once /b', 'postgres /c', 'release /d', 'guides /e', 'once /f', 'postgres /g']
  expect((await orderOf(...files)).map((file) => file.split(' ')[0])).toEqual(
    'release guides once once postgres postgres unit'.split(' '),
  )
})

test('runs the long files of a project first', async () => {
  expect(await orderOf('once /x/apps.test.ts', 'once /x/tenancy.once.test.ts')).toEqual([
    'once /x/tenancy.once.test.ts',
    'once /x/apps.test.ts',
  ])
})

test('knows only files that exist', () => {
  const names = FOLDERS.flatMap((folder) => readdirSync(folder))
  expect(LONG.filter((beginning) => !names.some((name) => name.startsWith(beginning)))).toEqual([])
})
