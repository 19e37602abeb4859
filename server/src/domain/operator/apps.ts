import type { Ports } from '../../foundation/ctx.ts'
import { setVerified } from '../apps/verification.ts'
import { type Command, command, NotFoundError } from './command.ts'

type AppCommandPorts = Pick<Ports, 'db' | 'clock'>

export const appCommands: readonly Command<AppCommandPorts>[] = [
  command({
    name: 'apps verify',
    summary: 'marks an app as what its name suggests',
    args: ['slug'],
    run: (ports, { args: [slug = ''] }) => verify(ports, slug, true),
  }),
  command({
    name: 'apps unverify',
    summary: 'takes that back',
    args: ['slug'],
    run: (ports, { args: [slug = ''] }) => verify(ports, slug, false),
  }),
]

async function verify({ db, clock }: AppCommandPorts, slug: string, verified: boolean) {
  const name = await setVerified(db, slug, verified ? clock() : null)
  if (name === undefined) throw new NotFoundError(`No app of the portal has the slug ${slug}.`)
  return {
    data: { slug, name, verified },
    text: `${slug} (“${name}”) is ${verified ? 'verified' : 'not verified'} now`,
  }
}
