import { parseArgs } from 'node:util'

/*
 * Commands of the operator. A command is a value, like a route: its words, arguments, options and help are one object, and
 * parsing, help and tests derive from it.
 */

/** An option of a command. */
export interface OptionShape {
  type: 'text' | 'number' | 'flag'
  /** What it does, for the help. */
  help: string
  /** For numbers. */
  min?: number
  max?: number
}

type OptionValue<O extends OptionShape> = {
  text: string | undefined
  number: number | undefined
  flag: boolean
}[O['type']]

/** What a command was given. */
export interface CommandInput<O extends Record<string, OptionShape> = Record<string, OptionShape>> {
  args: readonly string[]
  options: { [K in keyof O]: OptionValue<O[K]> }
}

/** What a command returns: JSON for programs, and text for people. */
export interface CommandOutput {
  data: unknown
  text: string
}

/** A command of the operator. `P` are the ports it uses. */
export interface Command<P = never> {
  /** Such as `people suspend`. */
  name: string
  summary: string
  /** More help. */
  detail?: string
  /** Names of its arguments, in order; all are required. */
  args?: readonly string[]
  options?: Readonly<Record<string, OptionShape>>
  run(ports: P, input: CommandInput): Promise<CommandOutput>
}

/** Exit statuses of commands. */
export const EXIT = { done: 0, failed: 1, usage: 2, notFound: 3 } as const

/** The arguments of a command are wrong; the message says what is accepted. */
export class UsageError extends Error {}
/** A command was refused until another step is done; the message names that step. */
export class RefusedError extends Error {}
/** What a command names does not exist. */
export class NotFoundError extends Error {}

/** Makes a command whose options have types. */
export function command<P, const O extends Readonly<Record<string, OptionShape>>>(
  shape: Omit<Command<P>, 'run' | 'options'> & {
    options?: O
    run(ports: P, input: CommandInput<O>): Promise<CommandOutput>
  },
): Command<P> {
  return shape as unknown as Command<P>
}

const ARGS_MAX = 64
const ARG_CHARS_MAX = 1_000
const NUMBER_MAX = 1_000_000_000_000
const COMMON = {
  json: { type: 'flag', help: 'prints JSON' },
  help: { type: 'flag', help: 'prints this help' },
} as const satisfies Record<string, OptionShape>

/** A parsed call: help to print, or a command to run. */
export type Call<P> = { help: string } | { command: Command<P>; input: CommandInput; json: boolean }

/**
 * Parses the words of a call.
 * @throws UsageError
 */
export function parseCall<P>(commands: readonly Command<P>[], words: readonly string[]): Call<P> {
  if (words.length > ARGS_MAX || words.some((word) => word.length > ARG_CHARS_MAX))
    throw new UsageError(`At most ${ARGS_MAX} words of ${ARG_CHARS_MAX} characters are accepted.`)
  const found = findCommand(commands, words)
  if (!found) return { help: overview(commands, words) }
  const options = { ...found.command.options, ...COMMON }
  const { values, positionals } = read(found.command, options, words.slice(found.length))
  if (values.help) return { help: helpOf(found.command) }
  const { args = [] } = found.command
  if (positionals.length !== args.length) {
    const needed = args.length ? `takes ${args.map((arg) => `<${arg}>`).join(' ')}` : 'takes no arguments'
    throw new UsageError(`${found.command.name} ${needed}.\n\n${helpOf(found.command)}`)
  }
  const input = { args: positionals, options: valuesOf(found.command, options, values) }
  return { command: found.command, input, json: values.json === true }
}

function findCommand<P>(commands: readonly Command<P>[], words: readonly string[]) {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = commands.find((each) => each.name === name)
    if (command) return { command, length: name.split(' ').length }
  }
  return undefined
}

function read(command: Command, options: Readonly<Record<string, OptionShape>>, words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { type }]) => [
          name,
          { type: type === 'flag' ? ('boolean' as const) : ('string' as const) },
        ]),
      ),
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${helpOf(command)}`)
  }
}

function valuesOf(
  { name }: Command,
  options: Readonly<Record<string, OptionShape>>,
  values: Readonly<Record<string, unknown>>,
): CommandInput['options'] {
  return Object.fromEntries(
    Object.entries(options).map(([option, shape]) => [option, optionValue(name, option, shape, values[option])]),
  )
}

function optionValue(
  command: string,
  option: string,
  { type, min = 0, max = NUMBER_MAX }: OptionShape,
  value: unknown,
) {
  if (type === 'flag') return value === true
  if (value === undefined || type === 'text') return value as string | undefined
  const number = /^\d+$/.test(value as string) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UsageError(`${command}: --${option} must be a whole number from ${min} to ${max}; got ${value}.`)
}

/** The commands of an area, or of all. @throws UsageError for words that are no command. */
function overview<P>(commands: readonly Command<P>[], words: readonly string[]): string {
  const [area, verb] = words.filter((word) => !word.startsWith('-'))
  const shown = area === undefined ? commands : commands.filter(({ name }) => name.split(' ')[0] === area)
  const width = Math.max(...commands.map((each) => callOf(each).length)) + 2
  const lines = (of: readonly Command<P>[]) =>
    of.map((each) => `  ${callOf(each).padEnd(width)}${each.summary}`).join('\n')
  const help = `memory-service admin <command> [--json] [--help]

${lines(shown.length ? shown : commands)}

Exit status: 0 done, 1 failed, 2 wrong usage, 3 not found.
In a checkout: npm run admin -- <command>`
  if (area === undefined && words.every((word) => word === '--help' || word === '-h')) return help
  if (shown.length && verb === undefined && words.includes('--help')) return help
  throw new UsageError(
    `${area === undefined ? 'A command is missing' : `Unknown command: ${words.join(' ')}`}.\n\n${help}`,
  )
}

function callOf({ name, args = [] }: Pick<Command, 'name' | 'args'>): string {
  return [name, ...args.map((arg) => `<${arg}>`)].join(' ')
}

/** The help of one command. */
function helpOf(command: Pick<Command, 'name' | 'args' | 'summary' | 'detail' | 'options'>): string {
  const options = { ...command.options, ...COMMON }
  const titles = Object.entries(options).map(([name, { type }]) => `--${name}${type === 'flag' ? '' : ` <${type}>`}`)
  const width = Math.max(...titles.map((title) => title.length)) + 2
  const list = Object.values(options).map(({ help }, i) => `  ${titles[i]?.padEnd(width)}${help}`)
  return [
    `memory-service admin ${callOf(command)}`,
    `${command.summary}${command.detail ? `\n${command.detail}` : ''}`,
    list.join('\n'),
  ].join('\n\n')
}
