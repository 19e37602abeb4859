import { DAY_MS } from '../../foundation/times.ts'
import { createInvitation, listInvitations, revokeInvitation } from '../accounts/invitations.ts'
import { recordAct } from '../audit/operator-acts.ts'
import { type Command, command, NotFoundError, UsageError } from './command.ts'
import { atomically, LIST_OPTIONS, type OperatorPorts, pageOf } from './ports.ts'
import { listed } from './text.ts'

const DAYS_DEFAULT = 7
const DAYS_MAX = 90
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/

/** Commands about invitations, which `SIGNUP=invite` asks for. */
export const invitationCommands: readonly Command<OperatorPorts>[] = [
  command({
    name: 'invites create',
    summary: 'makes a link that lets one person sign up; it is printed once',
    options: {
      developer: { type: 'flag', help: 'for a developer instead of a person' },
      email: { type: 'text', help: 'only for this address' },
      days: { type: 'number', min: 1, max: DAYS_MAX, help: `how long it works; by default ${DAYS_DEFAULT} days` },
    },
    async run(ports: OperatorPorts, { options: { developer, email, days = DAYS_DEFAULT } }) {
      if (email !== undefined && !EMAIL.test(email)) throw new UsageError(`--email must be an address; got ${email}.`)
      const holder = developer ? 'developer' : 'user'
      const { invitation, token } = await atomically(ports, async (ports) => {
        const wanted = { holder, email: email?.toLowerCase() ?? null, ttlMs: days * DAY_MS } as const
        const made = await createInvitation(ports, wanted)
        await recordAct(ports, { act: 'invites.create', subjectId: made.invitation.id, detail: holder })
        return made
      })
      const page = developer ? `${ports.config.baseUrl}/developers/signup` : `${ports.config.hubUrl}/signup`
      // In the fragment, so that it reaches no log.
      const link = `${page}#invitation=${token}`
      const { id, expiresAt } = invitation
      return { data: { ...invitation, link }, text: `${link}\nworks once, until ${expiresAt}; to revoke it: ${id}` }
    },
  }),
  command({
    name: 'invites list',
    summary: 'lists invitations, newest first',
    options: LIST_OPTIONS,
    async run(ports: OperatorPorts, { options }) {
      const { limit, rows, below } = pageOf(options)
      const invitations = await listInvitations(ports, below, rows)
      return listed(invitations, limit, ['id', 'holder', 'email', 'expiresAt', 'usedAt', 'usedBy'])
    },
  }),
  command({
    name: 'invites revoke',
    summary: 'revokes an unused invitation',
    args: ['id'],
    async run(ports: OperatorPorts, { args: [id = ''] }) {
      await atomically(ports, async (ports) => {
        if (!(await revokeInvitation(ports, id))) throw new NotFoundError(`No unused invitation has the id ${id}.`)
        await recordAct(ports, { act: 'invites.revoke', subjectId: id })
      })
      return { data: { id, revoked: true }, text: `${id} is revoked` }
    },
  }),
]
