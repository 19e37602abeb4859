import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { freePort } from './free-port.ts'
import { SHORT_LIVED } from './short-lived.ts'

/*
 * Runs the fenced blocks of a document from top to bottom, as a reader would, against a real service.
 *
 *   bash           runs in one shell shared by all blocks
 *   text, json     after a bash block: the output of that block; `…` matches anything
 *   js NAME        saved as the file NAME, which a bash block or another file must mention
 *   py NAME        the same where a bash block runs Python; other pages leave it to the test of the Python package
 *   json NAME      saved too; every URL in it must be one that the service serves
 *   sh             not run; scripts, settings and URLs in the command must exist
 *
 * Any other fence fails. `127.0.0.1:8787` and `https://memory.example` are replaced by the test service, every other
 * port of 127.0.0.1 by a free one.
 */

const ROOT = new URL('../../', import.meta.url)
const SERVICE = /https?:\/\/(?:127\.0\.0\.1:8787|memory\.example)(?![\w.:])/g
const ENDS_MS = 50_000
const SEPARATOR = '\x1e'

interface Block {
  language: string
  name: string | undefined
  text: string
  /** The location, for error messages. */
  at: string
}

type Guide = ReturnType<typeof guideOf>

/** Reads a file of the project. */
export const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

/** Parses a document of the project into its fenced blocks. */
export const readGuide = (path: string) => guideOf(path, read(path))

/** Parses a text into its fenced blocks. */
export function guideOf(path: string, text: string) {
  const blocks = [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map((match): Block => {
    const [, info = '', inside = ''] = match
    const [language = '', name] = info.trim().split(/\s+/)
    return { language, name, text: inside, at: `${path}:${text.slice(0, match.index).split('\n').length}` }
  })
  return { path, text, blocks }
}

interface Run {
  service: { url: string }
  /** A document whose bash blocks run first in the same shell. */
  after?: Guide
  /** Files that the test runs itself. */
  elsewhere?: readonly string[]
  env?: Record<string, string>
  /** Acts as the user at the browser: called with each line of standard error, such as “Open http://…”. */
  onLine?: (line: string) => unknown
}

/** Runs a document, compares outputs with the shown ones, and returns the output of each bash block. */
export async function runGuide({ path, blocks }: Guide, run: Run): Promise<string[]> {
  const { service, after, elsewhere = [], env = {}, onLine } = run
  const here = await movedTo(service.url, blocks)
  const folder = openFolder()
  try {
    const isRun = (name: string) =>
      elsewhere.includes(name) ||
      blocks.some((other) => isProgram(other) && other.name !== name && other.text.includes(name))
    for (const block of blocks) await place(block, folder, here, isRun)
    const shells = [...(after?.blocks ?? []), ...blocks].filter(({ language }) => language === 'bash')
    const script = shells.map(({ text }) => `${here(text)}\nprintf '\\036'\n`).join('')
    const printed = await paste(script, { cwd: folder, env, onLine, where: (at) => shells[at]?.at ?? path })
    for (const [at, block] of blocks.entries()) {
      const before = blocks[at - 1]
      if (!isOutput(block)) continue
      expect(before?.language, `${block.at} shows an output, but of what?`).toBe('bash')
      holdAgainst({ ...block, text: here(block.text) }, printed[shells.indexOf(before!)] ?? '')
    }
    return printed
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Saves the files of a document in a temporary folder, for a test that runs them itself. */
export function openFolder(files: readonly Block[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'memory-service-guide-'))
  for (const name of ['node_modules', 'examples', 'packages', 'sdk', 'server'])
    symlinkSync(new URL(name, ROOT).pathname, join(folder, name))
  for (const { name, text } of files) if (name) writeFileSync(join(folder, name), text)
  return folder
}

const isProgram = ({ language }: Block) => ['bash', 'js', 'py'].includes(language)
const isOutput = ({ language, name }: Block) => language === 'text' || (language === 'json' && !name)

/** Returns a function that replaces the addresses of a document by those of the test. */
async function movedTo(url: string, blocks: readonly Block[]): Promise<Moved> {
  const ports = new Map<string, number>()
  const all = blocks
    .map(({ text }) => text)
    .join('')
    .replaceAll(SERVICE, '')
  for (const [, port = ''] of all.matchAll(/127\.0\.0\.1:(\d+)/g))
    if (!ports.has(port)) ports.set(port, await freePort())
  return (text) => {
    let moved = text.replaceAll(SERVICE, url)
    for (const [port, free] of ports) moved = moved.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), String(free))
    return moved
  }
}

type Moved = (text: string) => string

async function place(block: Block, folder: string, here: Moved, isRun: (name: string) => boolean): Promise<void> {
  const { language, name, text, at } = block
  if (language === 'bash' || isOutput(block)) return
  if (language === 'sh') return checkCommands(here(text), at)
  if (!name || !['js', 'json', 'py'].includes(language)) throw new Error(`${at}: unknown language “${language}”`)
  writeFileSync(join(folder, name.split('/').at(-1)!), here(text))
  if (language === 'py') return
  if (language === 'json') return checkAddresses(JSON.stringify(JSON.parse(here(text))), at)
  expect(isRun(name), `${at}: nothing runs ${name}`).toBe(true)
}

/** Checks that commands that are not run mention only existing scripts, settings, packages and URLs. */
async function checkCommands(text: string, at: string): Promise<void> {
  const { scripts } = JSON.parse(read('package.json'))
  const settings = settingsRead()
  const commands = text.replaceAll('\\\n', ' ').trim().split(/\n|&&/)
  expect(commands.length, at).toBeGreaterThan(0)
  for (const command of commands) {
    const words = command.trim().match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
    for (let set = /^([A-Z_]+)=/.exec(words[0] ?? ''); set; set = /^([A-Z_]+)=/.exec(words[0] ?? '')) {
      expect(settings, `${at}: no setting`).toContain(set[1])
      words.shift()
    }
    // A line of settings alone is for the file of the environment.
    if (!words.length) continue
    const [program, verb = '', name = ''] = words
    if (program === 'npm' && verb === 'install')
      expect(existsSync(new URL(`node_modules/${name}`, ROOT)), at).toBe(true)
    else if (program === 'npm' && verb !== 'ci')
      expect(Object.keys(scripts), at).toContain(verb === 'run' ? name : verb)
    else if (program === 'claude') await checkAddresses(command, at)
    else expect(program, `${at}: no check for this program`).toBe('npm')
  }
}

/** The names of all variables that the configuration reads. */
export function settingsRead(): string[] {
  const folder = 'server/src/foundation'
  const files = readdirSync(new URL(folder, ROOT)).filter((name) => /^config[-a-z]*\.ts$/.test(name))
  const config = files.map((name) => read(`${folder}/${name}`)).join('\n')
  const names = [...config.matchAll(/\bread(?:<[^>]*>)?\(\s*'([A-Z_]+)'|\benv\.([A-Z_]+)/g)].map(
    ([, a, b]) => (a ?? b) as string,
  )
  return [...new Set(names)].sort()
}

async function checkAddresses(text: string, at: string): Promise<void> {
  for (const [url] of text.matchAll(/https?:\/\/[^\s"'\\]+/g)) {
    const { status } = await fetch(url, { method: new URL(url).pathname === '/' ? 'GET' : 'POST' })
    expect(status, `${at}: nothing answers at ${url}`).not.toBe(404)
  }
}

interface Shell {
  cwd: string
  env: Record<string, string>
  onLine: ((line: string) => unknown) | undefined
  where: (block: number) => string
}

async function paste(script: string, { cwd, env, onLine, where }: Shell): Promise<string[]> {
  const { PATH } = process.env
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    // Programs store their per-user files in the folder, which is removed at the end.
    env: { ...SHORT_LIVED, PATH, HOME: cwd, ...env },
    // A separate process group, so that background processes end with the shell.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // The whole group has already exited.
    }
  }
  const timer = setTimeout(end, ENDS_MS)
  const errors: string[] = []
  const asked: unknown[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    errors.push(line)
    asked.push(onLine?.(line))
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text))
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  end()
  await Promise.all(asked)
  const parts = printed.split(SEPARATOR)
  expect(code, `${where(parts.length - 1)}\n${printed}\n${errors.join('\n')}`).toBe(0)
  return parts
}

function holdAgainst({ language, text, at }: Block, printed: string): void {
  if (language === 'json') expectShown(JSON.parse(text), JSON.parse(printed), at)
  else expect(printed.trim(), at).toMatch(patternOf(text.trim()))
}

/** Whether JSON matches the shown value: `…` in a string matches anything, a field `…` allows further fields. */
function expectShown(shown: unknown, got: unknown, at: string): void {
  if (typeof shown === 'string' && shown.includes('…')) {
    expect(got, at).toBeDefined()
    expect(String(got), at).toMatch(patternOf(shown))
  } else if (typeof shown !== 'object' || shown === null) {
    expect(got, at).toEqual(shown)
  } else {
    const { '…': more, ...fields } = shown as Record<string, unknown>
    const real = (got ?? {}) as Record<string, unknown>
    for (const [key, value] of Object.entries(fields)) expectShown(value, real[key], `${at} ${key}`)
    const names = Object.keys(fields)
    if (more === undefined) expect(Object.keys(real).sort(), at).toEqual(names.sort())
    else expect(Object.keys(real), at).toEqual(expect.arrayContaining(names))
  }
}

function patternOf(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`)
}
