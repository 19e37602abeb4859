import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isScopeName } from '@memory-service/scopes'
import { CommandError } from '../errors.ts'
import type { LocalItem } from './match.ts'
import { changeNote, type Note, type NoteChanges, parseNote, titleOf } from './note.ts'

const NOTE_BYTES_MAX = 4 * 1024 * 1024
const NOTES_MAX = 10_000
const EXTENSION = '.md'

/** The notes of a folder as they were read. */
export interface Folder {
  path: string
  /** By scope. */
  notes: ReadonlyMap<string, { text: string; note: Note }>
  items: LocalItem[]
  /** Markdown files that are no notes, with the reason. */
  ignored: { path: string; reason: string }[]
}

/** Reads the notes of a folder: `fitness/trail.md` is that of `fitness.trail`. Hidden files and links are left out. */
export function readFolder(path: string, isSynced: (scope: string) => boolean): Folder {
  const notes = new Map<string, { text: string; note: Note }>()
  const ignored: Folder['ignored'] = []
  for (const file of filesIn(path)) {
    const name = relative(path, file)
    const scope = name.slice(0, -EXTENSION.length).split(sep).join('.')
    if (!isScopeName(scope) || fileOf(path, scope) !== file) {
      ignored.push({ path: name, reason: 'its name is no scope such as fitness/trail.md' })
      continue
    }
    if (!isSynced(scope)) {
      ignored.push({ path: name, reason: `the connection may not read ${scope}, or --scope leaves it out` })
      continue
    }
    const text = textOf(file)
    if (text === undefined) throw new CommandError(`${name} is no text in UTF-8 of at most 4 MiB.`)
    notes.set(scope, { text, note: parseNote(text) })
  }
  const items = [...notes].flatMap(([scope, { note }]) =>
    note.items.map(({ kind, text }, at) => ({ scope, kind, text, at })),
  )
  return { path, notes, items, ignored }
}

function filesIn(folder: string): string[] {
  const found: string[] = []
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      const path = join(next, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile() && entry.name.endsWith(EXTENSION)) found.push(path)
      if (found.length > NOTES_MAX) throw new CommandError(`${folder} has more than ${NOTES_MAX} Markdown files.`)
    }
  return found.sort()
}

function textOf(file: string): string | undefined {
  if (statSync(file).size > NOTE_BYTES_MAX) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const fileOf = (folder: string, scope: string) => `${join(folder, ...scope.split('.'))}${EXTENSION}`

/**
 * Writes changes to the note of a scope, unless it was changed since it was read.
 * @returns whether they were written
 * @throws CommandError if a link leads out of the folder
 */
export function changeFile({ path, notes }: Folder, scope: string, changes: NoteChanges): boolean {
  const file = fileOf(path, scope)
  checkLinks(path, dirname(file))
  const before = notes.get(scope)
  const now = statSync(file, { throwIfNoEntry: false }) && textOf(file)
  if (now !== before?.text) return false
  const text = changeNote(before?.note ?? parseNote(''), changes, titleOf(scope))
  if (text === null) rmSync(file, { force: true })
  else {
    mkdirSync(dirname(file), { recursive: true })
    replaceFile(file, text)
  }
  return true
}

/** Writes a file and renames it: a crash leaves the old one. Never writes through a link that stands in its place. */
export function replaceFile(file: string, text: string, mode = 0o666): void {
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, text, { flag: 'wx', mode })
  renameSync(`${file}.new`, file)
}

/** @throws CommandError if one of the folders from `folder` up to `root` is a link */
export function checkLinks(root: string, folder: string): void {
  for (let at = folder; at !== root && at.startsWith(root); at = dirname(at))
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new CommandError(`${at} is a link. Notes are written only within the folder.`)
}
