import { listPauses, PAUSES, type Pause, pause, resume } from '../../foundation/pauses.ts'
import { recordAct } from '../audit/operator-acts.ts'
import { type Command, type CommandOutput, command, UsageError } from './command.ts'
import { atomically, type OperatorPorts } from './ports.ts'
import { table } from './text.ts'

const DETAIL = `“sending”: no webhooks and no mails leave the service; they wait. A restored copy starts like this.
“changes”: requests that change something get 503; reads continue, and so does background work.`

/** Commands that pause and resume parts of the service, in all processes, within a second. */
export const pauseCommands: readonly Command<OperatorPorts>[] = [
  command({
    name: 'pause',
    summary: 'pauses sending, or changes',
    detail: DETAIL,
    args: [PAUSES.join('|')],
    options: { reason: { type: 'text', help: 'why; shown by `pauses`' } },
    run: (ports: OperatorPorts, { args: [name = ''], options: { reason = '' } }) =>
      change(ports, known(name), (ports) => pause(ports, known(name), reason), 'paused'),
  }),
  command({
    name: 'resume',
    summary: 'takes back a pause of sending, or of changes',
    detail: DETAIL,
    args: [PAUSES.join('|')],
    run: (ports: OperatorPorts, { args: [name = ''] }) =>
      change(ports, known(name), ({ db }) => resume(db, known(name)), 'resumed'),
  }),
  command({
    name: 'pauses',
    summary: 'lists what is paused, since when and why',
    async run({ db }: OperatorPorts) {
      const items = await listPauses(db)
      return { data: { items }, text: table(items, ['name', 'since', 'reason']) }
    },
  }),
]

function known(name: string): Pause {
  const found = PAUSES.find((each) => each === name)
  if (!found) throw new UsageError(`What to pause must be one of ${PAUSES.join(', ')}; got ${name}.`)
  return found
}

async function change(
  ports: OperatorPorts,
  name: Pause,
  work: (ports: OperatorPorts) => Promise<boolean>,
  state: 'paused' | 'resumed',
): Promise<CommandOutput> {
  const changed = await atomically(ports, async (ports) => {
    const changed = await work(ports)
    if (changed) await recordAct(ports, { act: `service.${state}`, subjectId: null, detail: name })
    return changed
  })
  const unchanged = state === 'paused' ? 'paused already' : 'not paused in this database'
  return { data: { name, state, changed }, text: `${name}: ${changed ? state : unchanged}` }
}
