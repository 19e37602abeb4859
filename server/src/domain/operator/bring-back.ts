import { isAbsolute } from 'node:path'
import { Readable } from 'node:stream'
import type { UserActor } from '../../foundation/actor.ts'
import type { Ctx } from '../../foundation/ctx.ts'
import { newId } from '../../foundation/ids.ts'
import { headerOf, pagesOf } from '../portable/export.ts'
import { importMemories } from '../portable/import.ts'
import type { ImportPorts } from '../portable/import-batches.ts'
import { userActor } from '../users/users.ts'
import { type Command, type CommandOutput, command, NotFoundError, UsageError } from './command.ts'
import { findAccount } from './find.ts'
import { readPersonFile, writePersonFile } from './person-file.ts'
import { atomically, type OperatorPorts, recordAccountAct } from './ports.ts'

/* Commands that bring back what one person lost: an export on a restored copy, and an import into the service. */

type BringBackPorts = OperatorPorts & ImportPorts

/** Commands that carry what one person stored from a restored copy to the service, without showing it. */
export const bringBackCommands: readonly Command<BringBackPorts>[] = [
  command({
    name: 'people export',
    summary: 'writes what a person stored into a new encrypted file, for people import',
    detail: `Memories with their earlier states, and chats. Only a service with the same SECRET_KEY can read the file. Run it on a
restored copy; on the service itself, the person is notified.`,
    args: ['email or id', 'file'],
    async run(ports: BringBackPorts, { args: [named = '', path = ''] }) {
      requireAbsolute(path)
      const { ctx, email } = await actFor(ports, named)
      const header = await headerOf(ctx)
      await writePersonFile(ports.vault, path, pagesOf(ctx, header))
      const { userId } = ctx.actor
      await atomically(ports, (ports) =>
        recordAccountAct(
          ports,
          'user',
          { act: 'people.export', subjectId: userId },
          'what your account stores was exported',
        ),
      )
      const data = { id: userId, email, memories: header.count, file: path }
      return { data, text: `${path} has the ${header.count} memories and the chats of ${email} (${userId})` }
    },
  }),
  command({
    name: 'people import',
    summary: 'brings back what a file of people export holds',
    detail: `What is still there stays as it is; what was deleted or erased since comes back, with its earlier states. Connections,
activity and proposals do not. Apps get no webhooks about it. The same file can be imported again.`,
    args: ['email or id', 'file'],
    run: (ports: BringBackPorts, { args: [named = '', path = ''] }) => importPerson(ports, named, path),
  }),
]

async function importPerson(ports: BringBackPorts, named: string, path: string): Promise<CommandOutput> {
  requireAbsolute(path)
  const { ctx, email } = await actFor(ports, named)
  // A damaged file changes nothing.
  for await (const _ of readPersonFile(ports.vault, path));
  const lines = Readable.from(readPersonFile(ports.vault, path), { objectMode: false })
  const { imported, skipped, errorCount } = await importMemories(ctx, lines, {
    allow_secrets: 'true',
    import: undefined,
    finish: undefined,
  })
  const { userId } = ctx.actor
  await atomically(ports, (ports) =>
    recordAccountAct(
      ports,
      'user',
      { act: 'people.import', subjectId: userId, detail: `${imported} lines` },
      'memories and chats were brought back from a backup',
    ),
  )
  const rejected = errorCount
    ? `, ${errorCount} rejected (beyond a limit of the plan, or in a topic that no app declares)`
    : ''
  return {
    data: { id: userId, email, imported, skipped, rejected: errorCount },
    text: `${email} (${userId}): ${imported} brought back, ${skipped} still there${rejected}`,
  }
}

/** The context of the operator acting for a person. @throws NotFoundError */
async function actFor(
  ports: BringBackPorts,
  named: string,
): Promise<{ ctx: Ctx<UserActor, BringBackPorts>; email: string | null }> {
  const { id, email } = await findAccount(ports.db, 'user', named)
  const actor = await userActor(ports.db, id, Buffer.alloc(0), null, true)
  if (!actor) throw new NotFoundError(`No person has the id ${id}.`)
  const request = { requestId: newId('req'), address: '', signal: new AbortController().signal }
  return { ctx: { ...ports, ...request, actor: { ...actor, byOperator: true } }, email }
}

// With the embedded database, the process that serves it opens the file.
function requireAbsolute(path: string): void {
  if (!isAbsolute(path)) throw new UsageError(`The file must be an absolute path; got ${path}.`)
}
