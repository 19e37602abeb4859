import { type AppPorts, eraseAccount } from '../app.ts'
import type { Holder } from '../domain/accounts/sessions.ts'
import { appCommands } from '../domain/operator/apps.ts'
import { bringBackCommands } from '../domain/operator/bring-back.ts'
import { type Command, EXIT, NotFoundError, parseCall, RefusedError, UsageError } from '../domain/operator/command.ts'
import { developerCommands } from '../domain/operator/developers.ts'
import { invitationCommands } from '../domain/operator/invitations.ts'
import { limitCommands } from '../domain/operator/limits.ts'
import { pauseCommands } from '../domain/operator/pauses.ts'
import { peopleCommands } from '../domain/operator/people.ts'
import type { OperatorPorts } from '../domain/operator/ports.ts'
import { usageCommands } from '../domain/operator/usage.ts'
import type { ImportPorts } from '../domain/portable/import-batches.ts'
import type { CommandResult } from '../foundation/embedded/copy.ts'
import { Failure } from '../foundation/errors.ts'
import { keyCommands, type RotationPorts } from './rotate-keys.ts'

/** What commands of the operator use. */
type CommandPorts = AppPorts & RotationPorts

/** Every command of the operator. */
const commands: readonly Command<OperatorPorts & RotationPorts & ImportPorts>[] = [
  ...peopleCommands,
  ...bringBackCommands,
  ...developerCommands,
  ...appCommands,
  ...limitCommands,
  ...invitationCommands,
  ...usageCommands,
  ...pauseCommands,
  ...keyCommands,
]

/** Help or a usage error, for a call that needs no database; `undefined` if there is a command to run. */
export function answerWithoutDatabase(words: readonly string[]): CommandResult | undefined {
  try {
    const call = parseCall(commands, words)
    return 'help' in call ? { output: call.help, status: EXIT.done } : undefined
  } catch (error) {
    return failed(error, words)
  }
}

/** Runs a command of the operator; failures are in the result. */
export async function runAdminCommand(ports: CommandPorts, words: readonly string[]): Promise<CommandResult> {
  try {
    const call = parseCall(commands, words)
    if ('help' in call) return { output: call.help, status: EXIT.done }
    const { data, text } = await call.command.run({ ...ports, eraseAccount: erase(ports) }, call.input)
    return { output: call.json ? JSON.stringify(data, null, 2) : text, status: EXIT.done }
  } catch (error) {
    const result = failed(error, words)
    if (result.status === EXIT.failed && !(error instanceof RefusedError))
      ports.log.error({ err: error, command: words.slice(0, 2) }, 'command failed')
    return result
  }
}

function erase(ports: CommandPorts): OperatorPorts['eraseAccount'] {
  return ({ db }, holder: Holder, id) => eraseAccount({ ...ports, db }, holder, id)
}

function failed(error: unknown, words: readonly string[]): CommandResult {
  const status = statusOf(error)
  const { message } = error as Error
  return { output: words.includes('--json') ? JSON.stringify({ error: { status, message } }) : message, status }
}

function statusOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage
  const isMissing = error instanceof NotFoundError || (error instanceof Failure && error.code === 'not_found')
  return isMissing ? EXIT.notFound : EXIT.failed
}
